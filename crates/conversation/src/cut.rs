//! Long texts are cut before they travel. The whole is one step away, as the stored record.

use crate::{Answer, Kind};
use serde_json::{Map, Value};

/// The longest text of a call, a result or any event that is no speech, in bytes.
const LONGEST: usize = 256 * 1024;

/// The field that holds the beginning of a value that was too long as JSON, in its place.
const CUT: &str = "serve-web/cut";

/// How many bytes of a text of `kind` travel, where that is not all. What somebody says is never
/// cut.
pub(crate) fn cut_at(kind: Kind, text: &str) -> Option<usize> {
    let is_speech = matches!(
        kind,
        Kind::ChatRequest | Kind::ChatResponse(Answer::Message | Answer::Reasoning)
    );
    (!is_speech && text.len() > LONGEST).then(|| text.floor_char_boundary(LONGEST))
}

/// The beginning of a value that was cut.
pub(crate) fn cut_text(fields: &Map<String, Value>) -> Option<&str> {
    fields.get(CUT)?.as_str()
}

/// Cuts the text number `index` of an event, whose first bytes are `beginning`.
pub(crate) fn cut(kind: Kind, fields: &mut Map<String, Value>, index: usize, beginning: &str) {
    match kind {
        Kind::ToolCallResponse => cut_result(fields, index, beginning),
        Kind::ToolCallRequest => replace(fields.get_mut("arguments"), beginning),
        Kind::ChatResponse(Answer::Data) => replace(fields.get_mut("data"), beginning),
        Kind::HostNote => shorten(fields.get_mut("content"), beginning),
        _ => {
            fields.retain(|name, _| ["type", "timestamp", "event_id"].contains(&name.as_str()));
            fields.insert(CUT.to_owned(), beginning.into());
        }
    }
}

fn cut_result(fields: &mut Map<String, Value>, index: usize, beginning: &str) {
    let Some(Value::Array(entries)) = fields.get_mut("content") else {
        match index {
            0 => shorten(fields.get_mut("content"), beginning),
            _ => replace(fields.get_mut("structuredContent"), beginning),
        }
        return;
    };
    let mut blocks = entries
        .iter_mut()
        .filter(|entry| entry.get("type").is_some_and(Value::is_string));
    match blocks.nth(index) {
        Some(block) => cut_block(block, beginning),
        None => replace(fields.get_mut("structuredContent"), beginning),
    }
}

fn cut_block(block: &mut Value, beginning: &str) {
    let is_text = block.get("type").is_some_and(|kind| kind == "text");
    if is_text && block.get("text").is_some_and(Value::is_string) {
        shorten(block.get_mut("text"), beginning);
        return;
    }
    let text = block
        .get_mut("resource")
        .and_then(|resource| resource.get_mut("text"))
        .filter(|text| text.is_string());
    if text.is_some() {
        shorten(text, beginning);
        return;
    }
    if let Value::Object(block) = block {
        block.retain(|name, _| ["type", "annotations"].contains(&name.as_str()));
        block.insert(CUT.to_owned(), beginning.into());
    }
}

fn shorten(text: Option<&mut Value>, beginning: &str) {
    if let Some(text) = text {
        *text = beginning.into();
    }
}

fn replace(value: Option<&mut Value>, beginning: &str) {
    if let Some(value) = value {
        let cut = (CUT.to_owned(), beginning.into());
        *value = Value::Object([cut].into_iter().collect());
    }
}
