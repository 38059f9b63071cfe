//! The bodies and frames of the HTTP API, with their version.
//!
//! What stands here is what other programs may read; the types of `conversation` that it holds are a
//! part of it.

mod body;
mod live;
mod page;

pub use body::{
    ConversationBody, ConversationsBody, ErrorBody, ErrorDetails, EventsBody, OneConversationBody,
};
pub use live::{
    ClientMessage, Failure, FramesBody, Hello, ListMessage, ListQuery, ListWindow, Newer, Older,
    ServerMessage, SubAgents,
};
pub use page::{ListState, PageState};

use conversation::read::FromJson;

/// The version of bodies and frames. It grows with a change that a reader of the one before would
/// take wrongly; new fields do not change it.
pub const VERSION: u32 = 1;

/// Reads a message or state from JSON text; nothing where it is none.
pub fn read<T: FromJson>(text: &str) -> Option<T> {
    T::from_json(serde_json::from_str(text).ok()?)
}
