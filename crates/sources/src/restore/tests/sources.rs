//! Stored annotations, copies in `_meta`, captures.

use super::*;

#[test]
fn stored_annotations_win() {
    let stored = json!([
        {"type": "text", "text": MESSAGE, "annotations": {"audience": ["user"]}},
        {"type": "text", "text": SHOWN, "annotations": {"audience": ["assistant"]}},
    ]);
    let stored = with_copy(result(stored), contract(MESSAGE));
    check_untouched(&stored, Some(&tell(MESSAGE)));
    let on_resource =
        json!([{"type": "resource", "resource": {"text": SHOWN, "annotations": {"priority": 1}}}]);
    check_untouched(&result(on_resource), Some(&tell(MESSAGE)));
}

#[test]
fn annotations_that_say_nothing_are_none() {
    for annotations in [
        json!(null),
        json!({}),
        json!({"audience": null}),
        json!("user"),
    ] {
        let stored = json!([
            {"type": "text", "text": MESSAGE, "annotations": annotations},
            {"type": "text", "text": SHOWN},
        ]);
        let stored = with_copy(result(stored), contract(MESSAGE));
        check(&stored, None, Restored::Meta, contract(MESSAGE));
    }
}

#[test]
fn a_copy_in_meta_is_used_for_any_tool_and_for_errors() {
    let other = call("notes__other", json!({}));
    for stored in [flat(MESSAGE), json!(format!("{MESSAGE}\n\n{SHOWN}"))] {
        let stored = with_copy(result(stored), contract(MESSAGE));
        check(&stored, None, Restored::Meta, contract(MESSAGE));
        check(&stored, Some(&other), Restored::Meta, contract(MESSAGE));
        check(
            &stored,
            Some(&tell("else")),
            Restored::Meta,
            contract(MESSAGE),
        );
        let error = with(stored, "is_error", json!(true));
        check(&error, None, Restored::Meta, contract(MESSAGE));
    }
}

#[test]
fn a_copy_of_other_texts_or_of_a_wrong_type_is_none() {
    let mut longer = contract(MESSAGE);
    longer
        .as_array_mut()
        .expect("a list")
        .push(json!({"type": "text", "text": "more"}));
    let shorter = json!([contract(MESSAGE)[0]]);
    for copy in [
        contract(&MESSAGE.replace('1', "2")),
        contract(&format!("{MESSAGE}\n")),
        longer,
        shorter,
        json!(contract(MESSAGE).to_string()),
        json!({"content": contract(MESSAGE)}),
        json!([MESSAGE, SHOWN]),
        json!([]),
        json!(null),
    ] {
        check_untouched(&with_copy(result(flat(MESSAGE)), copy), None);
    }
    for meta in [
        json!(null),
        json!("x"),
        json!([contract(MESSAGE)]),
        json!({"blocks": contract(MESSAGE)}),
    ] {
        check_untouched(&with(result(flat(MESSAGE)), "_meta", meta), None);
    }
}

#[test]
fn a_copy_brings_back_blocks_that_are_no_text() {
    let blob = "AAAA".repeat(10_000);
    let image = json!({"type": "image", "mimeType": "image/png", "data": blob, "annotations": {"audience": ["user"]}});
    let copy = json!([image, {"type": "text", "text": "drawn"}]);
    let stored = with_copy(result(json!("drawn")), copy.clone());
    check(&stored, None, Restored::Meta, copy.clone());
    // What is stored and has no place in the copy would be lost.
    let stored = json!([{"type": "text", "text": "drawn"}, {"type": "image"}, {"type": "audio"}]);
    check_untouched(&with_copy(result(stored), copy), None);
}

#[test]
fn what_is_there_already_is_not_restored() {
    let stored = with_copy(result(flat(MESSAGE)), flat(MESSAGE));
    check_untouched(&stored, None);
}

#[test]
fn ten_thousand_blocks_are_restored() {
    let block = |n: u32| json!({"type": "text", "text": n.to_string(), "annotations": {"audience": ["user"]}});
    let copy: Value = (0..10_000).map(block).collect();
    let texts: Vec<String> = (0..10_000u32).map(|n| n.to_string()).collect();
    let stored = with_copy(result(json!(texts.join("\n\n"))), copy.clone());
    check(&stored, None, Restored::Meta, copy);
}

#[test]
fn the_mark_keeps_other_metadata() {
    let copy = || with_copy(result(flat(MESSAGE)), contract(MESSAGE));
    let of = |metadata: Value| {
        let stored = with(copy(), "metadata", metadata);
        restored(&Restoration::default(), &stored, None).expect("restored")["metadata"].clone()
    };
    assert_eq!(
        of(json!({"a": {"b": 1}})),
        json!({"a": {"b": 1}, MARK: "meta"})
    );
    assert_eq!(of(json!(null)), json!({ MARK: "meta" }));
    assert_eq!(of(json!("text")), json!({ MARK: "meta" }));
    let marked = with(copy(), "metadata", json!({ MARK: "call" }));
    check_untouched(&marked, Some(&tell(MESSAGE)));
}

fn capture(id: Option<&str>, arguments: Value, blocks: Value) -> Capture {
    let Value::Array(blocks) = blocks else {
        panic!("a list")
    };
    Capture {
        call_id: id.map(str::to_owned),
        tool: "weather".to_owned(),
        arguments,
        blocks,
    }
}

fn by_capture(captures: &[Capture], stored: &Value, call: Option<&Call>) -> Option<Value> {
    let restoration = Restoration {
        captures: captures.to_vec(),
        ..Restoration::default()
    };
    restored(&restoration, stored, call).map(|result| result["content"].clone())
}

#[test]
fn a_capture_is_joined_by_the_calls_id() {
    let stored = result(json!(format!("{MESSAGE}\n{SHOWN}")));
    let blocks = contract(MESSAGE);
    let one = capture(Some("c"), json!({"x": 1}), blocks.clone());
    let other = capture(Some("d"), json!({"x": 1}), blocks.clone());
    let captures = [other.clone(), one.clone()];
    assert_eq!(by_capture(&captures, &stored, None), Some(blocks.clone()));
    assert_eq!(by_capture(&[other], &stored, None), None);
    // Ids repeat: the texts tell which of two calls it was, and whether it was that call at all.
    let repeated = capture(Some("c"), json!({}), contract("else"));
    assert_eq!(
        by_capture(&[repeated.clone(), one.clone()], &stored, None),
        Some(blocks)
    );
    assert_eq!(by_capture(&[repeated], &stored, None), None);
    assert_eq!(
        by_capture(&[one.clone(), one], &stored, None),
        None,
        "which of the two"
    );
}

#[test]
fn a_capture_without_an_id_must_be_the_only_one_that_fits() {
    let stored = result(flat(MESSAGE));
    let asked = call("places_weather", json!({"x": 1, "y": [2]}));
    let fits = capture(None, json!({"y": [2], "x": 1}), contract(MESSAGE));
    let found = |captures: &[Capture]| by_capture(captures, &stored, Some(&asked)).is_some();
    assert!(found(std::slice::from_ref(&fits)));
    assert!(!found(&[fits.clone(), fits.clone()]), "two fit");
    assert!(!found(&[capture(None, json!({"x": 1}), contract(MESSAGE))]));
    assert!(!found(&[capture(
        None,
        json!({"x": 1, "y": [2]}),
        contract("else")
    )]));
    let other_tool = Capture {
        tool: "climate".to_owned(),
        ..fits.clone()
    };
    assert!(!found(std::slice::from_ref(&other_tool)));
    assert!(found(&[other_tool, fits.clone()]));
    assert_eq!(
        by_capture(&[fits], &stored, None),
        None,
        "the call is not known"
    );
}

#[test]
fn the_sources_have_an_order() {
    let of = |stored: Value, captures: Vec<Capture>| {
        let restoration = Restoration {
            captures,
            ..Restoration::default()
        };
        let restored = restored(&restoration, &stored, Some(&tell(MESSAGE)));
        restored.expect("restored")["metadata"][MARK].clone()
    };
    let seen = || vec![capture(Some("c"), json!({}), contract(MESSAGE))];
    let copied = with_copy(result(flat(MESSAGE)), contract(MESSAGE));
    assert_eq!(of(copied.clone(), seen()), "meta");
    assert_eq!(of(result(flat(MESSAGE)), seen()), "capture");
    assert_eq!(of(result(flat(MESSAGE)), Vec::new()), "call");
}
