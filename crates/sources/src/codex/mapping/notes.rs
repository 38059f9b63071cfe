//! What is neither the person's nor the assistant's: kept, and not made more of.

use crate::{
    codex::record::{Entry, list, text},
    mapping::{Events, Outcome},
};
use serde_json::{Map, Value, json};

/// Something asks the person.
pub(super) fn inquiry(entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
    let kind = entry.inner_kind();
    let mut fields = entry.fields("inquiry_request");
    let id = entry.text("call_id").or(entry.text("id")).unwrap_or(kind);
    fields.insert("id".to_owned(), Value::String(id.to_owned()));
    fields.insert(
        "source".to_owned(),
        json!({"source": "other", "name": kind}),
    );
    let text = entry.text("reason").or(entry.text("message"));
    let command = || {
        let words = list(entry.payload, "command").iter();
        words
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let text = text.map_or_else(command, str::to_owned);
    let question = json!({"text": text, "answer_type": {"type": "text"}});
    fields.insert("question".to_owned(), question);
    fields.insert("request".to_owned(), Value::Object(entry.payload.clone()));
    events.add(entry.event(None, fields));
    Outcome::Mapped
}

/// A message that is neither the person's nor the assistant's.
pub(super) fn host_note(entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
    let Some(content) = first_text(entry.payload) else {
        return carry(entry, events);
    };
    let mut fields = entry.fields("host_note");
    fields.insert("content".to_owned(), Value::String(content));
    for name in ["role", "author", "recipient"] {
        if let Some(value) = entry.payload.get(name) {
            fields.insert(name.to_owned(), value.clone());
        }
    }
    events.add(entry.event(entry.text("id").map(str::to_owned), fields));
    Outcome::Mapped
}

/// Carries a record as it is.
pub(super) fn carry(entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
    let kind = match entry.kind {
        "response_item" | "event_msg" => entry.inner_kind(),
        kind => kind,
    };
    events.add(entry.carried(kind));
    Outcome::Carried
}

/// The texts of a message, as one.
pub(super) fn first_text(payload: &Map<String, Value>) -> Option<String> {
    if let Some(content) = text(payload, "content") {
        return Some(content.to_owned());
    }
    let parts = list(payload, "content").iter();
    let texts: Vec<&str> = parts
        .filter_map(|part| text(part.as_object()?, "text"))
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}
