//! What a call must bring.

use super::tool::NAME;
use serde_json::{Map, Value};

/// A call that cannot be carried out. The model reads the sentence, so it says what to do.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// There is no object to look into.
    #[error("The arguments are {0}, not an object. {retry}", retry = RETRY)]
    NotAnObject(&'static str),
    /// Something that the tool does not know, often the message by another name.
    #[error("`{0}` is no argument of {NAME}. {retry}", retry = RETRY)]
    Unknown(String),
    /// There is no message.
    #[error("The argument `message` is missing. {retry}", retry = RETRY)]
    Missing,
    /// The message is no text.
    #[error("The argument `message` is {0}, not a string. {retry}", retry = RETRY)]
    NotText(&'static str),
    /// There would be nothing to see.
    #[error(
        "The argument `message` is empty, so nothing was shown. If there is something to tell the user, call {NAME} again with the text; otherwise go on without it."
    )]
    Empty,
}

const RETRY: &str =
    "Call tell_user again with one argument, `message`: the text to show to the user, as a string.";

/// The message of a call.
pub(crate) fn message(arguments: Value) -> Result<String, ArgumentError> {
    let mut arguments = match arguments {
        Value::Object(arguments) => arguments,
        Value::Null => Map::new(),
        other => return Err(ArgumentError::NotAnObject(kind(&other))),
    };
    let message = arguments.remove("message");
    if let Some(name) = arguments.into_iter().map(|(name, _)| name).next() {
        return Err(ArgumentError::Unknown(name));
    }
    match message {
        None => Err(ArgumentError::Missing),
        Some(Value::String(text)) if text.trim().is_empty() => Err(ArgumentError::Empty),
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(ArgumentError::NotText(kind(&other))),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_one_text_is_a_message() {
        use ArgumentError::{Empty, Missing, NotAnObject, NotText, Unknown};
        for (arguments, expected) in [
            (json!({"message": " x\r\n"}), Ok(" x\r\n".to_owned())),
            (json!(null), Err(Missing)),
            (json!({}), Err(Missing)),
            (json!({"message": ""}), Err(Empty)),
            (json!({"message": " \t\r\n\u{a0}"}), Err(Empty)),
            (json!({"message": null}), Err(NotText("null"))),
            (json!({"message": 1}), Err(NotText("a number"))),
            (json!({"message": true}), Err(NotText("a boolean"))),
            (json!({"message": ["x"]}), Err(NotText("an array"))),
            (json!({"message": {"text": "x"}}), Err(NotText("an object"))),
            (json!({"text": "x"}), Err(Unknown("text".to_owned()))),
            (
                json!({"message": "x", "to": 1}),
                Err(Unknown("to".to_owned())),
            ),
            (json!("x"), Err(NotAnObject("a string"))),
            (json!(["x"]), Err(NotAnObject("an array"))),
            (json!(1), Err(NotAnObject("a number"))),
        ] {
            assert_eq!(message(arguments.clone()), expected, "{arguments}");
        }
    }

    #[test]
    fn the_sentence_says_what_is_wrong_and_what_to_do() {
        assert_eq!(
            ArgumentError::Unknown("text".to_owned()).to_string(),
            "`text` is no argument of tell_user. Call tell_user again with one argument, `message`: the text to show to the user, as a string."
        );
        for error in [
            ArgumentError::NotAnObject("a string"),
            ArgumentError::Missing,
            ArgumentError::NotText("null"),
            ArgumentError::Empty,
        ] {
            let said = error.to_string();
            assert!(
                said.contains("call tell_user again") || said.contains("Call tell_user again"),
                "{said}"
            );
        }
    }
}
