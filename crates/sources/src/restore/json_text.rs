//! Results that are the JSON text of a result: what a local tool of JP prints, what cline stores.

use super::blocks;
use serde_json::{Map, Value};

/// The types of blocks that such a text may have.
const KINDS: [&str; 6] = [
    "text",
    "image",
    "audio",
    "resource",
    "resource_link",
    "question",
];

/// The fields beside the content that the result takes over where it has none of that name.
const TAKEN: [&str; 2] = ["structuredContent", "_meta"];

/// Reads a result's text as a result, where it is one as a whole: an object with a list of blocks.
pub(super) fn read(result: &mut Map<String, Value>) -> bool {
    let Some(mut inner) = result.get("content").and_then(only_text).and_then(parsed) else {
        return false;
    };
    if blocks::is_error(&inner) {
        set_error(result);
    }
    if let Some(content) = inner.remove("content") {
        result.insert("content".to_owned(), content);
    }
    for name in TAKEN {
        if let Some(value) = inner.remove(name) {
            result.entry(name).or_insert(value);
        }
    }
    true
}

fn only_text(content: &Value) -> Option<&str> {
    match content {
        Value::String(text) => Some(text),
        Value::Array(entries) => match entries.as_slice() {
            [entry] => blocks::text(entry),
            _ => None,
        },
        _ => None,
    }
}

fn parsed(text: &str) -> Option<Map<String, Value>> {
    // Most texts are no JSON, and some are long.
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let inner: Map<String, Value> = serde_json::from_str(text).ok()?;
    let content = inner.get("content")?.as_array()?;
    let is_known =
        |entry: &Value| blocks::kind(entry).is_some_and(|(_, kind)| KINDS.contains(&kind));
    (!content.is_empty() && content.iter().all(is_known)).then_some(inner)
}

/// Says that a result is an error, in the spelling that it has.
fn set_error(result: &mut Map<String, Value>) {
    if let Some(spelled) = result.get_mut("isError") {
        *spelled = Value::Bool(true);
    }
    if result.contains_key("is_error") || !result.contains_key("isError") {
        result.insert("is_error".to_owned(), Value::Bool(true));
    }
}
