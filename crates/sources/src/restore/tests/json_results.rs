//! Results that are the JSON text of a result.

use super::*;

fn text_of(result: &Value) -> Value {
    Value::String(result.to_string())
}

#[test]
fn json_text_is_read_as_blocks_for_tell_user() {
    let inner = json!({"content": contract(MESSAGE), "extra": 1});
    for stored in [
        text_of(&inner),
        json!(format!("\n {inner:#}\n")),
        json!([{"type": "text", "text": inner.to_string()}]),
    ] {
        check(
            &result(stored),
            Some(&tell(MESSAGE)),
            Restored::Json,
            contract(MESSAGE),
        );
    }
}

#[test]
fn other_tools_are_read_so_only_if_configured() {
    let stored = result(text_of(&json!({"content": contract(MESSAGE)})));
    let other = call("mcp__notes__report", json!({}));
    check_untouched(&stored, Some(&other));
    check_untouched(&stored, None);
    let configured = |names: &[&str]| {
        let json_tools = names.iter().map(|name| (*name).to_owned()).collect();
        let restoration = Restoration {
            json_tools,
            ..Restoration::default()
        };
        restored(&restoration, &stored, Some(&other)).is_some()
    };
    assert!(configured(&["report"]));
    assert!(configured(&["x", "mcp__notes__report"]));
    assert!(!configured(&["notes", "port", "mcp__other__report"]));
}

#[test]
fn what_is_not_as_a_whole_such_a_text_stays() {
    let inner = json!({"content": contract(MESSAGE)}).to_string();
    let question = call("tell_user", json!({}));
    let mut longer = inner.clone();
    longer.push_str(" and more");
    let mut cut = inner.clone();
    cut.pop();
    for text in [
        longer.as_str(),
        &format!("Result: {inner}"),
        &format!("[{inner}]"),
        &cut,
        "{}",
        "{\"content\":[]}",
        "{\"content\":\"a\"}",
        "{\"content\":{\"type\":\"text\"}}",
        "{\"content\":[\"a\"]}",
        "{\"content\":[{\"text\":\"a\"}]}",
        "{\"content\":[{\"type\":1}]}",
        "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"new\"}]}",
        &format!(
            "{{\"content\":{}1{}}}",
            "[".repeat(10_000),
            "]".repeat(10_000)
        ),
    ] {
        check_untouched(&result(json!(text)), Some(&question));
    }
    let two = json!([{"type": "text", "text": inner}, {"type": "text", "text": "b"}]);
    check_untouched(&result(two), Some(&question));
}

#[test]
fn an_error_inside_is_an_error() {
    let inner =
        text_of(&json!({"content": [{"type": "text", "text": "no such person"}], "isError": true}));
    let read = |stored: Value| {
        let read = restored(&Restoration::default(), &stored, Some(&tell(MESSAGE)));
        let read = read.expect("read");
        (
            read["content"][0]["text"].clone(),
            read.get("is_error").cloned(),
            read.get("isError").cloned(),
        )
    };
    let text = json!("no such person");
    let is = |value: bool| Some(json!(value));
    let bare = json!({"type": "tool_call_response", "content": inner});
    assert_eq!(read(result(inner.clone())), (text.clone(), is(true), None));
    assert_eq!(read(bare.clone()), (text.clone(), is(true), None));
    let spelled = with(bare, "isError", json!(false));
    assert_eq!(read(spelled), (text, None, is(true)));
    // An error outside stays one, and what is no truth value says nothing.
    let inner = text_of(&json!({"content": contract(MESSAGE), "isError": false}));
    let failed = with(result(inner), "is_error", json!(true));
    assert_eq!(read(failed).1, is(true));
    let inner = text_of(&json!({"content": contract(MESSAGE), "isError": "true"}));
    assert_eq!(read(result(inner)).1, is(false));
}

#[test]
fn other_fields_are_taken_where_the_result_has_none() {
    let inner = json!({
        "content": contract(MESSAGE), "structuredContent": {"n": 1}, "_meta": {"m": 1},
        "id": "other", "timestamp": "other", "event_id": "other", "metadata": {"x": 1},
    });
    let read = restored(
        &Restoration::default(),
        &result(text_of(&inner)),
        Some(&tell(MESSAGE)),
    );
    let mut expected = with(
        result(contract(MESSAGE)),
        "structuredContent",
        json!({"n": 1}),
    );
    expected = with(expected, "_meta", json!({"m": 1}));
    assert_eq!(
        read,
        Some(with(expected, "metadata", json!({ MARK: "json" })))
    );
    let stored = with(result(text_of(&inner)), "_meta", json!({"own": 1}));
    let read = restored(&Restoration::default(), &stored, Some(&tell(MESSAGE)));
    assert_eq!(read.expect("read")["_meta"], json!({"own": 1}));
}

#[test]
fn blocks_that_were_read_may_be_restored_further() {
    let of = |inner: Value| {
        let read = restored(
            &Restoration::default(),
            &result(text_of(&inner)),
            Some(&tell(MESSAGE)),
        );
        let read = read.expect("read");
        (read["metadata"][MARK].clone(), read["content"].clone())
    };
    let unannotated = json!({"content": flat(MESSAGE)});
    assert_eq!(of(unannotated), (json!("call"), contract(MESSAGE)));
    let copied = json!({"content": flat("other"), "_meta": {COPY: contract("other")}});
    assert_eq!(of(copied), (json!("meta"), contract("other")));
    let failed = json!({"content": flat(MESSAGE), "isError": true});
    assert_eq!(of(failed), (json!("json"), flat(MESSAGE)));
}

#[test]
fn json_inside_json_is_read_once() {
    let inmost = json!({"content": contract(MESSAGE)}).to_string();
    let inner = json!({"content": [{"type": "text", "text": inmost}]});
    let once = restored(
        &Restoration::default(),
        &result(text_of(&inner)),
        Some(&tell(MESSAGE)),
    );
    let once = once.expect("read");
    assert_eq!(
        once["metadata"][MARK], "call",
        "the acknowledgement is there"
    );
    let other = call("tell_user", json!({}));
    let once = restored(
        &Restoration::default(),
        &result(text_of(&inner)),
        Some(&other),
    );
    let once = once.expect("read");
    assert_eq!(once["content"], inner["content"]);
    check_untouched(&once, Some(&other));
}
