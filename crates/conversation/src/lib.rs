//! What an agent's conversation is, and what of it is addressed to whom.
//!
//! Readers make [`Event`]s from stored records; [`view`] decides what of an event belongs to the
//! user, the raw or the provider view, and nothing else in the project decides that; [`Item`]s are
//! what travels to a page; [`ViewState`] folds the changes that follow; [`rows`] arranges the items
//! for reading. Nothing here touches disk, network, clock, environment or randomness.

pub mod blob;
pub mod block;
mod body;
mod changes;
mod context;
mod cut;
mod event;
mod facts;
mod head;
mod holding;
mod item;
mod key;
mod marks;
mod media;
mod pixels;
pub mod policy;
pub mod read;
mod row;
mod state;
mod stored_base64;
mod strip;
pub mod tool_name;
mod unanswered;
pub mod view;
mod words;

pub use body::{Body, Format};
pub use changes::{Change, Grow, Put, Remove, Reset, changes_between};
pub use context::{CallRef, Context, ContextReader, Reading, Tool};
pub use event::{Answer, Event, Kind};
pub use facts::{Addressee, BodyFacts};
pub use holding::Holding;
pub use item::{Display, Item, SUBAGENT, Side, item};
pub use key::{BEFORE, BEHIND, EventKey};
pub use marks::RESTORED;
pub use media::{Media, MediaKind};
pub use row::{CallState, Card, Piece, Row, RowKind, rows, rows_of_stretch};
pub use state::{Status, ViewState, Window};
pub use unanswered::Unanswered;
pub use view::{Absence, UnknownView, View};
pub use words::{Said, first_words, said};
