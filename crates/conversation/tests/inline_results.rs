//! `inline_results` against the conformance data, read as data.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::{block::Audience, policy::InlineResults};
use serde_json::{Map, Value, json};

fn audience(annotations: &Value) -> Audience {
    let block: Map<String, Value> = json!({"type": "text", "annotations": annotations})
        .as_object()
        .expect("an object")
        .clone();
    Audience::of(&block)
}

#[test]
fn inline_results() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/conformance/inline_results.json"
    );
    let text = std::fs::read_to_string(path).expect("the conformance data");
    let data: Value = serde_json::from_str(&text).expect("JSON");
    let blocks = [
        ("user", audience(&json!({"audience": ["user"]}))),
        ("assistant", audience(&json!({"audience": ["assistant"]}))),
        ("unannotated", audience(&json!({}))),
        (
            "both",
            audience(&json!({"audience": ["assistant", "user"]})),
        ),
    ];
    for case in data["cases"].as_array().expect("cases") {
        let read = InlineResults::read(&case["value"], "path");
        let got = match read {
            Ok(read) => blocks
                .iter()
                .map(|(name, audience)| {
                    let setting = serde_json::to_value(read.of(*audience)).expect("JSON");
                    ((*name).to_owned(), setting)
                })
                .collect(),
            Err(problem) => {
                assert!(problem.path.starts_with("path"), "{problem}");
                json!("error")
            }
        };
        assert_eq!(got, case["want"], "value {}", case["value"]);
    }
}

#[test]
fn a_block_for_nobody_has_the_setting_of_the_models() {
    let nobody = audience(&json!({"audience": []}));
    for (value, want) in [
        (json!({"user": "full", "assistant": "off"}), json!("off")),
        (json!({"user": "off", "assistant": 3}), json!(3)),
    ] {
        let read = InlineResults::read(&value, "path").expect("allowed");
        assert_eq!(serde_json::to_value(read.of(nobody)).expect("JSON"), want);
    }
}

#[test]
fn an_empty_table_is_the_default() {
    let read = InlineResults::read(&json!({}), "path").expect("allowed");
    assert_eq!(read, InlineResults::default());
}
