//! What a list says of a conversation without reading it.

use std::path::PathBuf;

/// A conversation in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// `<agent>~<native id>`.
    pub id: String,
    /// The stored title.
    pub title: Option<String>,
    /// The agent that keeps the store.
    pub agent: &'static str,
    /// The workspace's name.
    pub workspace: Option<String>,
    /// The last activity, in milliseconds since the Unix epoch.
    pub updated_at_ms: Option<i64>,
    /// The size of what is stored, in bytes.
    pub bytes: u64,
    /// How it stands.
    pub state: State,
    /// What is wrong with it, where something is.
    pub problem: Option<String>,
    /// Where it is stored.
    pub path: PathBuf,
}

/// How a conversation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nobody writes to it.
    Settled,
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
            Self::Archived => "archived",
            Self::Broken => "broken",
        }
    }
}
