use super::*;
use serde_json::json;

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image() -> Value {
    json!({"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgo="})
}

fn note() -> Value {
    json!({"type": "resource", "resource": {"uri": "x:note", "text": "N"}})
}

fn check(stored: &Value, copy: &Value, expected: bool) {
    let texts = Texts::stored(Some(stored), None);
    let copy = copy.as_array().expect("a list");
    assert_eq!(
        texts.are_those_of(copy),
        expected,
        "{stored:#} and {copy:#?}"
    );
}

#[test]
fn each_client_writes_texts_in_its_way() {
    let copy = json!([text("**a**\n\nb"), text("c")]);
    for stored in [
        json!([text("**a**\n\nb"), text("c")]),
        json!("**a**\n\nb\n\nc"),
        json!([text("**a**\n\nb\n\nc")]),
        json!("**a**\n\nb\nc"),
        json!(
            "<untrusted_context>\n**a**\n\nb\n</untrusted_context>\n<untrusted_context>\nc\n</untrusted_context>"
        ),
        json!([
            text("Wall time: 0.0029 seconds\nOutput:"),
            text("**a**\n\nb"),
            text("c")
        ]),
        json!("Wall time: 1 seconds\nOutput:\n**a**\n\nb\n\nc"),
    ] {
        check(&stored, &copy, true);
    }
}

#[test]
fn a_character_more_or_less_is_another_text() {
    let copy = json!([text("a\r\nb"), text("c")]);
    for stored in [
        json!([text("a\nb"), text("c")]),
        json!([text("a\r\nb"), text("c ")]),
        json!([text("a\r\nb"), text("С")]),
        json!([text("c"), text("a\r\nb")]),
        json!([text("a\r\nb")]),
        json!([text("a\r\nb"), text("c"), text("")]),
        json!("a\r\nb\n\n\nc"),
        json!("a\r\nbc"),
        json!("a\r\nb\n\nc\n"),
        json!("<untrusted_context>\na\r\nb\n</untrusted_context>\nc"),
        json!([
            text("Wall time: long seconds\nOutput:"),
            text("a\r\nb"),
            text("c")
        ]),
        json!([
            text("Wall time: 1 seconds\nOutput: x"),
            text("a\r\nb"),
            text("c")
        ]),
        json!(""),
        json!([]),
        json!(7),
        json!(null),
    ] {
        check(&stored, &copy, false);
    }
}

#[test]
fn the_text_that_a_client_keeps_apart_stands_for_the_content() {
    let copy = [text("a"), text("b")];
    let content = json!([image(), text("a and b, shortened")]);
    let with_image = [text("a"), image(), text("b")];
    let texts = Texts::stored(Some(&content), Some("a\nb"));
    assert!(texts.are_those_of(&with_image));
    assert!(!texts.are_those_of(&copy), "the image would be lost");
    assert!(!Texts::stored(Some(&content), None).are_those_of(&with_image));
    assert!(Texts::stored(None, Some("a\n\nb")).are_those_of(&copy));
}

#[test]
fn a_copy_has_no_fewer_blocks_without_text() {
    check(&json!([text("a")]), &json!([text("a"), image()]), true);
    check(
        &json!([text("a"), image()]),
        &json!([image(), text("a")]),
        true,
    );
    check(&json!([text("a"), image()]), &json!([text("a")]), false);
    check(&json!([text("a"), "b"]), &json!([text("a")]), false);
    check(&json!([image()]), &json!([image()]), true);
    check(&json!([]), &json!([image()]), true);
    check(
        &json!([text("Wall time: 0.1 seconds\nOutput:"), image()]),
        &json!([image()]),
        true,
    );
}

#[test]
fn texts_of_resources_may_be_among_the_texts() {
    let copy = json!([text("a"), note()]);
    check(&json!("a\n\nN"), &copy, true);
    check(&json!("a"), &copy, true);
    check(&json!([text("a"), text("N")]), &copy, true);
    check(
        &json!([text("a"), text("[Resource from s at x:note] N")]),
        &copy,
        false,
    );
}

#[test]
fn a_list_with_something_else_in_it_is_no_copy() {
    for copy in [
        json!([]),
        json!(["a"]),
        json!([text("a"), null]),
        json!([{"text": "a"}]),
        json!([{"type": 1, "text": "a"}]),
        json!([text("a"), {"type": "text"}]),
        json!([text("a"), {"type": "text", "text": ["b"]}]),
    ] {
        check(&json!([text("a")]), &copy, false);
        check(&json!([]), &copy, false);
    }
}

#[test]
fn ten_thousand_texts_are_compared_in_one_pass() {
    let texts: Vec<String> = (0..10_000).map(|n| format!("text {n}\n")).collect();
    let copy = Value::Array(texts.iter().map(|t| text(t)).collect());
    check(&copy.clone(), &copy, true);
    check(&json!(texts.join("\n\n")), &copy, true);
    check(&json!(texts.join("\n\n") + "."), &copy, false);
}
