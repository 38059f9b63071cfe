//! One stored record, read leniently: a field of another type counts as missing.

use crate::time::timestamp;
use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_64;

/// A record as it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'a>(pub(super) &'a Map<String, Value>);

/// A hash of a record's id.
pub(super) type Id = u64;

/// The hash of an id.
pub(super) fn id(text: &str) -> Id {
    xxh3_64(text.as_bytes())
}

impl<'a> Record<'a> {
    pub(super) fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name)
    }

    pub(super) fn text(self, name: &str) -> Option<&'a str> {
        self.get(name)?.as_str()
    }

    pub(super) fn is(self, name: &str) -> bool {
        self.get(name) == Some(&Value::Bool(true))
    }

    pub(super) fn object(self, name: &str) -> Option<Self> {
        self.get(name)?.as_object().map(Self)
    }

    /// What it is. A message without a type is told by its role.
    pub(super) fn kind(self) -> &'a str {
        let role = || self.object("message")?.text("role");
        self.text("type").or_else(role).unwrap_or_default()
    }

    /// The name of the kind within the kind: of a system record, an attachment and so on.
    pub(super) fn subkind(self) -> Option<&'a str> {
        match self.kind() {
            "system" => self.text("subtype"),
            "attachment" => self.object("attachment")?.text("type"),
            "progress" => self.object("data")?.text("type"),
            "queue-operation" => self.text("operation"),
            _ => None,
        }
    }

    pub(super) fn uuid(self) -> Option<&'a str> {
        self.text("uuid").filter(|uuid| !uuid.is_empty())
    }

    /// The record that it follows. Compaction begins a chain anew and names the old one apart.
    pub(super) fn parent(self) -> Option<&'a str> {
        self.text("parentUuid")
            .or_else(|| self.text("logicalParentUuid"))
    }

    /// When it was written, as RFC 3339 and in milliseconds.
    pub(super) fn time(self) -> Option<(String, i64)> {
        timestamp(self.get("timestamp")?)
    }

    /// What a message says: a text, a list of blocks, or nothing that can be told.
    pub(super) fn content(self) -> Option<Content<'a>> {
        match self.get("message")? {
            Value::String(text) => Some(Content::Text(text)),
            Value::Object(message) => match message.get("content")? {
                Value::String(text) => Some(Content::Text(text)),
                Value::Array(blocks) => Some(Content::Blocks(blocks)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The id of the message of which this may be a part.
    pub(super) fn message_id(self) -> Option<&'a str> {
        self.object("message")?
            .text("id")
            .filter(|id| !id.is_empty())
    }

    /// Whether it belongs to a sub-agent that is stored between the lines of the conversation.
    pub(super) fn is_sidechain(self) -> bool {
        self.is("isSidechain")
    }

    /// Whether the program made it in the assistant's place.
    pub(super) fn is_synthetic(self) -> bool {
        let message = self.object("message");
        message.and_then(|message| message.text("model")) == Some("<synthetic>")
    }
}

/// What a message says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content<'a> {
    Text(&'a str),
    Blocks(&'a [Value]),
}

/// A part of a message.
#[derive(Clone, Copy, Debug)]
pub(super) enum Block<'a> {
    /// A text, with its block where it is one.
    Text(&'a str, Option<Record<'a>>),
    /// A block of another kind.
    Other(&'a str, Record<'a>),
    /// An entry that is no block.
    None(&'a Value),
}

impl<'a> Content<'a> {
    /// Its parts, in order.
    pub(super) fn blocks(self) -> Vec<Block<'a>> {
        match self {
            Self::Text(text) => vec![Block::Text(text, None)],
            Self::Blocks(blocks) => blocks.iter().map(Block::of).collect(),
        }
    }
}

impl<'a> Block<'a> {
    pub(super) fn of(value: &'a Value) -> Self {
        let block = match value {
            Value::String(text) => return Self::Text(text, None),
            Value::Object(block) => Record(block),
            _ => return Self::None(value),
        };
        match (block.text("type"), block.text("text")) {
            (Some("text"), Some(text)) => Self::Text(text, Some(block)),
            (Some(kind), _) => Self::Other(kind, block),
            (None, _) => Self::None(value),
        }
    }
}
