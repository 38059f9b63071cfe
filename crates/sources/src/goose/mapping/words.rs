//! Texts and files in messages, and what their metadata say.

use super::{Out, Voice, kind, object, other};
use crate::mapping::Mapped;
use conversation::{Answer, Kind, block::Audience};
use serde_json::{Map, Value, json};

/// Who asks in a sub-agent's session.
const PARENT: &str = "parent agent";

/// Whether a block is something that one says or shows.
pub(super) fn is_words(block: &Value) -> bool {
    matches!(kind(block), Some("text" | "image" | "document"))
}

/// Whether a block does not say that it is for the model alone.
pub(super) fn is_for_person(block: &Value) -> bool {
    let fields = block.as_object();
    fields.is_none_or(|fields| Audience::of(fields).reaches_user())
}

/// Adds all that the person says in a message as one request, in the place of its first block.
pub(super) fn add_prompt(out: &mut Out<'_>, blocks: &[Value]) {
    if !matches!(out.voice, Voice::Person | Voice::Parent) {
        return;
    }
    let said = || {
        let own = blocks.iter().enumerate();
        own.filter(|(_, block)| is_words(block) && is_for_person(block))
    };
    let Some((n, _)) = said().next() else { return };
    let texts: Vec<&str> = said().filter_map(|(_, block)| text(block)).collect();
    let files: Vec<Value> = said().filter_map(|(_, block)| file(block)).collect();
    let mut fields = object(json!({"type": "chat_request", "content": texts.join("\n\n")}));
    if out.voice == Voice::Parent {
        fields.insert("author".to_owned(), PARENT.into());
    }
    if !files.is_empty() {
        fields.insert("resources".to_owned(), files.into());
    }
    out.add(n, fields);
}

/// Adds a text or a file, unless the prompt has it.
pub(super) fn add(out: &mut Out<'_>, n: usize, block: &Value, fields: &Map<String, Value>) {
    let is_for_person = is_for_person(block);
    match (out.voice, text(block), file(block)) {
        (Voice::Person | Voice::Parent, ..) if is_for_person => {}
        (Voice::Assistant, Some(text), _) if is_for_person => {
            out.add(n, object(json!({"type": "chat_response", "message": text})));
        }
        (Voice::Assistant, None, Some(file)) if is_for_person => add_file(out, n, file),
        (_, Some(text), _) => {
            out.add(n, object(json!({"type": "host_note", "content": text})));
        }
        _ => {
            let kind = kind(block).unwrap_or("block").to_owned();
            out.add(n, other::carried(&kind, Value::Object(fields.clone())));
        }
    }
}

/// A file of the assistant's stands with the message before it.
fn add_file(out: &mut Out<'_>, n: usize, file: Value) {
    let is_message =
        |event: &&mut Mapped| Kind::of(&event.fields) == Kind::ChatResponse(Answer::Message);
    let message = out.events.iter_mut().rev().find(is_message);
    if let Some(message) = message {
        let files = message
            .fields
            .entry("resources")
            .or_insert_with(|| json!([]));
        if let Value::Array(files) = files {
            files.push(file);
        }
        return;
    }
    out.add(
        n,
        object(json!({"type": "chat_response", "message": "", "resources": [file]})),
    );
}

/// Adds thoughts, of which older versions have another name.
pub(super) fn add_reasoning(out: &mut Out<'_>, n: usize, block: &Map<String, Value>) {
    let text = ["thinking", "text"]
        .iter()
        .find_map(|name| block.get(*name)?.as_str());
    match text {
        Some(text) => out.add(
            n,
            object(json!({"type": "chat_response", "reasoning": text})),
        ),
        None => out.add(n, other::carried("thinking", Value::Object(block.clone()))),
    }
}

fn text(block: &Value) -> Option<&str> {
    match kind(block)? {
        "text" => block.get("text")?.as_str(),
        _ => None,
    }
}

/// An image or a document as a resource.
fn file(block: &Value) -> Option<Value> {
    if !matches!(kind(block)?, "image" | "document") {
        return None;
    }
    let data = block.get("data")?.as_str()?;
    let mut file = Map::new();
    for name in ["uri", "name", "mimeType"] {
        if let Some(value) = block.get(name).filter(|value| value.is_string()) {
            file.insert(name.to_owned(), value.clone());
        }
    }
    file.insert("blob".to_owned(), data.into());
    Some(Value::Object(file))
}

/// Adds to the events what the message's metadata say of the model and of what it took.
pub(super) fn add_metadata(out: &mut Out<'_>) {
    let metadata = &out.message.metadata;
    let inference = metadata.get("inference");
    let of_inference = |name: &str| inference?.get(name).filter(|value| value.is_string());
    let usage = metadata.get("usage").filter(|usage| usage.is_object());
    let of_usage = |name: &str| usage?.get(name).filter(|value| value.is_number());
    let of_all = [
        ("model", of_inference("requestedModel")),
        ("provider", of_inference("provider")),
        (
            "steer",
            metadata.get("steer").filter(|value| value.is_boolean()),
        ),
    ];
    let of_last = [
        ("usage", usage),
        ("cost", of_usage("cost")),
        ("duration_ms", of_usage("elapsedMs")),
    ];
    let n_events = out.events.len();
    for (n, event) in (1..).zip(&mut out.events) {
        let last = of_last.iter().filter(|_| n == n_events);
        for (name, value) in of_all.iter().chain(last) {
            let Some(value) = *value else { continue };
            let all = event.fields.entry("metadata").or_insert_with(|| json!({}));
            if let Value::Object(all) = all {
                all.insert((*name).to_owned(), value.clone());
            }
        }
    }
}
