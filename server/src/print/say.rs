//! What the person and the assistant say.

use super::{
    block::description,
    clean::Clean,
    part::{Form, Shown, What},
};
use conversation::{Answer, Event};
use serde_json::{Map, Value};

/// The text that the pieces are; nothing where there is nothing to see.
pub(super) fn text(answer: Answer, pieces: &[Event]) -> Option<What> {
    let field = if answer == Answer::Message {
        "message"
    } else {
        "reasoning"
    };
    let text: String = pieces
        .iter()
        .filter_map(|piece| piece.text(field))
        .collect();
    let text = Clean::speech(&text);
    if text.is_blank() {
        return None;
    }
    Some(match answer {
        Answer::Message => What::Speech(Shown::markdown(text)),
        _ => What::Reasoning(text),
    })
}

/// A structured answer.
pub(super) fn data(fields: &Map<String, Value>) -> Shown {
    let data = fields.get("data").unwrap_or(&Value::Null);
    Shown {
        form: Form::Plain(Clean::name("json")),
        text: Clean::speech(&format!("{data:#}")),
        cut_to: None,
    }
}

/// What the person says, and the files with it; nothing where it is nothing.
pub(super) fn person(fields: &Map<String, Value>) -> Option<What> {
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    let author = text("author")
        .map(Clean::name)
        .filter(|name| !name.is_blank());
    let files = fields.get("resources").and_then(Value::as_array);
    let files: Vec<Clean> = files
        .into_iter()
        .flatten()
        .filter_map(Value::as_object)
        .map(|file| Clean::name(&description("file", file)))
        .collect();
    let text = Clean::speech(text("content").unwrap_or_default());
    let is_empty = text.is_blank() && files.is_empty();
    (!is_empty).then_some(What::Person {
        author,
        text,
        files,
    })
}
