//! goose's store: `sessions.db`, one SQLite database for all sessions, and, from before September
//! 2025, a file of lines for each session in the same folder.
//!
//! Facts of the format: [docs/sources/goose.md](../../../docs/sources/goose.md).

mod check;
mod conversation;
mod end;
mod facts;
mod id;
mod interface;
mod list;
mod log;
mod mapping;
mod message;
mod old_file;
mod paths;
mod rows;
mod session;
mod store;

pub use conversation::GooseConversation;
pub use list::GooseList;
pub use paths::sessions_folder;
pub use store::GooseStore;
