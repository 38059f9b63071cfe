use super::*;
use serde_json::json;

/// Whose parts a record has, and whether it starts a turn.
fn told(record: &Value) -> (Vec<String>, bool) {
    let fields = record.as_object().expect("an object");
    let Some(says) = Says::of(Record(fields)) else {
        return (Vec::new(), false);
    };
    let name = |part: &Said<'_>| match part {
        Said::Person => format!("person {}", says.person.text()),
        Said::Host(words) => format!("host {}", words.text()),
        Said::Interrupted(_) => "interrupted".to_owned(),
        Said::Result(_) => "result".to_owned(),
        Said::Other(kind, _) => (*kind).to_owned(),
        Said::None(value) => value.to_string(),
    };
    (says.parts.iter().map(name).collect(), says.starts_turn)
}

fn check(record: &Value, parts: &[&str], starts_turn: bool) {
    let parts = parts.iter().map(|part| (*part).to_owned()).collect();
    assert_eq!(told(record), (parts, starts_turn), "{record}");
}

#[test]
fn a_plain_prompt_is_the_persons() {
    let plain = json!({"message": {"content": "go"}});
    check(&plain, &["person go"], true);
    let blocks = json!({"message": {"content": [{"type": "text", "text": "a"}, "b"]}});
    check(&blocks, &["person a\n\nb"], true);
    check(&json!({"message": "go"}), &["person go"], true);
    for none in [
        json!({}),
        json!({"message": {"content": 7}}),
        json!({"message": {"content": null}}),
        json!({"message": {"content": []}}),
        json!({"message": {"content": " "}}),
    ] {
        check(&none, &[], false);
    }
}

#[test]
fn marks_tell_what_the_program_wrote() {
    for mark in ["isMeta", "isCompactSummary", "isVisibleInTranscriptOnly"] {
        let record = json!({mark: true, "message": {"content": "go"}});
        check(&record, &["host go"], false);
    }
    let of = |origin: Value, source: Value| json!({"origin": origin, "promptSource": source, "message": {"content": "go"}});
    let of_tool = json!({"sourceToolUseID": "t", "message": {"content": "go"}});
    check(&of_tool, &["host go"], false);
    check(
        &of(json!({"kind": "task-notification"}), json!(null)),
        &["host go"],
        false,
    );
    check(&of(json!(null), json!("system")), &["host go"], false);
    check(
        &of(json!({"kind": "human"}), json!(null)),
        &["person go"],
        true,
    );
    check(
        &of(json!({"kind": "human"}), json!("queued")),
        &["person go"],
        true,
    );
    check(&of(json!(null), json!("sdk")), &["person go"], true);
}

#[test]
fn words_beside_a_result_start_no_turn() {
    let record = json!({"message": {"content": [
        {"type": "tool_result", "tool_use_id": "t", "content": "x"},
        {"type": "text", "text": "and test it"}]}});
    check(&record, &["result", "person and test it"], false);
}

#[test]
fn commands_to_the_program_start_no_turn() {
    let local = "<command-name>/exit</command-name><command-args></command-args>";
    check(
        &json!({"message": {"content": local}}),
        &["person /exit"],
        false,
    );
    let prompt = "<command-message>init</command-message><command-name>/init</command-name>";
    check(
        &json!({"message": {"content": prompt}}),
        &["person /init"],
        true,
    );
}

#[test]
fn entries_of_any_type_harm_only_themselves() {
    let record =
        json!({"message": {"content": [1, {"type": 2}, {"type": "image"}, {"type": "new"}, "x"]}});
    check(
        &record,
        &["1", "{\"type\":2}", "image", "new", "person x"],
        true,
    );
}
