//! Calls of tools and their results.

use super::{StoreMark, object};
use crate::mapping::SUBAGENT;
use serde_json::{Map, Value, json};

/// The field of a result's `_meta` in which goose names the session of a sub-agent.
const SUB_AGENT: &str = "subagent_session_id";

/// A `toolRequest` as a call. One that goose could not read has no name, and says why.
pub(super) fn call(block: &Map<String, Value>) -> Map<String, Value> {
    let made = block.get("toolCall");
    let value = made.and_then(|made| made.get("value")).or(made);
    let of_value = |name: &str| value.and_then(|value| value.get(name));
    let mut fields = object(json!({
        "type": "tool_call_request",
        "id": block.get("id").cloned().unwrap_or_default(),
        "name": of_value("name").and_then(Value::as_str).unwrap_or_default(),
        "arguments": of_value("arguments").filter(|value| !value.is_null()).cloned().unwrap_or_else(|| json!({})),
    }));
    if let Some(error) = made.and_then(|made| made.get("error")) {
        fields.insert("error".to_owned(), error.clone());
    }
    for name in ["_meta", "isAutomatic"] {
        if let Some(value) = block.get(name) {
            fields.insert(name.to_owned(), value.clone());
        }
    }
    if let Some(provider) = block.get("metadata").filter(|value| value.is_object()) {
        fields.insert("metadata".to_owned(), json!({"provider_data": provider}));
    }
    fields
}

/// A `toolResponse` as a result. Older versions store the list of blocks alone.
pub(super) fn result(block: &Map<String, Value>, mark: &StoreMark) -> Map<String, Value> {
    let stored = block.get("toolResult");
    let value = stored.and_then(|stored| stored.get("value"));
    let error = stored.and_then(|stored| stored.get("error"));
    let mut fields = object(json!({
        "type": "tool_call_response",
        "id": block.get("id").cloned().unwrap_or_default(),
    }));
    match (value.or(stored), error) {
        (_, Some(error)) if value.is_none() => {
            fields.insert("content".to_owned(), as_text(error));
            fields.insert("is_error".to_owned(), true.into());
        }
        (Some(Value::Object(value)), _) => take_over(&mut fields, value),
        (content, _) => {
            let content = content.filter(|content| content.is_array() || content.is_string());
            let content = content.cloned().unwrap_or_else(|| json!([]));
            fields.insert("content".to_owned(), content);
            fields.insert("is_error".to_owned(), false.into());
        }
    }
    let session = fields
        .get("_meta")
        .and_then(|meta| meta.get(SUB_AGENT)?.as_str());
    if let Some(session) = session {
        let link = json!({ SUBAGENT: mark.url_id(session) });
        fields.insert("metadata".to_owned(), link);
    }
    fields
}

/// Takes over MCP's result with all its fields.
fn take_over(fields: &mut Map<String, Value>, value: &Map<String, Value>) {
    let content = value.get("content").cloned().unwrap_or_else(|| json!([]));
    let is_error = value.get("isError") == Some(&Value::Bool(true));
    fields.insert("content".to_owned(), content);
    fields.insert("is_error".to_owned(), is_error.into());
    for (name, value) in value {
        if !matches!(name.as_str(), "content" | "isError" | "metadata")
            && !fields.contains_key(name)
        {
            fields.insert(name.clone(), value.clone());
        }
    }
}

fn as_text(error: &Value) -> Value {
    match error {
        Value::String(_) => error.clone(),
        other => Value::String(other.to_string()),
    }
}
