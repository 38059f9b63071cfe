//! Claude Code's store: a file of lines for each session, in a folder for each project.
//!
//! Facts of the format, and what is made of them: `docs/sources/claude.md`.

mod agent_files;
mod answer;
mod assistant;
mod branches;
mod calls;
mod changes;
mod conversation;
mod copies;
mod digests;
mod draft;
mod ends;
mod files;
mod held;
mod id;
mod known;
mod left_out;
mod list;
mod mapping;
mod media;
mod meta;
mod out;
mod paths;
mod place;
mod pulse;
mod queue;
mod record;
mod result;
mod says;
mod sides;
mod store;
mod summary;
mod usage;
mod user;
mod wrappers;

pub use conversation::ClaudeConversation;
pub use list::ClaudeList;
pub use store::ClaudeStore;
