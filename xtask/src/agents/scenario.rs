//! What each agent is asked: a table. The stand-in model knows what an agent does by the first word
//! of the prompt.

use super::agent::Agent;
use super::lab::Tools;
use std::time::Duration;

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
#[derive(Debug)]
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

/// What the laboratory's script runs as it is.
const fn plainly(prompt: &'static str, tools: Tools) -> Task {
    Task {
        prompt,
        tools,
        killed_after: None,
        words: (0, &[]),
    }
}

/// Tells something between two steps of its work.
const NOTE: Task = plainly("NOTE please", Tools::Ours);
/// The same, killed while the shell command runs.
const KILLED: Task = Task {
    killed_after: Some(Duration::from_secs(8)),
    ..NOTE
};
/// Calls a shell command that fails, and tools that give every kind of block or an error.
const CHECKS: Task = plainly("FIRST please", Tools::OfEveryKind);
/// Answers at once.
const ANSWER: Task = plainly("SECOND please", Tools::Ours);
/// Hands a part of the work to a sub-agent.
const HELPER: Task = plainly("DELEGATE please", Tools::Ours);

const fn note(agent: Agent, drawing: Option<Drawing>) -> Scenario {
    Scenario {
        agent,
        name: "note",
        runs: &[NOTE],
        note: drawing,
        has_helper: false,
    }
}

const fn helper(agent: Agent, name: &'static str, runs: &'static [Task]) -> Scenario {
    Scenario {
        agent,
        name,
        runs,
        note: None,
        has_helper: true,
    }
}

const fn checks(agent: Agent, name: &'static str, runs: &'static [Task]) -> Scenario {
    Scenario {
        agent,
        name,
        runs,
        note: None,
        has_helper: false,
    }
}

/// A conversation that goes on in a second run, which tells something.
const fn resumed(agent: Agent, drawing: Drawing, runs: &'static [Task]) -> Scenario {
    Scenario {
        agent,
        name: "resumed",
        runs,
        note: Some(drawing),
        has_helper: false,
    }
}

/// A conversation that goes on after its agent was killed. What that told is still there.
const fn killed(agent: Agent, drawing: Drawing, runs: &'static [Task]) -> Scenario {
    Scenario {
        agent,
        name: "killed",
        runs,
        note: Some(drawing),
        has_helper: false,
    }
}

/// All there are, by agent. Of an agent whose store is not read only the first run is judged.
pub(super) const ALL: [Scenario; 20] = [
    note(Agent::Claude, Some(Drawing::Markdown)),
    checks(Agent::Claude, "checks", &[CHECKS]),
    helper(Agent::Claude, "helper", &[HELPER]),
    resumed(
        Agent::Claude,
        Drawing::Markdown,
        &[
            ANSWER,
            Task {
                words: (0, &["--continue"]),
                ..NOTE
            },
        ],
    ),
    killed(
        Agent::Claude,
        Drawing::Markdown,
        &[
            KILLED,
            Task {
                words: (0, &["--continue"]),
                ..ANSWER
            },
        ],
    ),
    note(Agent::Codex, Some(Drawing::Plain)),
    checks(Agent::Codex, "checks", &[CHECKS]),
    // The model writes a script that calls the tools.
    checks(
        Agent::Codex,
        "scripts",
        &[Task {
            words: (1, &["--enable", "code_mode_only"]),
            ..CHECKS
        }],
    ),
    helper(Agent::Codex, "helper", &[HELPER]),
    // The newer of its two ways to have sub-agents.
    helper(
        Agent::Codex,
        "team",
        &[Task {
            words: (1, &["--enable", "multi_agent_v2"]),
            ..HELPER
        }],
    ),
    resumed(
        Agent::Codex,
        Drawing::Plain,
        &[
            ANSWER,
            Task {
                words: (3, &["resume", "--last"]),
                ..NOTE
            },
        ],
    ),
    killed(
        Agent::Codex,
        Drawing::Plain,
        &[
            KILLED,
            Task {
                words: (3, &["resume", "--last"]),
                ..ANSWER
            },
        ],
    ),
    note(Agent::Gemini, None),
    note(Agent::Opencode, None),
    note(Agent::Goose, Some(Drawing::Plain)),
    // goose may put the prompt behind a result once more, and the model then begins anew.
    checks(
        Agent::Goose,
        "checks",
        &[Task {
            words: (1, &["--max-turns", "60"]),
            ..CHECKS
        }],
    ),
    helper(Agent::Goose, "helper", &[HELPER]),
    resumed(
        Agent::Goose,
        Drawing::Plain,
        &[
            ANSWER,
            Task {
                words: (1, &["--resume"]),
                ..NOTE
            },
        ],
    ),
    killed(
        Agent::Goose,
        Drawing::Plain,
        &[
            KILLED,
            Task {
                words: (1, &["--resume"]),
                ..ANSWER
            },
        ],
    ),
    note(Agent::Cline, None),
];

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
