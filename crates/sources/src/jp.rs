//! JP's store: `.jp/conversations` of a workspace, a folder for each conversation.
//!
//! Facts of the format: an `events.json` that is one JSON array, written whole to a temporary file
//! that then takes its name; a `metadata.json` with the title; a `base_config.json`, or, in older
//! conversations, a first event that holds the configuration.

mod conversation;
mod decode;
mod event;
mod file;
mod id;
mod metadata;
mod store;

pub use conversation::JpConversation;
pub use id::JpId;
pub use store::JpStore;
