//! `serve-web tell-user`: one call of `tell_user`, as a command. JP stores what a local tool
//! prints word for word, so the blocks reach its store, which a call over MCP does not achieve.

use super::{
    arguments::{ArgumentError, message},
    tool::blocks,
};
use crate::cli::Call;
use serde_json::{Value, json};

/// The call cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum LocalToolError {
    /// What stands for the call is no JSON.
    #[error(
        "the call is no JSON; give it as {{\"arguments\": {{\"message\": \"…\"}}}}, or use --message"
    )]
    NotJson(#[from] serde_json::Error),
    /// The arguments do not fit.
    #[error(transparent)]
    Arguments(#[from] ArgumentError),
}

/// The result as one line of JSON. Words that do not fit are an error, which the command reports
/// as any other, and JP passes on to the model.
pub fn answer(call: &Call) -> Result<String, LocalToolError> {
    let arguments = match (&call.message, &call.json) {
        (Some(text), _) => json!({"message": text}),
        (None, Some(text)) => arguments_of(serde_json::from_str(text)?),
        (None, None) => Value::Null,
    };
    let message = message(arguments)?;
    Ok(json!({"content": blocks(&message)}).to_string())
}

/// JP describes a call with its name, its arguments and what was answered to its questions.
fn arguments_of(mut call: Value) -> Value {
    call.get_mut("arguments")
        .map(Value::take)
        .unwrap_or_default()
}
