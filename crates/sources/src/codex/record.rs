//! One record of a rollout, in the form that all versions share.

use super::stamp::Stamp;
use crate::mapping::Mapped;
use serde_json::{Map, Value};

/// What the Responses API calls its items. The oldest files hold them without an envelope.
const BARE_ITEMS: [&str; 6] = [
    "message",
    "reasoning",
    "function_call",
    "function_call_output",
    "local_shell_call",
    "web_search_call",
];

/// The kinds of lines.
const KINDS: [&str; 6] = [
    "session_meta",
    "response_item",
    "event_msg",
    "turn_context",
    "compacted",
    "world_state",
];

/// A record: the kind of the line, and what it holds.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// `response_item`, `event_msg`, `session_meta` and so on.
    pub kind: &'a str,
    /// What the line holds.
    pub payload: &'a Map<String, Value>,
    /// When.
    pub stamp: Stamp,
    record: &'a Map<String, Value>,
}

impl<'a> Entry<'a> {
    /// Reads a record of any version.
    pub(super) fn of(record: &'a Map<String, Value>) -> Self {
        let (kind, payload) = match record.get("payload").and_then(Value::as_object) {
            Some(payload) => (text(record, "type").unwrap_or("record"), payload),
            None => (bare_kind(record), record),
        };
        let stamp = Stamp::of(record.get("timestamp").or(payload.get("timestamp")));
        Self {
            kind,
            payload,
            stamp,
            record,
        }
    }

    /// A field of what the line holds, where it is a text that is not empty.
    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        text(self.payload, name)
    }

    /// The kind of what the line holds. A message need not say that it is one.
    pub(super) fn inner_kind(&self) -> &'a str {
        let is_message = self.payload.contains_key("role");
        let unnamed = if is_message { "message" } else { self.kind };
        self.text("type").unwrap_or(unnamed)
    }

    /// Whether it is of a kind that Codex writes.
    pub(super) fn is_of_known_kind(&self) -> bool {
        KINDS.contains(&self.kind)
    }

    /// The turn that it belongs to.
    pub(super) fn turn_id(&self) -> Option<&'a str> {
        self.text("turn_id")
    }

    /// Whether it is the summary that a compaction made, and no message.
    pub(super) fn is_compaction_output(&self) -> bool {
        [self.record, self.payload].iter().any(|fields| {
            let metadata = fields.get("metadata");
            metadata.and_then(|metadata| metadata.get("compaction_output"))
                == Some(&Value::Bool(true))
        })
    }

    /// An event with the record as it stands, under a kind of its own.
    pub(super) fn carried(&self, kind: &str) -> Mapped {
        let mut fields = self.record.clone();
        fields.insert("type".to_owned(), Value::String(format!("codex/{kind}")));
        if let Some(timestamp) = &self.stamp.text {
            fields.insert("timestamp".to_owned(), Value::String(timestamp.clone()));
        }
        // The id of an item names the event that the item is told in.
        Mapped {
            id: None,
            at_ms: self.stamp.at_ms,
            fields,
        }
    }

    /// The fields that an event of a kind begins with.
    pub(super) fn fields(&self, kind: &str) -> Map<String, Value> {
        let mut fields = Map::new();
        if let Some(timestamp) = &self.stamp.text {
            fields.insert("timestamp".to_owned(), Value::String(timestamp.clone()));
        }
        fields.insert("type".to_owned(), Value::String(kind.to_owned()));
        fields
    }

    /// An event of this record.
    pub(super) fn event(&self, id: Option<String>, fields: Map<String, Value>) -> Mapped {
        Mapped {
            id,
            at_ms: self.stamp.at_ms,
            fields,
        }
    }
}

/// A field that is a text and not empty.
pub(super) fn text<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    fields.get(name)?.as_str().filter(|text| !text.is_empty())
}

/// A field that is an object.
pub(super) fn object<'a>(
    fields: &'a Map<String, Value>,
    name: &str,
) -> Option<&'a Map<String, Value>> {
    fields.get(name)?.as_object()
}

/// A field's entries, where it is a list.
pub(super) fn list<'a>(fields: &'a Map<String, Value>, name: &str) -> &'a [Value] {
    let entries = fields.get(name).and_then(Value::as_array);
    entries.map_or(&[], Vec::as_slice)
}

/// What a line without an envelope is.
fn bare_kind(record: &Map<String, Value>) -> &str {
    let kind = text(record, "type");
    let is_item = kind.is_some_and(|kind| BARE_ITEMS.contains(&kind));
    if is_item || (kind.is_none() && record.contains_key("role")) {
        return "response_item";
    }
    match (kind, text(record, "record_type")) {
        (Some(kind), _) | (None, Some(kind)) => kind,
        (None, None) if record.contains_key("id") && record.contains_key("timestamp") => {
            "session_meta"
        }
        (None, None) => "record",
    }
}
