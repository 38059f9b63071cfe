//! Codex CLI's store: a rollout for each thread, to which Codex adds a line for whatever happens.
//!
//! `docs/sources/codex.md` has the facts of the format. Names of threads are read from
//! `state_5.sqlite` and `session_index.jsonl`, and nothing else beside the rollouts: `auth.json` is
//! never opened.

mod conversation;
mod ends;
mod files;
mod head;
mod list;
mod mapping;
mod names;
mod paths;
mod record;
mod source;
mod stamp;
mod state;
mod store;
mod summary;
mod titles;

pub use conversation::CodexConversation;
pub use list::CodexList;
pub use paths::codex_home;
pub use store::CodexStore;
