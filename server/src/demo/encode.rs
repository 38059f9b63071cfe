//! What happens, as events in JP's form.

use super::script::What;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::io;

/// How many words a piece of a text has.
const N_WORDS: usize = 6;

/// A time as JP stores it: UTC without a zone, with at least one digit of a fraction.
pub(super) fn stored_time(at: Timestamp) -> String {
    let text = at.strftime("%Y-%m-%d %H:%M:%S.%6f").to_string();
    let short = text.trim_end_matches('0');
    match short.ends_with('.') {
        true => format!("{short}0"),
        false => short.to_owned(),
    }
}

/// The events of a step, without their times. A script whose JSON is none is an error.
pub(super) fn events(what: &What) -> io::Result<Vec<Value>> {
    let event = match what {
        What::Says(text) => return Ok(pieces(text).map(|piece| message(&piece)).collect()),
        What::Notes { id, message } => {
            let called = call(id, "tell_user", json!({ "message": message }));
            return Ok(vec![called, shown(id, message)]);
        }
        What::TurnStart => json!({"type": "turn_start"}),
        What::Asks { content } => json!({"type": "chat_request", "content": content}),
        What::AsksFor { content, schema } => {
            let schema: Value = serde_json::from_str(schema)?;
            json!({"type": "chat_request", "content": content, "schema": schema})
        }
        What::Thinks(text) => json!({"type": "chat_response", "reasoning": text}),
        What::Answers(data) => {
            let data: Value = serde_json::from_str(data)?;
            json!({"type": "chat_response", "data": data})
        }
        What::Calls {
            id,
            tool,
            arguments,
        } => call(id, tool, serde_json::from_str(arguments)?),
        What::Returns { id, content } => result(id, content, false),
        What::Fails { id, content } => result(id, content, true),
        What::Inquires { id, tool, text } => json!({
            "type": "inquiry_request",
            "id": format!("{id}.apply_changes"),
            "source": {"source": "tool", "name": tool},
            "question": {"text": text, "answer_type": {"type": "boolean"}, "default": true},
        }),
        What::Agrees { id } => json!({
            "type": "inquiry_response",
            "id": format!("{id}.apply_changes"),
            "answer": true,
        }),
    };
    Ok(vec![event])
}

/// A text in pieces of a few words. Together they are the text.
fn pieces(text: &str) -> impl Iterator<Item = String> {
    let words: Vec<&str> = text.split_inclusive(' ').collect();
    let pieces: Vec<String> = words.chunks(N_WORDS).map(<[&str]>::concat).collect();
    pieces.into_iter()
}

fn message(piece: &str) -> Value {
    json!({"type": "chat_response", "message": piece})
}

fn call(id: &str, tool: &str, mut arguments: Value) -> Value {
    encode_strings(&mut arguments);
    json!({"type": "tool_call_request", "id": id, "name": tool, "arguments": arguments})
}

fn result(id: &str, content: &str, is_error: bool) -> Value {
    json!({
        "type": "tool_call_response",
        "id": id,
        "content": STANDARD.encode(content),
        "is_error": is_error,
    })
}

/// Blocks are stored as they are.
fn shown(id: &str, message: &str) -> Value {
    json!({"type": "tool_call_response", "id": id, "is_error": false, "content": [
        {
            "type": "text",
            "text": message,
            "mimeType": "text/markdown",
            "annotations": {"audience": ["user"]},
        },
        {
            "type": "text",
            "text": "Message shown to user.",
            "annotations": {"audience": ["assistant"]},
        },
    ]})
}

/// JP keeps every string of a call's arguments from `grep`; their names stay.
fn encode_strings(value: &mut Value) {
    match value {
        Value::String(text) => *text = STANDARD.encode(&*text),
        Value::Array(items) => items.iter_mut().for_each(encode_strings),
        Value::Object(fields) => fields.values_mut().for_each(encode_strings),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_stored_as_jp_stores_them() {
        for (at, stored) in [
            ("2026-03-18T12:17:28.6024Z", "2026-03-18 12:17:28.6024"),
            ("2026-03-18T12:17:28Z", "2026-03-18 12:17:28.0"),
            ("2026-03-18T12:17:30Z", "2026-03-18 12:17:30.0"),
        ] {
            assert_eq!(stored_time(at.parse().expect("a time")), stored);
        }
    }

    #[test]
    fn strings_of_arguments_are_encoded_at_every_depth() {
        let mut value = json!({"path": "é", "n": 1, "l": [{"x": "path"}]});
        encode_strings(&mut value);
        assert_eq!(
            value,
            json!({"path": "w6k=", "n": 1, "l": [{"x": "cGF0aA=="}]})
        );
    }

    #[test]
    fn pieces_are_the_text_again() {
        let text = "One two three four five six seven.\n\n- eight\n- nine ten  eleven twelve ";
        let pieces: Vec<String> = pieces(text).collect();
        assert_eq!(pieces.concat(), text);
        assert_eq!(pieces.len(), 3, "{pieces:?}");
    }
}
