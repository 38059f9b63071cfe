//! JP writes some strings in base64, to keep them from `grep`. They are decoded once, here.

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE, URL_SAFE_NO_PAD},
};
use serde_json::{Map, Value};

/// The shortest text that is tried in the URL-safe alphabet, which a few stored results are in.
/// Shorter ones are too likely to be words.
const SHORTEST_URL_SAFE: usize = 40;

/// Decodes the fields of a stored event that JP encodes.
pub(super) fn decode_event(fields: &mut Map<String, Value>) {
    if let Some(metadata) = fields.get_mut("metadata") {
        decode_strings(metadata);
    }
    match fields.get("type").and_then(Value::as_str) {
        Some("tool_call_request") => {
            if let Some(arguments) = fields.get_mut("arguments") {
                decode_strings(arguments);
            }
        }
        Some("tool_call_response") => match fields.get_mut("content") {
            Some(Value::String(text)) => decode_in_place(text),
            Some(Value::Array(blocks)) => decode_blocks(blocks),
            _ => {}
        },
        _ => {}
    }
}

/// Decodes every string in a value; a string that is no base64 text stays.
fn decode_strings(value: &mut Value) {
    match value {
        Value::String(text) => decode_in_place(text),
        Value::Array(items) => items.iter_mut().for_each(decode_strings),
        Value::Object(fields) => fields.values_mut().for_each(decode_strings),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn decode_in_place(text: &mut String) {
    if let Some(decoded) = decoded(text) {
        *text = decoded;
    }
}

fn decoded(text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let as_text = |bytes: Vec<u8>| String::from_utf8(bytes).ok();
    if let Some(decoded) = STANDARD.decode(text).ok().and_then(as_text) {
        return Some(decoded);
    }
    if text.len() < SHORTEST_URL_SAFE {
        return None;
    }
    let engine = if text.ends_with('=') {
        &URL_SAFE
    } else {
        &URL_SAFE_NO_PAD
    };
    engine.decode(text).ok().and_then(as_text)
}

/// Blocks are written as they are today; a writer that encodes them will encode them all. So their
/// texts are decoded only if each is the base64 of readable text.
fn decode_blocks(blocks: &mut [Value]) {
    let texts = blocks
        .iter()
        .filter_map(|block| block.get("text")?.as_str());
    let decoded: Option<Vec<String>> = texts
        .map(|text| {
            STANDARD
                .decode(text)
                .ok()
                .and_then(|bytes| String::from_utf8(bytes).ok())
        })
        .collect();
    let Some(decoded) = decoded.filter(|texts| texts.iter().all(|text| is_readable(text))) else {
        return;
    };
    let slots = blocks
        .iter_mut()
        .filter_map(|block| block.get_mut("text"))
        .filter(|text| text.is_string());
    for (slot, text) in slots.zip(decoded) {
        *slot = Value::String(text);
    }
}

fn is_readable(text: &str) -> bool {
    !text.is_empty()
        && !text
            .chars()
            .any(|c| c.is_control() && !matches!(c, '\n' | '\t' | '\r' | '\u{1b}'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(stored: Value, expected: &Value) {
        let Value::Object(mut fields) = stored else {
            panic!("an object")
        };
        decode_event(&mut fields);
        assert_eq!(Value::Object(fields), *expected);
    }

    #[test]
    fn arguments_are_decoded_at_every_depth() {
        check(
            json!({"type": "tool_call_request", "name": "YQ==", "arguments": {"YQ==": "cGF0aA==", "n": 1, "l": [{"x": "w6k="}]}}),
            &json!({"type": "tool_call_request", "name": "YQ==", "arguments": {"YQ==": "path", "n": 1, "l": [{"x": "é"}]}}),
        );
    }

    #[test]
    fn results_are_decoded_once() {
        // The base64 of the base64 of "test".
        check(
            json!({"type": "tool_call_response", "content": "ZEdWemRBPT0="}),
            &json!({"type": "tool_call_response", "content": "dGVzdA=="}),
        );
    }

    #[test]
    fn what_is_no_base64_text_stays() {
        for content in ["", "plain text", "test", "AAA", "/w==", "dGVzdA"] {
            let event = json!({"type": "tool_call_response", "content": content});
            check(event.clone(), &event);
        }
    }

    #[test]
    fn a_long_url_safe_text_is_decoded() {
        let text = "a result? yes >>> with the letters that make the difference ~~~";
        let stored = URL_SAFE.encode(text);
        assert!(
            STANDARD.decode(&stored).is_err(),
            "the text must need the other alphabet"
        );
        check(
            json!({"type": "tool_call_response", "content": stored}),
            &json!({"type": "tool_call_response", "content": text}),
        );
    }

    #[test]
    fn metadata_is_decoded_on_any_event_and_other_fields_never() {
        check(
            json!({"type": "chat_response", "message": "dGVzdA==", "metadata": {"k": "dGVzdA=="}}),
            &json!({"type": "chat_response", "message": "dGVzdA==", "metadata": {"k": "test"}}),
        );
    }

    #[test]
    fn blocks_are_decoded_together_or_not_at_all() {
        let block = |text: &str| json!({"type": "text", "text": text});
        check(
            json!({"type": "tool_call_response", "content": [block("YQ=="), block("plain")]}),
            &json!({"type": "tool_call_response", "content": [block("YQ=="), block("plain")]}),
        );
        check(
            json!({"type": "tool_call_response", "content": [block("b25l"), {"type": "image"}, block("dHdv")]}),
            &json!({"type": "tool_call_response", "content": [block("one"), {"type": "image"}, block("two")]}),
        );
    }
}
