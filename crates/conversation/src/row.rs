//! How the items of a view are arranged for reading.

mod build;

pub use build::rows;

use crate::{Body, BodyFacts, EventKey, Tool};

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
}

impl Row {
    /// Whether all its texts are here, rather than only on a page that shows them.
    pub fn has_texts(&self) -> bool {
        self.bodies().iter().all(|body| body.text.is_some())
    }

    /// Its texts, in order.
    pub fn bodies(&self) -> Vec<&Body> {
        match &self.kind {
            RowKind::Person { body, .. }
            | RowKind::Assistant { body }
            | RowKind::Answer { body }
            | RowKind::Note { body }
            | RowKind::Reasoning { body, .. }
            | RowKind::Call { body, .. }
            | RowKind::HostNote { body, .. }
            | RowKind::Mark { body, .. } => vec![body],
            RowKind::Card { bodies, .. } => bodies.iter().map(|body| &body.body).collect(),
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
        body: Body,
    },
    /// The assistant's words.
    Assistant {
        /// The words.
        body: Body,
    },
    /// The assistant's structured answer.
    Answer {
        /// The answer.
        body: Body,
    },
    /// Words to the person from within a tool's result.
    Note {
        /// The words.
        body: Body,
    },
    /// A tool's result.
    Card {
        /// The tool, where the call is known.
        tool: Option<Tool>,
        /// Whether it reports an error.
        is_error: bool,
        /// The length of all its texts in bytes.
        bytes: u64,
        /// The beginning of its first text.
        head: String,
        /// What it holds.
        bodies: Vec<CardBody>,
    },
    /// The assistant's thinking.
    Reasoning {
        /// Its first words.
        head: String,
        /// The thinking.
        body: Body,
    },
    /// A tool call.
    Call {
        /// The tool.
        tool: Tool,
        /// Whether a result is there.
        state: CallState,
        /// The arguments.
        body: Body,
    },
    /// Text that a host put in.
    HostNote {
        /// Its first words.
        head: String,
        /// The text.
        body: Body,
    },
    /// Anything else, by the name of its kind.
    Mark {
        /// The kind as stored.
        label: String,
        /// All that the event holds.
        body: Body,
    },
    /// A turn in which this view has nothing.
    EmptyTurn,
}

/// How a call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallState {
    /// Its result is among the items.
    Answered,
    /// No result, and the conversation is being written.
    Running,
    /// No result will come.
    Interrupted,
}

/// A text inside a card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardBody {
    /// The block's measures.
    pub facts: BodyFacts,
    /// For whom the block is, where it says so: `you`, `the model`, `you and the model`, `nobody`.
    pub addressed_to: Option<&'static str>,
    /// The text.
    pub body: Body,
}
