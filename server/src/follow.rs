//! Following conversations: one follower for each that is opened, however many read it.

mod batch;
mod cursor;
mod family;
mod follower;
mod glimpse;
mod hub;
mod list;
mod log;
mod polled;
mod queue;

pub(crate) use batch::Batch;
pub(crate) use cursor::Cursor;
pub(crate) use follower::{Follower, POLL, Page, Settings, Subscription};
pub(crate) use hub::{Found, Hub, called};
pub(crate) use list::Snapshot;
pub(crate) use log::{EventLog, Limit, Replaced};
pub(crate) use polled::tell_polled;
pub(crate) use queue::{Queue, Receiver};
