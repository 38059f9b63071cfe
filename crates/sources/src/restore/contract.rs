//! What `tell_user` promises (RFD 094): the message to the person, an acknowledgement to the model.

use super::{Call, blocks::is_error, texts::Texts};
use conversation::tool_name::is_tell_user;
use serde_json::{Map, Value, json};

/// What the model gets in the message's place.
const ACKNOWLEDGEMENT: &str = "Message shown to user.";

/// The two blocks of a result of `tell_user` that acknowledges its call.
pub(super) fn blocks(
    result: &Map<String, Value>,
    call: &Call,
    texts: &Texts<'_>,
) -> Option<Vec<Value>> {
    if is_error(result) || !is_tell_user(&call.tool) {
        return None;
    }
    let message = call.arguments.get("message")?.as_str()?;
    is_acknowledged(texts, message).then(|| {
        vec![
            json!({
                "type": "text",
                "text": message,
                "mimeType": "text/markdown",
                "annotations": {"audience": ["user"]},
            }),
            json!({
                "type": "text",
                "text": ACKNOWLEDGEMENT,
                "annotations": {"audience": ["assistant"]},
            }),
        ]
    })
}

/// Whether the result holds the acknowledgement, and not merely quotes a message that does, as a
/// refusal may.
fn is_acknowledged(texts: &Texts<'_>, message: &str) -> bool {
    let holds = |text: &str| text.contains(ACKNOWLEDGEMENT);
    if !texts.iter().any(holds) {
        return false;
    }
    if !holds(message) {
        return true;
    }
    let result = with_plain_breaks(&texts.iter().collect::<Vec<_>>().join("\n\n"));
    let message = with_plain_breaks(message);
    let as_json = Value::String(message.clone()).to_string();
    let forms = [message.as_str(), inside_quotes(&as_json)];
    let quoted = forms.into_iter().find(|form| result.contains(form));
    holds(&result.replacen(quoted.unwrap_or_default(), "", 1))
}

fn inside_quotes(json: &str) -> &str {
    let inside = json
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inside.unwrap_or(json)
}

/// A client may write line breaks in its own way.
fn with_plain_breaks(text: &str) -> String {
    text.replace("\r\n", "\n")
}
