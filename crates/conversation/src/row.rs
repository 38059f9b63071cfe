//! How the items of a view are arranged for reading.

mod build;

pub use build::{rows, rows_of_stretch};

use crate::{Absence, Body, BodyFacts, Display, EventKey, Tool};

/// One row of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name on the page: the key of its first item, with the block's number for a block.
    pub key: String,
    /// Equal where nothing that the row shows has changed.
    pub stamp: String,
    /// When, in milliseconds since the Unix epoch.
    pub at_ms: Option<i64>,
    /// The event whose record the row shows.
    pub event: EventKey,
    /// What it shows.
    pub kind: RowKind,
    /// Its text is being written: more may be added to its end. This is no part of the stamp, since
    /// what the row says is the same when nobody writes it any more.
    pub is_open: bool,
    /// The id of the conversation that its call started.
    pub subagent: Option<String>,
    /// Why the user view does not have it; in the raw view only.
    pub absent: Option<Absence>,
    /// What of it is not as it should be; in the raw view only.
    pub marks: Vec<String>,
}

impl Row {
    /// Whether all its texts are here, rather than only on a page that shows them.
    pub fn has_texts(&self) -> bool {
        self.pieces().iter().all(|piece| piece.body.text.is_some())
    }

    /// What it is made of, in order.
    pub fn pieces(&self) -> Vec<&Piece> {
        match &self.kind {
            RowKind::Person { words, files, .. } | RowKind::Assistant { words, files } => {
                std::iter::once(words).chain(files).collect()
            }
            RowKind::Answer { piece }
            | RowKind::Note { piece }
            | RowKind::Reasoning { piece, .. }
            | RowKind::Call { piece, .. }
            | RowKind::HostNote { piece, .. }
            | RowKind::Mark { piece, .. } => vec![piece],
            RowKind::Card(card) => card.pieces.iter().collect(),
            RowKind::EmptyTurn => Vec::new(),
        }
    }
}

/// What a row shows.
#[derive(Clone, Debug, PartialEq)]
pub enum RowKind {
    /// The person's words.
    Person {
        /// Who, where the source knows it.
        author: Option<String>,
        /// The words.
        words: Piece,
        /// What came with them.
        files: Vec<Piece>,
    },
    /// The assistant's words.
    Assistant {
        /// The words.
        words: Piece,
        /// What came with them.
        files: Vec<Piece>,
    },
    /// The assistant's structured answer.
    Answer {
        /// The answer.
        piece: Piece,
    },
    /// What a tool's result says to the person.
    Note {
        /// Words, or what takes their place.
        piece: Piece,
    },
    /// A tool's result.
    Card(Card),
    /// The assistant's thinking.
    Reasoning {
        /// Its first words.
        head: String,
        /// The thinking.
        piece: Piece,
    },
    /// A tool call.
    Call {
        /// The tool.
        tool: Tool,
        /// Whether a result is there.
        state: CallState,
        /// The arguments.
        piece: Piece,
    },
    /// Text that a host put in.
    HostNote {
        /// Its first words.
        head: String,
        /// The text.
        piece: Piece,
    },
    /// Anything else, by the name of its kind.
    Mark {
        /// The kind as stored.
        label: String,
        /// All that the event holds.
        piece: Piece,
    },
    /// A turn in which this view has nothing.
    EmptyTurn,
}

/// A tool's result.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The tool, where the call is known.
    pub tool: Option<Tool>,
    /// Whether it reports an error.
    pub is_error: bool,
    /// How it is shown.
    pub display: Display,
    /// The size of all that it holds, in bytes.
    pub bytes: u64,
    /// The beginning of its first text.
    pub head: String,
    /// What it holds.
    pub pieces: Vec<Piece>,
}

/// How a call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallState {
    /// Its result is among the items, or nothing is said of it while it runs.
    Quiet,
    /// No result, and the conversation is being written.
    Running,
    /// No result will come.
    Interrupted,
}

/// A text or block of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// What is known of it.
    pub facts: BodyFacts,
    /// Its text.
    pub body: Body,
}
