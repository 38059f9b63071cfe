//! The agents' own stores: find, list, read and follow them, without ever writing to one.
//!
//! A reader turns stored records into [`conversation::Event`]s and never fails as a whole: what
//! cannot be read is an event of the type [`UNREADABLE`], which only the raw view shows, and what
//! keeps a store from being read to its end is a [`Problem`] beside the events. What a client dropped
//! from a tool's result is brought back by [`restore`].

pub mod agents;
pub mod claude;
pub mod codex;
pub mod goose;
pub mod jp;
pub mod restore;
pub mod rows;

mod blank;
mod error;
mod freshness;
mod json;
mod keys;
mod lines;
mod mapping;
mod parallel;
mod places;
mod position;
mod record_log;
mod splice;
mod sqlite;
mod store;
mod summary;
mod time;
mod watch;

pub use error::{Problem, SourceError};
pub use mapping::{Outcome, Outcomes};
pub use places::{System, Variable, absolute_path_in, path_in};
pub use position::{NotAPosition, Position};
pub use splice::Splice;
pub use store::{Conversation, List, Store};
pub use summary::{State, Summary};
pub use watch::{Polled, WatchError, WatchGuard, Watched, Watcher};

/// The type of an event that stands for a record that could not be read.
pub const UNREADABLE: &str = "serve-web/unreadable";

/// How much reading has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Records parsed.
    pub records_parsed: u64,
}
