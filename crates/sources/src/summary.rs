//! What a list says of a conversation without reading it.

use std::{collections::BTreeMap, path::PathBuf};

/// A conversation in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// `<agent>~<native id>`.
    pub id: String,
    /// The stored title.
    pub title: Option<String>,
    /// The agent that keeps the store.
    pub agent: &'static str,
    /// The workspace's name.
    pub workspace: Option<String>,
    /// The folder that the agent works in, as the store has it.
    pub cwd: Option<String>,
    /// The model that answered last.
    pub model: Option<String>,
    /// The id of the conversation that started this one, where it is a sub-agent's.
    pub parent: Option<String>,
    /// The agent's own command to go on with it.
    pub continue_command: Option<String>,
    /// The last activity, in milliseconds since the Unix epoch.
    pub updated_at_ms: Option<i64>,
    /// The size of what is stored, in bytes.
    pub bytes: u64,
    /// How it stands.
    pub state: State,
    /// Whether it is put away, however it stands.
    pub is_archived: bool,
    /// Whether its person pinned it.
    pub is_pinned: bool,
    /// Its labels; a label without a value has an empty one.
    pub labels: BTreeMap<String, String>,
    /// The beginning of the last thing said to the person, as plain text.
    pub last_words: Option<String>,
    /// What is wrong with it, where something is.
    pub problem: Option<String>,
    /// Where it is stored.
    pub path: PathBuf,
}

/// How a conversation stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Nobody writes to it.
    #[default]
    Settled,
    /// The agent is at work.
    Running,
    /// The agent waits for an answer.
    Waiting,
    /// Put away.
    Archived,
    /// A part of it cannot be read.
    Broken,
}

impl State {
    /// The word for it in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Settled => "settled",
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Archived => "archived",
            Self::Broken => "broken",
        }
    }
}
