use super::*;
use serde_json::json;

mod call;
mod json_results;
mod properties;
mod sources;

const MESSAGE: &str = "**Phase 1** done.\n\n- next: tests";
const SHOWN: &str = "Message shown to user.";

/// RFD 094's two blocks.
fn contract(message: &str) -> Value {
    json!([
        {"type": "text", "text": message, "mimeType": "text/markdown", "annotations": {"audience": ["user"]}},
        {"type": "text", "text": SHOWN, "annotations": {"audience": ["assistant"]}},
    ])
}

/// What a client leaves of them.
fn flat(message: &str) -> Value {
    json!([{"type": "text", "text": message}, {"type": "text", "text": SHOWN}])
}

fn call(tool: &str, arguments: Value) -> Call {
    Call {
        tool: tool.to_owned(),
        arguments,
    }
}

fn tell(message: &str) -> Call {
    call("mcp__notes__tell_user", json!({ "message": message }))
}

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => panic!("{other} is no object"),
    }
}

/// A successful result with this content.
fn result(content: Value) -> Value {
    let bare =
        json!({"timestamp": "t", "type": "tool_call_response", "id": "c", "is_error": false});
    with(bare, "content", content)
}

fn with(mut value: Value, name: &str, field: Value) -> Value {
    value[name] = field;
    value
}

/// The same with a copy of the blocks in its `_meta`.
fn with_copy(result: Value, copy: Value) -> Value {
    with(result, "_meta", with(json!({"other": 1}), COPY, copy))
}

fn restored(restoration: &Restoration, stored: &Value, call: Option<&Call>) -> Option<Value> {
    let mut fields = fields(stored.clone());
    let source = restoration.restore(&mut fields, call, None);
    let metadata = fields.get("metadata").and_then(|m| m.get(MARK)).cloned();
    match source {
        Some(source) => assert_eq!(metadata, Some(json!(source.word()))),
        None => assert_eq!(Value::Object(fields.clone()), *stored),
    }
    source.map(|_| Value::Object(fields))
}

/// Checks that a result gets these blocks from this source, and nothing else changes.
fn check(stored: &Value, call: Option<&Call>, source: Restored, content: Value) {
    let restored = restored(&Restoration::default(), stored, call).expect("restored");
    let expected = with(stored.clone(), "content", content);
    let expected = with(expected, "metadata", json!({ MARK: source.word() }));
    assert_eq!(restored, expected);
}

fn check_untouched(stored: &Value, call: Option<&Call>) {
    assert_eq!(restored(&Restoration::default(), stored, call), None);
}
