//! What is measured, as the person says.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::ValueEnum;

use super::measure::Conversation;
use crate::workspace::Workspace;

/// The largest conversation of JP, in events: it writes all of one at each change.
const LARGEST_OF_JP: u64 = 100_000;

/// What is measured.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Options {
    /// Only this part (may be given more than once)
    #[arg(long, value_enum, value_name = "NAME")]
    pub(super) only: Vec<Part>,
    /// How many events the generated conversations have
    #[arg(long, value_delimiter = ',', value_parser = size, default_value = "1k,10k,100k,1M")]
    pub(super) sizes: Vec<u64>,
    /// In whose form they are stored
    #[arg(long, value_enum, value_delimiter = ',', default_value = "jp,claude")]
    pub(super) agents: Vec<Agent>,
    /// Measure the server of another commit as well, in turn, and print ratios
    #[arg(long, value_name = "REV")]
    pub(super) against: Option<String>,
    /// At most so many rounds of each part, for a quick look
    #[arg(long)]
    pub(super) rounds: Option<u32>,
    /// Where the figures go as JSON; otherwise to `bench/figures.json` in the cache
    #[arg(long, value_name = "PATH")]
    pub(super) json: Option<PathBuf>,
}

/// A part of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// What it costs the server to send a page
    Page,
    /// Opening a conversation in the browser
    Open,
    /// From a write of the agent to the socket and the screen
    Append,
    /// Going from a conversation's end to its start
    Scroll,
    /// The list of a thousand conversations
    List,
    /// Fifty tabs of one browser
    Tabs,
    /// How soon the server is there
    Start,
    /// Views of a million events, without a server; not compared
    Project,
    /// Texts becoming HTML, beside other programs that do it, without a server; not compared
    Text,
}

impl Part {
    /// Its name in `e2e/bench/parts.mjs`, where it stands there.
    pub(super) fn in_browser(self) -> Option<&'static str> {
        match self {
            Self::Page => Some("page"),
            Self::Open => Some("open"),
            Self::Append => Some("append"),
            Self::Scroll => Some("scroll"),
            Self::List => Some("list"),
            Self::Tabs => Some("tabs"),
            Self::Start => Some("start"),
            Self::Project | Self::Text => None,
        }
    }

    /// Whether it is measured without a server, so that two servers cannot be compared in it.
    fn needs_no_server(self) -> bool {
        self.in_browser().is_none()
    }
}

/// An agent in whose form conversations are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Agent {
    Jp,
    Claude,
    Codex,
}

impl Agent {
    fn name(self) -> &'static str {
        match self {
            Self::Jp => "jp",
            Self::Claude => "claude",
            Self::Codex => "codex",
        }
    }
}

impl Options {
    /// The parts that are wanted. What is measured without the server is not compared.
    pub(super) fn parts(&self) -> Vec<Part> {
        if !self.only.is_empty() {
            return self.only.clone();
        }
        let all = Part::value_variants().iter().copied();
        all.filter(|part| self.against.is_none() || !part.needs_no_server())
            .collect()
    }

    /// The conversations to measure with, the smallest first.
    pub(super) fn conversations(&self) -> Result<Vec<Conversation>> {
        let mut sizes = self.sizes.clone();
        sizes.sort_unstable();
        let all: Vec<Conversation> = sizes
            .iter()
            .flat_map(|size| self.agents.iter().map(move |agent| (*agent, *size)))
            .filter(|(agent, size)| *agent != Agent::Jp || *size <= LARGEST_OF_JP)
            .map(|(agent, size)| Conversation {
                agent: agent.name(),
                size,
            })
            .collect();
        if all.is_empty() {
            bail!(
                "JP's conversations are measured with up to 100k events: name another agent with --agents, or a smaller size"
            );
        }
        Ok(all)
    }

    pub(super) fn json_path(&self, workspace: &Workspace) -> PathBuf {
        let usual = || workspace.cache.join("bench/figures.json");
        self.json.clone().unwrap_or_else(usual)
    }
}

/// A number of events as people write it: `500`, `10k`, `1M`.
fn size(text: &str) -> Result<u64> {
    let (digits, unit) = match text.trim_end_matches(['k', 'M']) {
        digits if digits == text => (text, 1),
        digits if text == format!("{digits}k") => (digits, 1_000),
        digits if text == format!("{digits}M") => (digits, 1_000_000),
        _ => ("", 1),
    };
    let number: Option<u64> = digits.parse().ok();
    match number.and_then(|number| number.checked_mul(unit)) {
        Some(size) if (1..=10_000_000).contains(&size) => Ok(size),
        _ => bail!("write a number of events such as 500, 10k or 1M, up to 10M"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser as _;

    #[derive(clap::Parser)]
    struct Command {
        #[command(flatten)]
        options: Options,
    }

    fn options(arguments: &[&str]) -> Options {
        let all = std::iter::once("bench").chain(arguments.iter().copied());
        Command::try_parse_from(all).unwrap().options
    }

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, expected) in [("500", 500), ("10k", 10_000), ("1M", 1_000_000)] {
            assert_eq!(size(text).unwrap(), expected);
        }
        for text in ["", "k", "0", "1kk", "1kM", "-1", "1.5k", "11M", "many"] {
            let error = size(text).unwrap_err().to_string();
            assert!(error.contains("such as 500, 10k or 1M"), "{text}: {error}");
        }
    }

    #[test]
    fn jp_has_no_conversation_that_it_could_not_write() {
        let sizes = |arguments: &[&str]| -> Vec<(&str, u64)> {
            let found = options(arguments).conversations().unwrap();
            found.iter().map(|one| (one.agent, one.size)).collect()
        };
        assert_eq!(
            sizes(&["--sizes", "1M,1k"]),
            [("jp", 1_000), ("claude", 1_000), ("claude", 1_000_000)]
        );
        let none = options(&["--sizes", "1M", "--agents", "jp"]).conversations();
        assert!(none.unwrap_err().to_string().contains("--agents"));
    }

    #[test]
    fn a_comparison_leaves_out_what_has_no_server() {
        let all = options(&[]).parts();
        assert!(all.contains(&Part::Project) && all.contains(&Part::Text));
        let compared = options(&["--against", "main"]).parts();
        assert!(!compared.contains(&Part::Project) && !compared.contains(&Part::Text));
        assert_eq!(options(&["--only", "page"]).parts(), [Part::Page]);
    }
}
