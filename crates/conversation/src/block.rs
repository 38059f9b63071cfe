//! The blocks of a tool's result and whom each is addressed to.

use crate::Event;
use serde_json::{Map, Value};

/// Whom a block is addressed to (MCP's `annotations.audience`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// No audience is named: addressed to both.
    Unannotated,
    /// A list was given; roles other than exactly `user` and `assistant` are ignored, so that both
    /// may be false: the block addresses nobody.
    Named {
        /// The list has `user`.
        user: bool,
        /// The list has `assistant`.
        assistant: bool,
    },
}

impl Audience {
    /// Reads a block's audience: on the block, or, for a `resource` block that has none there, on
    /// the resource.
    pub fn of(block: &Map<String, Value>) -> Self {
        let own = audience_field(block);
        let nested = || match block.get("type").and_then(Value::as_str) {
            Some("resource") => block.get("resource")?.as_object().and_then(audience_field),
            _ => None,
        };
        match own.or_else(nested) {
            Some(Value::String(role)) => Self::Named {
                user: role == "user",
                assistant: role == "assistant",
            },
            Some(Value::Array(roles)) => Self::Named {
                user: roles.iter().any(|role| role == "user"),
                assistant: roles.iter().any(|role| role == "assistant"),
            },
            _ => Self::Unannotated,
        }
    }

    /// Whether the person is addressed.
    pub fn reaches_user(self) -> bool {
        matches!(self, Self::Unannotated | Self::Named { user: true, .. })
    }

    /// Whether the model is addressed.
    pub fn reaches_assistant(self) -> bool {
        matches!(
            self,
            Self::Unannotated
                | Self::Named {
                    assistant: true,
                    ..
                }
        )
    }

    /// Whether the person is addressed by name: such a block is speech where the display policy
    /// says so.
    pub fn names_user(self) -> bool {
        matches!(self, Self::Named { user: true, .. })
    }
}

/// The audience as written, where it has one of the two shapes that count: a list or a string.
fn audience_field(object: &Map<String, Value>) -> Option<&Value> {
    object
        .get("annotations")?
        .get("audience")
        .filter(|audience| audience.is_array() || audience.is_string())
}

/// An entry of a result's `content`, with its place there.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The entry's index in the stored content, which names the block in every view.
    pub n: u32,
    /// The entry as stored.
    pub value: &'a Value,
    /// Its fields.
    pub fields: &'a Map<String, Value>,
}

impl<'a> Block<'a> {
    /// The block's type.
    pub fn kind(&self) -> &'a str {
        self.text("type").unwrap_or_default()
    }

    /// A field that is a string.
    pub fn text(&self, field: &str) -> Option<&'a str> {
        self.fields.get(field)?.as_str()
    }

    /// Whom it is addressed to.
    pub fn audience(&self) -> Audience {
        Audience::of(self.fields)
    }
}

/// What a result's `content` holds.
#[derive(Clone, Debug)]
pub enum Content<'a> {
    /// The older form: one text, which counts as one unannotated text block.
    Text(&'a str),
    /// The blocks, and how many entries there were that are no blocks.
    Blocks(Vec<Block<'a>>, usize),
}

impl<'a> Content<'a> {
    /// The content of a `tool_call_response`. A content that is neither a string nor a list is
    /// empty.
    pub fn of(event: &'a Event) -> Self {
        Self::of_fields(event.fields())
    }

    /// The same of the fields of a `tool_call_response`, as stored or as a view shows them.
    pub fn of_fields(fields: &'a Map<String, Value>) -> Self {
        match fields.get("content") {
            Some(Value::String(text)) => Self::Text(text),
            Some(Value::Array(entries)) => {
                let blocks: Vec<_> = (0..).zip(entries).filter_map(as_block).collect();
                let malformed = entries.len() - blocks.len();
                Self::Blocks(blocks, malformed)
            }
            _ => Self::Blocks(Vec::new(), 0),
        }
    }
}

/// An entry that is not an object with a string `type` is no block.
fn as_block((n, value): (u32, &Value)) -> Option<Block<'_>> {
    let fields = value.as_object()?;
    fields.get("type")?.as_str()?;
    Some(Block { n, value, fields })
}

/// The media type of a block or resource, in lower case and without parameters.
pub fn media_type(fields: &Map<String, Value>) -> Option<String> {
    let stored = fields
        .get("mimeType")
        .or_else(|| fields.get("mime_type"))?
        .as_str()?;
    let essence = stored.split(';').next().unwrap_or_default().trim();
    (!essence.is_empty()).then(|| essence.to_ascii_lowercase())
}

/// The number of bytes that base64 text stands for.
pub fn decoded_len(base64: &str) -> usize {
    let digits = base64
        .bytes()
        .filter(|b| !b.is_ascii_whitespace() && *b != b'=')
        .count();
    digits * 3 / 4
}
