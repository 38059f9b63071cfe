//! The parts of the page.

mod app;
mod bar;
mod card;
mod conversation;
mod each;
mod entry;
mod list;
mod media;
mod origin;
mod piece;
#[cfg(feature = "ssr")]
mod printed;
mod row;
mod status;
mod step;
mod sub_agent;
mod sub_agents;
mod text;
mod when;

pub(crate) use app::{App, Screen};
#[cfg(feature = "ssr")]
pub(crate) use conversation::row_signals;
pub(crate) use conversation::{PageContext, PageSignals, Theme};
#[cfg(feature = "ssr")]
pub(crate) use list::entry_signals;
pub(crate) use list::{ListContext, ListSignals};
#[cfg(feature = "ssr")]
pub(crate) use printed::{PrintedEnd, PrintedHead, PrintedRows};
pub(crate) use status::Connection;
#[cfg(feature = "hydrate")]
pub(crate) use {
    app::title_of,
    conversation::{RowSignal, named},
    each::places,
    list::{EntrySignal, entry_id},
    row::{anchor, anchored},
    text::{MakeBlocks, is_long, n_lines, n_nodes},
};
