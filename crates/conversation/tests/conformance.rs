//! The views against the conformance data, read as data.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::{Event, EventKey, View};
use serde_json::Value;

fn events(case: &Value) -> Vec<Event> {
    let raw = case["raw"].as_array().expect("a list of raw events");
    let event = |(n, value): (usize, &Value)| {
        let fields = value.as_object().expect("an object").clone();
        Event::new(EventKey::from_native(&format!("e{n}")), None, fields)
    };
    raw.iter().enumerate().map(event).collect()
}

fn cases() -> Vec<Value> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/conformance/views.json"
    );
    let text = std::fs::read_to_string(path).expect("the conformance data");
    let data: Value = serde_json::from_str(&text).expect("JSON");
    data["cases"].as_array().expect("cases").clone()
}

fn projected(view: View, events: &[Event]) -> Vec<Value> {
    events
        .iter()
        .filter_map(|e| Some(Value::Object(view.project(e)?.to_fields())))
        .collect()
}

#[test]
fn user_view() {
    for case in cases() {
        let got = projected(View::User, &events(&case));
        assert_eq!(Value::Array(got), case["user"], "case {}", case["name"]);
    }
}

#[test]
fn provider_view_of_results() {
    for case in cases() {
        let Some(want) = case.get("provider") else {
            continue;
        };
        let all = projected(View::Provider, &events(&case));
        let results = all.iter().filter(|e| e["type"] == "tool_call_response");
        let got: Vec<Value> = results.map(|e| e["content"].clone()).collect();
        assert_eq!(Value::Array(got), *want, "case {}", case["name"]);
    }
}

#[test]
fn raw_view_is_what_was_read() {
    for case in cases() {
        assert_eq!(
            Value::Array(projected(View::Raw, &events(&case))),
            case["raw"]
        );
    }
}

#[test]
fn serializing_a_projection_is_copying_it() {
    for case in cases() {
        for event in events(&case) {
            for view in [View::Raw, View::User, View::Provider] {
                let Some(projection) = view.project(&event) else {
                    continue;
                };
                let written = serde_json::to_value(&projection).expect("JSON");
                assert_eq!(written, Value::Object(projection.to_fields()));
            }
        }
    }
}
