//! What agents are asked to do, and what is expected of them.

use std::time::Duration;

use super::agent::Agent;
use super::lab::Tools;

mod table;

pub(super) use table::ALL;
use table::NOTE;

/// One way of working, of one agent.
#[derive(Debug)]
pub(super) struct Scenario {
    pub(super) agent: Agent,
    pub(super) name: &'static str,
    /// The runs of the program, one after the other in the same home.
    pub(super) runs: &'static [Task],
    /// How the page has to draw the note that one of them tells; nothing where none does.
    pub(super) note: Option<Drawing>,
    /// Whether a sub-agent has to come up.
    pub(super) has_helper: bool,
}

/// One run of an agent's program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) prompt: &'static str,
    pub(super) tools: Tools,
    /// After how long it is killed, with all that it started.
    pub(super) killed_after: Option<Duration>,
    /// Words that the program is told besides, and how many of the laboratory's stand before them.
    pub(super) words: (usize, &'static [&'static str]),
}

/// How the words of a note are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawing {
    Markdown,
    /// The agent keeps the audience of a text and drops its media type.
    Plain,
}

impl Drawing {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Plain => "plain",
        }
    }
}

impl Scenario {
    /// Whether the model's log and the store must have what a note leaves there.
    pub(super) fn tells(&self) -> bool {
        let tells = |run: &Task| run.prompt == NOTE.prompt && run.killed_after.is_none();
        self.runs.iter().any(tells)
    }

    /// The name of its home.
    pub(super) fn home(&self) -> String {
        match self.name {
            "note" => self.agent.name().to_owned(),
            name => format!("{}-{name}", self.agent.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum as _;
    use std::collections::BTreeSet;

    #[test]
    fn every_agent_tells_something_and_no_two_share_a_home() {
        for agent in Agent::value_variants() {
            let is_its = |scenario: &&Scenario| scenario.agent == *agent;
            let first = ALL.iter().find(is_its).expect("a scenario");
            assert_eq!((first.name, first.tells()), ("note", true));
        }
        let homes: BTreeSet<String> = ALL.iter().map(Scenario::home).collect();
        assert_eq!(homes.len(), ALL.len());
    }

    #[test]
    fn what_is_read_is_drawn() {
        for scenario in &ALL {
            let has_note = scenario.runs.iter().any(|run| run.prompt == NOTE.prompt);
            let is_drawn = has_note && scenario.agent.is_read();
            assert_eq!(scenario.note.is_some(), is_drawn, "{scenario:?}");
        }
    }
}
