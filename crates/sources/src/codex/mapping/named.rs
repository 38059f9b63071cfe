//! What calls are called, and with what.

use serde_json::{Value, json};

/// A tool's name as the model calls it.
pub(super) fn full_name(namespace: Option<&str>, name: &str) -> String {
    match namespace {
        Some(namespace) => format!("{namespace}__{name}"),
        None => name.to_owned(),
    }
}

/// A call's arguments: JSON where they are written as JSON, and else the text.
pub(super) fn arguments(stored: Option<&Value>) -> Value {
    match stored {
        Some(Value::String(text)) => match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => Value::Object(fields),
            _ if text.trim().is_empty() => json!({}),
            _ => json!({"input": text}),
        },
        Some(Value::Object(fields)) => Value::Object(fields.clone()),
        None | Some(Value::Null) => json!({}),
        Some(other) => json!({"input": other}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_json_where_they_are_written_so() {
        for (stored, expected) in [
            (json!("{\"a\":1}"), json!({"a": 1})),
            (json!({"a": 1}), json!({"a": 1})),
            (
                json!("*** Begin Patch"),
                json!({"input": "*** Begin Patch"}),
            ),
            (json!("[1]"), json!({"input": "[1]"})),
            (json!(""), json!({})),
            (json!(null), json!({})),
            (json!([1]), json!({"input": [1]})),
        ] {
            assert_eq!(arguments(Some(&stored)), expected, "{stored}");
        }
        assert_eq!(arguments(None), json!({}));
    }

    #[test]
    fn names_begin_with_their_namespace() {
        assert_eq!(
            full_name(Some("mcp__notes"), "search"),
            "mcp__notes__search"
        );
        assert_eq!(full_name(None, "shell"), "shell");
    }
}
