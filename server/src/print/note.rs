//! Events that nobody says and no tool is called by: questions, notes of a host, and marks.

use super::{
    clean::{Clean, Colours},
    part::What,
};
use serde_json::{Map, Value};
use sources::UNREADABLE;

type Fields = Map<String, Value>;

fn text<'a>(fields: &'a Fields, name: &str) -> Option<&'a str> {
    fields.get(name)?.as_str()
}

fn foreign(text: &str) -> Clean {
    Clean::foreign(text, Colours::Dropped)
}

/// The tool that asks a question, where it is one that asks.
pub(super) fn asking_tool(fields: &Fields) -> Option<&str> {
    let source = fields.get("source")?.as_object()?;
    text(source, "name").filter(|_| text(source, "source") == Some("tool"))
}

/// A question or its answer; nothing where it has no words.
pub(super) fn inquiry(fields: &Fields) -> Option<What> {
    if text(fields, "type") == Some("inquiry_request") {
        let question = fields.get("question")?.as_object()?;
        let heading = match asking_tool(fields) {
            Some(tool) => format!("{} asks:", Clean::name(tool)),
            None => "Question:".to_owned(),
        };
        let text = foreign(text(question, "text")?);
        return Some(What::Note { heading, text });
    }
    let (heading, text) = match text(fields, "outcome") {
        Some("redacted") => ("Answer:", Clean::name("(not stored)")),
        Some("cancelled") => {
            let reason = text(fields, "reason").unwrap_or_default();
            ("No answer:", Clean::name(&format!("cancelled {reason}")))
        }
        _ => ("Answer:", answer(fields.get("answer")?)),
    };
    let heading = heading.to_owned();
    Some(What::Note { heading, text })
}

fn answer(answer: &Value) -> Clean {
    match answer {
        Value::String(text) => foreign(text),
        Value::Bool(true) => Clean::name("yes"),
        Value::Bool(false) => Clean::name("no"),
        other => foreign(&other.to_string()),
    }
}

/// What a host put in; nothing where it is empty.
pub(super) fn host_note(fields: &Fields) -> Option<What> {
    let text = foreign(text(fields, "content")?);
    let heading = "Note from the host:".to_owned();
    (!text.is_blank()).then_some(What::Note { heading, text })
}

/// Turns are counted from 0 where they are stored.
pub(super) fn compaction(fields: &Fields) -> What {
    let turn = |name: &str| Some(fields.get(name)?.as_u64()?.saturating_add(1));
    What::Mark(match (turn("from_turn"), turn("to_turn")) {
        (Some(from), Some(to)) if from == to => format!("[turn {from} compacted for the model]"),
        (Some(from), Some(to)) => format!("[turns {from} to {to} compacted for the model]"),
        _ => "[compacted for the model]".to_owned(),
    })
}

/// An event of a kind that is not known, or that could not be read.
pub(super) fn unknown(fields: &Fields) -> What {
    let kind = text(fields, "type").unwrap_or("event");
    let line = match text(fields, "problem") {
        Some(problem) if kind == UNREADABLE => format!("[a record cannot be read: {problem}]"),
        _ => format!("[{kind}]"),
    };
    What::Mark(Clean::line(&line).to_string())
}
