//! What can go wrong with a store, in words for the person who keeps it.

use std::{io, path::PathBuf};
use thiserror::Error;

/// A store or a conversation in it cannot be opened.
#[derive(Debug, Error)]
pub enum SourceError {
    /// Nothing is at the path.
    #[error(
        "there is nothing at {}: name a JP workspace, its .jp folder, another agent's folder or one conversation",
        .0.display()
    )]
    Missing(PathBuf),
    /// The path is no store that is known.
    #[error(
        "{} holds no conversations: name a JP workspace (a folder with .jp/conversations), another agent's folder or one conversation",
        .0.display()
    )]
    NoStore(PathBuf),
    /// No workspace was found above a folder.
    #[error(
        "no JP workspace at or above {}, and no other agent's conversations: go into one, or name where they are (serve-web PATH)",
        .0.display()
    )]
    NoWorkspace(PathBuf),
    /// The path is nothing of goose's.
    #[error(
        "{} holds no goose sessions: name goose's sessions folder, a sessions.db or an old session's .jsonl file",
        .0.display()
    )]
    NotGooses(PathBuf),
    /// The path is nothing of Codex's.
    #[error(
        "{} holds no Codex sessions: name Codex's folder (.codex), its sessions folder or one rollout-*.jsonl file",
        .0.display()
    )]
    NotCodexs(PathBuf),
    /// The system refused.
    #[error("cannot read {}: {source}", .path.display())]
    Io {
        /// What was to be read.
        path: PathBuf,
        /// Why it could not be.
        source: io::Error,
    },
}

impl SourceError {
    pub(crate) fn io(path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::Io {
            path: path.into(),
            source,
        }
    }
}

/// Something that keeps a file from being read to its end, while what stands before it is read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// The file is empty.
    #[error("{path} is empty")]
    Empty {
        /// The file.
        path: String,
    },
    /// The file is JSON of another shape, or no JSON.
    #[error("{path} is not a list of events: it begins with {begins_with:?}")]
    NotAList {
        /// The file.
        path: String,
        /// Its first characters.
        begins_with: String,
    },
    /// The file holds what a view shows, which is no conversation: results without calls, and texts
    /// of which some were taken out.
    #[error(
        "{path} holds what one view shows of a conversation, and is no conversation: open the store that it was made from"
    )]
    Projection {
        /// The file.
        path: String,
    },
    /// The file stops before the list does.
    #[error(
        "{path} ends in the middle of event {number}, at byte {at}; the events before it are shown"
    )]
    Truncated {
        /// The file.
        path: String,
        /// The number of the event that is cut off, from 1.
        number: usize,
        /// The file's length in bytes.
        at: usize,
    },
    /// Something follows the list.
    #[error("{path} goes on after its list of events, at byte {at}; what follows is not shown")]
    Trailing {
        /// The file.
        path: String,
        /// Where the list ends, in bytes.
        at: usize,
    },
    /// A file beside the events cannot be read.
    #[error("{path} cannot be read: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// The reason.
        why: String,
    },
}
