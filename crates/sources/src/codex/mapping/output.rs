//! What the model gets of a call's result.

use super::{
    resources::{data_address, image_block},
    verdict::{exit_code, is_failure},
};
use crate::codex::record::{list, text};
use serde_json::{Map, Value, json};

/// One half of a result: what a record tells of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Half {
    /// Its content, and how much it counts beside that of the other half.
    pub content: Value,
    pub rank: Rank,
    /// Whether the call failed, where it is said.
    pub is_error: Option<bool>,
    /// What else is said of it.
    pub beside: Map<String, Value>,
}

/// How much a content counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Nothing is said.
    #[default]
    Nothing,
    /// What a program printed.
    Printed,
    /// What the model gets.
    Sent,
    /// The blocks of a server, with all that it says of them.
    Blocks,
}

impl Half {
    /// The output of a call, as an item of any version has it.
    pub(super) fn of_output(output: Option<&Value>) -> Self {
        match output {
            None | Some(Value::Null) => Self::sent(Value::Array(Vec::new())),
            Some(Value::String(output)) => Self::of_text(output),
            Some(Value::Array(parts)) => Self::of_parts(parts),
            Some(Value::Object(fields)) => Self::of_object(fields),
            Some(other) => Self::of_text(&other.to_string()),
        }
    }

    fn sent(content: Value) -> Self {
        Self {
            content,
            rank: Rank::Sent,
            ..Self::default()
        }
    }

    /// A text, which in the older files is JSON that holds the text.
    fn of_text(output: &str) -> Self {
        if output.starts_with("{\"output\"")
            && let Ok(Value::Object(fields)) = serde_json::from_str(output)
        {
            return Self::of_object(&fields);
        }
        let mut half = Self {
            is_error: is_failure(output),
            ..Self::sent(Value::String(output.to_owned()))
        };
        if let Some(code) = exit_code(output) {
            half.beside.insert("exit_code".to_owned(), code.into());
        }
        half
    }

    fn of_parts(parts: &[Value]) -> Self {
        let blocks: Vec<Value> = parts.iter().map(block).collect();
        let first = blocks.first().and_then(|block| block.get("text"));
        let first = first.and_then(Value::as_str).unwrap_or_default();
        Self {
            is_error: is_failure(first),
            ..Self::sent(Value::Array(blocks))
        }
    }

    fn of_object(fields: &Map<String, Value>) -> Self {
        let is_part = text(fields, "type").is_some_and(|kind| kind.starts_with("input_"));
        let inner = ["output", "content"]
            .iter()
            .find_map(|name| fields.get(*name));
        let mut half = match inner {
            _ if is_part => return Self::of_parts(&[Value::Object(fields.clone())]),
            Some(Value::String(inner)) => Self {
                is_error: is_failure(inner),
                ..Self::sent(Value::String(inner.clone()))
            },
            Some(Value::Array(parts)) => Self::of_parts(parts),
            _ => return Self::sent(Value::String(Value::Object(fields.clone()).to_string())),
        };
        if let Some(success) = fields.get("success").and_then(Value::as_bool) {
            half.is_error = Some(!success);
        }
        let metadata = fields.get("metadata").and_then(Value::as_object);
        for (name, value) in metadata.into_iter().flatten() {
            half.beside.insert(name.clone(), value.clone());
        }
        let code = half.beside.get("exit_code").and_then(Value::as_i64);
        half.is_error = code.map(|code| code != 0).or(half.is_error);
        half
    }

    /// What a call that is its own result has: a search, an image.
    pub(super) fn of_done_call(payload: &Map<String, Value>) -> Self {
        let mut half = Self::image(payload).unwrap_or(Self {
            rank: Rank::Nothing,
            ..Self::sent(Value::Array(Vec::new()))
        });
        half.is_error = (text(payload, "status") == Some("failed")).then_some(true);
        half
    }

    /// The image that a record has as base64 text.
    pub(super) fn image(fields: &Map<String, Value>) -> Option<Self> {
        let data = text(fields, "result")?;
        // What a few bytes say is no image.
        let media_type = match data.get(..4)? {
            "/9j/" => "image/jpeg",
            "UklG" => "image/webp",
            _ => "image/png",
        };
        Some(Self::sent(
            json!([{"type": "image", "data": data, "mimeType": media_type}]),
        ))
    }

    /// The tools that a search found.
    pub(super) fn of_tools(payload: &Map<String, Value>) -> Self {
        let tools = Value::Array(list(payload, "tools").to_vec());
        let mut half = Self::sent(Value::String(tools.to_string()));
        half.is_error = (text(payload, "status") == Some("failed")).then_some(true);
        half
    }
}

/// A part of an output as a block.
fn block(part: &Value) -> Value {
    let Some(fields) = part.as_object() else {
        return part.clone();
    };
    let kind = text(fields, "type").unwrap_or_default();
    match kind {
        "input_text" | "inputText" | "output_text" | "text" => {
            let mut block = fields.clone();
            block.insert("type".to_owned(), Value::String("text".to_owned()));
            Value::Object(block)
        }
        "input_image" | "inputImage" => {
            let address = text(fields, "image_url").or(text(fields, "imageUrl"));
            address.map_or_else(|| part.clone(), image_block)
        }
        "input_audio" | "inputAudio" => audio(fields).unwrap_or_else(|| part.clone()),
        _ => part.clone(),
    }
}

fn audio(fields: &Map<String, Value>) -> Option<Value> {
    let (media_type, data) = data_address(text(fields, "audio_url")?)?;
    Some(json!({"type": "audio", "data": data, "mimeType": media_type}))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(output: &Value, content: &Value, is_error: Option<bool>, beside: &Value) {
        let half = Half::of_output(Some(output));
        assert_eq!(&half.content, content, "{output}");
        assert_eq!(half.is_error, is_error, "{output}");
        assert_eq!(&Value::Object(half.beside), beside, "{output}");
    }

    #[test]
    fn outputs_of_every_version() {
        check(&json!("plain"), &json!("plain"), None, &json!({}));
        check(
            &json!("{\"output\":\"x\",\"metadata\":{\"exit_code\":2,\"duration_seconds\":0.5}}"),
            &json!("x"),
            Some(true),
            &json!({"exit_code": 2, "duration_seconds": 0.5}),
        );
        check(
            &json!({"content": "no", "success": false}),
            &json!("no"),
            Some(true),
            &json!({}),
        );
        check(
            &json!([{"type": "input_text", "text": "a"}, {"type": "input_image", "image_url": "data:image/png;base64,AA"}]),
            &json!([{"type": "text", "text": "a"}, {"type": "image", "data": "AA", "mimeType": "image/png"}]),
            None,
            &json!({}),
        );
        check(
            &json!({"type": "input_text", "text": "a"}),
            &json!([{"type": "text", "text": "a"}]),
            None,
            &json!({}),
        );
        check(&json!(null), &json!([]), None, &json!({}));
        check(&json!({"x": 1}), &json!("{\"x\":1}"), None, &json!({}));
        check(&json!(7), &json!("7"), None, &json!({}));
        check(&json!([1]), &json!([1]), None, &json!({}));
    }
}
