//! `serve-web print`: a conversation in a terminal, or as JSON or a document.
//!
//! [`Printer`] makes text of events and does nothing else; the rest finds the conversation, reads it
//! and writes. The steps are: the [`Settler`](settle::Settler) says when an event can be printed, the
//! [`Drawer`](drawer::Drawer) makes [`Part`](part::Part)s of what the view and the policy leave of it,
//! and a writer for each format puts them into words.

mod block;
mod call;
mod clean;
mod command;
mod drawer;
mod fence;
mod find;
mod json;
mod lay_out;
mod look;
mod markdown;
mod note;
mod output;
mod part;
mod policies;
mod printer;
mod result;
mod rows;
mod say;
mod screen;
mod session;
mod settle;
mod text;

pub use find::{FindError, Found, find};
pub(crate) use json::escape;
pub use look::{Clock, Look, clock};
pub use output::{Channel, Output};
pub use printer::{Options, Printer};
pub use rows::RowPrinter;
pub use screen::Screen;
pub use session::{PrintError, Session};

use clap::ValueEnum;
use clean::Clean;

/// How a conversation is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal: what the assistant says on stdout, everything else on stderr.
    #[default]
    Text,
    /// An event in each line.
    Json,
    /// One document.
    Markdown,
}

/// A message as one line that a terminal shows and does not obey. Names of files are in messages, and
/// whoever made the files chose them.
pub fn one_line(message: &str) -> String {
    Clean::line(message).to_string()
}

#[cfg(test)]
mod tests;
