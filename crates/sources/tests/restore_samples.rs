//! What each client left of one and the same `tell_user` call, restored. The stores were written by
//! the real programs: `SERVE_WEB_SHARED`, by default `../shared`.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod real_samples;

use real_samples::sample;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Map, Value, json};
use sources::restore::{Call, Restoration, Restored};
use std::fs;

const MESSAGE: &str = "**Phase 1** done: 14 call sites migrated.\n\n- next: tests";
/// Where the server of these sessions put its copy of the blocks, and where ours does.
const COPY_THERE: &str = "example.org/content";
const COPY_HERE: &str = "serve-web/blocks";

/// A result as a reader would map it, before it is restored.
struct Stored {
    call: Call,
    result: Map<String, Value>,
    flattened: Option<String>,
}

impl Stored {
    fn new(tool: &Value, arguments: &Value, content: &Value) -> Self {
        let result =
            json!({"type": "tool_call_response", "id": "c", "content": content, "is_error": false});
        Self {
            call: Call {
                tool: tool.as_str().expect("a name").to_owned(),
                arguments: arguments.clone(),
            },
            result: result.as_object().expect("an object").clone(),
            flattened: None,
        }
    }

    fn with_meta(mut self, meta: &Value) -> Self {
        assert!(meta.is_object(), "{meta} is kept");
        self.result.insert("_meta".to_owned(), meta.clone());
        self
    }

    /// The same as if our server had answered.
    fn of_our_server(mut self) -> Self {
        let stored = Value::Object(self.result).to_string();
        let renamed = stored.replace(COPY_THERE, COPY_HERE);
        assert_ne!(stored, renamed, "there is a copy");
        self.result = serde_json::from_str(&renamed).expect("JSON");
        self
    }

    /// Restores it, and checks from what, and that its blocks are then those of the contract.
    fn check(self, source: Restored) {
        let (restored, content) = self.restored();
        assert_eq!(restored, Some(source));
        assert_eq!(content, contract());
    }

    /// Checks that it stays as it is: annotated, but without the message's media type.
    fn check_annotated(self) {
        let (restored, content) = self.restored();
        let mut expected = contract();
        let message = expected[0].as_object_mut().expect("a block");
        message.remove("mimeType");
        assert_eq!((restored, content), (None, expected));
    }

    fn restored(mut self) -> (Option<Restored>, Value) {
        let flattened = self.flattened.as_deref();
        let restoration = Restoration::default();
        let restored = restoration.restore(&mut self.result, Some(&self.call), flattened);
        (restored, self.result["content"].clone())
    }
}

fn contract() -> Value {
    json!([
        {"type": "text", "text": MESSAGE, "mimeType": "text/markdown", "annotations": {"audience": ["user"]}},
        {"type": "text", "text": "Message shown to user.", "annotations": {"audience": ["assistant"]}},
    ])
}

/// The records of a file with one on each line.
fn lines(path: &str) -> Option<Vec<Value>> {
    let text = fs::read_to_string(sample(path)?).expect("readable");
    let records = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    Some(records.collect())
}

/// The one column of a query, which is JSON.
fn rows(path: &str, query: &str) -> Option<Vec<Value>> {
    let uri = format!("file:{}?immutable=1", sample(path)?.display());
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let database = Connection::open_with_flags(uri, flags).expect("a database");
    let mut statement = database.prepare(query).expect("a query");
    let texts = statement
        .query_map([], |row| row.get::<_, String>(0))
        .expect("rows");
    let values = texts.map(|text| serde_json::from_str(&text.expect("text")).expect("JSON"));
    Some(values.collect())
}

/// All values at or below `value` that are objects with this field.
fn all_with<'a>(value: &'a Value, field: &str, found: &mut Vec<&'a Value>) {
    if value.get(field).is_some() {
        found.push(value);
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| all_with(item, field, found)),
        Value::Object(fields) => fields
            .values()
            .for_each(|item| all_with(item, field, found)),
        _ => {}
    }
}

/// The first object with this field of this value, anywhere in the records.
fn first<'a>(records: &'a [Value], field: &str, value: &str) -> &'a Value {
    let mut found = Vec::new();
    for record in records {
        all_with(record, field, &mut found);
    }
    let first = found.into_iter().find(|object| object[field] == value);
    first.unwrap_or_else(|| panic!("no {field} {value}"))
}

#[test]
fn claude_code_leaves_two_texts_and_the_copy() {
    let Some(records) = lines("claude/lab-2.1.332/note.jsonl") else {
        return;
    };
    let stored = || {
        let call = first(&records, "name", "mcp__probe__tell_user");
        let id = call["id"].as_str().expect("an id");
        let result = first(&records, "tool_use_id", id);
        let line = records.iter().find(|record| record["mcpMeta"].is_object());
        let meta = &line.expect("a line with _meta")["mcpMeta"]["_meta"];
        Stored::new(&call["name"], &call["input"], &result["content"]).with_meta(meta)
    };
    stored().check(Restored::Call);
    stored().of_our_server().check(Restored::Meta);
}

#[test]
fn codex_leaves_the_audience_in_its_event() {
    let Some(records) = lines("codex/lab-0.171-note/rollout-note.jsonl") else {
        return;
    };
    let stored = || {
        let item = first(&records, "type", "McpToolCall");
        let result = &item["result"];
        Stored::new(&item["tool"], &item["arguments"], &result["content"])
            .with_meta(&result["_meta"])
    };
    stored().check_annotated();
    stored().of_our_server().check_annotated();
}

#[test]
fn codex_leaves_texts_behind_a_line_in_what_the_model_gets() {
    let Some(records) = lines("codex/lab-0.171-note/rollout-note.jsonl") else {
        return;
    };
    let call = first(&records, "name", "tell_user");
    let arguments = call["arguments"].as_str().expect("a text");
    let arguments = serde_json::from_str(arguments).expect("JSON");
    let outputs = records.iter().map(|record| &record["payload"]);
    let output = outputs
        .filter(|payload| payload["type"] == "function_call_output")
        .find(|payload| payload["call_id"] == call["call_id"]);
    let mut content = output.expect("an output")["output"].clone();
    for block in content.as_array_mut().expect("a list") {
        assert_eq!(block["type"], "input_text");
        block["type"] = json!("text");
    }
    Stored::new(&call["name"], &arguments, &content).check(Restored::Call);
}

#[test]
fn gemini_leaves_one_text_with_wrappers() {
    let Some(records) = lines("gemini/lab-0.61-note/session-note.jsonl") else {
        return;
    };
    let call = first(&records, "name", "mcp_probe_tell_user");
    let response = &call["result"][0]["functionResponse"]["response"];
    let stored = || Stored::new(&call["name"], &call["args"], &response["output"]);
    stored().check(Restored::Call);
    let display = call["resultDisplay"].as_str().map(str::to_owned);
    assert!(display.is_some());
    let shown = Stored {
        flattened: display,
        ..stored()
    };
    shown.check(Restored::Call);
}

#[test]
fn opencode_leaves_one_text() {
    let parts = rows(
        "opencode/lab-1.18-note/opencode.db",
        "select data from part order by id",
    );
    let Some(parts) = parts else { return };
    let part = first(&parts, "tool", "probe_tell_user");
    let state = &part["state"];
    Stored::new(&part["tool"], &state["input"], &state["output"]).check(Restored::Call);
}

#[test]
fn goose_leaves_the_audience() {
    let query = "select content_json from messages order by id";
    let Some(messages) = rows("goose/lab-1.52-note/sessions.db", query) else {
        return;
    };
    let stored = || {
        let call = first(&messages, "name", "probe__tell_user");
        let response = first(&messages, "type", "toolResponse");
        let value = &response["toolResult"]["value"];
        Stored::new(&call["name"], &call["arguments"], &value["content"]).with_meta(&value["_meta"])
    };
    stored().check_annotated();
    stored().of_our_server().check_annotated();
}

#[test]
fn cline_leaves_everything_as_json_text() {
    let path = "cline/lab-3.0-note/1796052231133_bdj69/1796052231133_bdj69.messages.json";
    let Some(file) = sample(path) else { return };
    let text = fs::read_to_string(file).expect("readable");
    let records: [Value; 1] = [serde_json::from_str(&text).expect("JSON")];
    let call = first(&records, "type", "tool_use");
    let result = first(&records, "type", "tool_result");
    assert_eq!(call["name"], "probe__tell_user");
    let stored = || Stored::new(&call["name"], &call["input"], &result["content"]);
    stored().check(Restored::Json);
    stored().of_our_server().check(Restored::Json);
}
