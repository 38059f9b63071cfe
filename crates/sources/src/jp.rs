//! JP's store: `.jp/conversations` of a workspace and its lasting copy with the user's data, a folder
//! for each conversation.
//!
//! Facts of the format: an `events.json` that is one JSON array, written whole to a temporary file
//! that then takes its name; a `metadata.json` with the title; a `base_config.json`, or, in older
//! conversations, a first event that holds the configuration.

mod calls;
mod config;
mod conversation;
mod decode;
mod event;
mod file;
mod id;
mod interface;
mod last_words;
mod list;
mod locks;
mod metadata;
mod paths;
mod roots;
mod store;
mod summary;

pub use config::TurnConfig;
pub use conversation::JpConversation;
pub use id::JpId;
pub use list::JpList;
pub use paths::user_data;
pub use store::JpStore;
