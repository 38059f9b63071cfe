//! The parts of the page.

mod bar;
mod card;
mod conversation;
#[cfg(feature = "ssr")]
mod list;
mod row;
mod status;
mod text;
mod when;

pub(crate) use conversation::{Conversation, PageContext, PageSignals, Theme, row_signals};
#[cfg(feature = "ssr")]
pub(crate) use list::List;
pub(crate) use status::Connection;
#[cfg(feature = "hydrate")]
pub(crate) use {
    conversation::{RowSignal, shape},
    text::MakeBlocks,
};
