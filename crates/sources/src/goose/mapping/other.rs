//! Blocks that are neither words nor tools.

use super::object;
use serde_json::{Map, Value, json};

/// A block under its own kind, with all its fields.
pub(super) fn carried(kind: &str, block: Value) -> Map<String, Value> {
    let mut fields = object(json!({"type": format!("goose/{kind}")}));
    fields.extend(object(block).into_iter().filter(|(name, _)| name != "type"));
    fields
}

/// A `toolConfirmationRequest`: may this tool be called?
pub(super) fn confirmation(block: &Map<String, Value>) -> Map<String, Value> {
    let tool = block
        .get("toolName")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let text = block.get("prompt").and_then(Value::as_str).unwrap_or(tool);
    question(
        block,
        &json!({"source": "tool", "name": tool}),
        &json!({"text": text, "answer_type": {"type": "boolean"}}),
    )
}

/// An `actionRequired`, the newer form of all that goose asks and is answered.
pub(super) fn action(block: &Map<String, Value>) -> Map<String, Value> {
    let data = block.get("data").and_then(Value::as_object);
    let kind = data.and_then(|data| data.get("actionType")?.as_str());
    match (kind, data) {
        (Some("toolConfirmation"), Some(data)) => confirmation(data),
        (Some("elicitation"), Some(data)) => question(
            data,
            &json!({"source": "other", "name": "elicitation"}),
            &json!({"text": data.get("message"), "answer_type": {"type": "text"}}),
        ),
        (Some("elicitationResponse"), Some(data)) => object(json!({
            "type": "inquiry_response",
            "id": data.get("id"),
            "answer": data.get("userData"),
        })),
        _ => carried("actionRequired", Value::Object(block.clone())),
    }
}

fn question(data: &Map<String, Value>, source: &Value, question: &Value) -> Map<String, Value> {
    let mut fields = object(json!({
        "type": "inquiry_request",
        "id": data.get("id"),
        "source": source,
        "question": question,
    }));
    for name in ["arguments", "requestedSchema"] {
        if let Some(value) = data.get(name) {
            fields.insert(name.to_owned(), value.clone());
        }
    }
    fields
}
