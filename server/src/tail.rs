//! `serve-web tail`: follows a conversation of a running server, as any other program can: over
//! server-sent events, as `docs/API.md` describes them.
//!
//! The [`Teller`](teller::Teller) makes text of batches and does nothing else; the
//! [`Client`](client::Client) asks the server; the [`Session`] brings them together, and comes back
//! with the last position when the connection is lost.

mod address;
mod client;
mod pace;
mod reader;
mod session;
mod sse;
mod teller;

pub use address::{Address, AddressError};
pub use session::Session;

use hyper::StatusCode;
use std::io::{self, ErrorKind};

/// How it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// What the assistant says on stdout, everything else on stderr.
    #[default]
    Text,
    /// Each frame as it came, a line of JSON.
    Json,
}

/// A conversation cannot be followed (any more).
#[derive(Debug, thiserror::Error)]
pub enum TailError {
    /// No server answers.
    #[error("nothing answers at {authority}: {source}")]
    Unreachable {
        /// Host and port.
        authority: String,
        /// Why.
        source: io::Error,
    },
    /// The connection broke off.
    #[error("the connection broke off: {0}")]
    Broken(#[from] hyper::Error),
    /// The server says no.
    #[error("{message}")]
    Refused {
        /// What kind of no.
        status: StatusCode,
        /// Its words.
        message: String,
    },
    /// What the server says is not understood.
    #[error("the answer is none of serve-web's, or of a later version: {0}")]
    Strange(String),
    /// Nothing can be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

impl TailError {
    /// Whether nobody reads any more, which is no failure: whoever read has seen enough.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == ErrorKind::BrokenPipe)
    }
}
