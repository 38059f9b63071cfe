//! One event of a conversation, carried whole.

use crate::EventKey;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::sync::Arc;

/// An event in JP's shape, onto which every source is mapped.
///
/// The fields are kept as they came, unknown ones too, in their order: what is read can be written
/// again without loss, and a field of a wrong type harms only whoever asks for that field. A clone
/// shares them.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    key: EventKey,
    kind: Kind,
    at_ms: Option<i64>,
    fields: Arc<Map<String, Value>>,
}

/// What an event is, told from its `type` and, for answers, from the fields that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A turn begins.
    TurnStart,
    /// The person speaks.
    ChatRequest,
    /// The assistant speaks, thinks or answers with data.
    ChatResponse(Answer),
    /// The assistant calls a tool.
    ToolCallRequest,
    /// A tool's result.
    ToolCallResponse,
    /// A tool or the host asks something.
    InquiryRequest,
    /// The answer to such a question.
    InquiryResponse,
    /// The configuration changes from here on.
    ConfigDelta,
    /// A range of turns was compacted for the model.
    Compaction,
    /// Text that a host or harness put in, not the person.
    HostNote,
    /// Anything else: kept, shown in the raw view only.
    Unknown,
}

/// The variants of `chat_response`, which carry no tag: the field that is present tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Text to the person.
    Message,
    /// Thinking, not addressed to the person.
    Reasoning,
    /// A structured answer.
    Data,
    /// None of the fields, or reasoning beside another: nothing of it may count as speech.
    Unclear,
}

impl Event {
    /// An event from its fields. `at_ms` is its instant in milliseconds since the Unix epoch, where
    /// the source knows it.
    pub fn new(key: EventKey, at_ms: Option<i64>, fields: Map<String, Value>) -> Self {
        let kind = Kind::of(&fields);
        Self {
            key,
            kind,
            at_ms,
            fields: Arc::new(fields),
        }
    }

    /// The event's name.
    pub fn key(&self) -> &EventKey {
        &self.key
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its instant in milliseconds since the Unix epoch, if known.
    pub fn at_ms(&self) -> Option<i64> {
        self.at_ms
    }

    /// All its fields, as they came.
    pub fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }

    /// A field that is a string.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field)?.as_str()
    }

    /// Whether a tool's result reports an error. Both spellings count; anything but `true` is no.
    pub fn is_error(&self) -> bool {
        is_error(&self.fields)
    }
}

pub(crate) fn is_error(fields: &Map<String, Value>) -> bool {
    ["is_error", "isError"]
        .iter()
        .any(|name| fields.get(*name) == Some(&Value::Bool(true)))
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields.serialize(serializer)
    }
}

impl Kind {
    /// The kind that these fields are.
    pub fn of(fields: &Map<String, Value>) -> Self {
        match fields.get("type").and_then(Value::as_str) {
            Some("turn_start") => Self::TurnStart,
            Some("chat_request") => Self::ChatRequest,
            Some("chat_response") => Self::ChatResponse(Answer::of(fields)),
            Some("tool_call_request") => Self::ToolCallRequest,
            Some("tool_call_response") => Self::ToolCallResponse,
            Some("inquiry_request") => Self::InquiryRequest,
            Some("inquiry_response") => Self::InquiryResponse,
            Some("config_delta") => Self::ConfigDelta,
            Some("compaction") => Self::Compaction,
            Some("host_note") => Self::HostNote,
            _ => Self::Unknown,
        }
    }
}

impl Answer {
    fn of(fields: &Map<String, Value>) -> Self {
        let has = |name| {
            fields
                .get(name)
                .is_some_and(|value: &Value| !value.is_null())
        };
        match (has("message"), has("reasoning"), has("data")) {
            (true, false, _) => Self::Message,
            (false, true, false) => Self::Reasoning,
            (false, false, true) => Self::Data,
            // `"data": null` is a structured answer too, where nothing else is there.
            (false, false, false) if fields.contains_key("data") => Self::Data,
            _ => Self::Unclear,
        }
    }
}
