//! Records of the assistant's role.

use super::{
    draft::{Draft, Stamp},
    record::{Block, Record},
};
use serde_json::Value;

/// What the program writes in the assistant's place where nothing is said.
const FILLERS: [&str; 2] = ["No response requested.", "(no content)"];

/// A part of an answer.
#[derive(Debug)]
pub(super) enum Part<'a> {
    Event(Draft),
    Call(Draft, Record<'a>),
    /// A result that the model's own side has, with the block.
    Result(Record<'a>),
}

/// The parts of an answer, in order.
pub(super) fn parts<'a>(stamp: &Stamp, record: Record<'a>) -> Option<Vec<Part<'a>>> {
    let blocks = record.content()?.blocks();
    Some(blocks.into_iter().map(|block| part(stamp, block)).collect())
}

fn part<'a>(stamp: &Stamp, block: Block<'a>) -> Part<'a> {
    let (kind, block) = match block {
        Block::Text(text, block) => return Part::Event(message(stamp, text, block)),
        Block::None(value) => {
            return Part::Event(stamp.draft("claude/block").with("block", value.clone()));
        }
        Block::Other(kind, block) => (kind, block),
    };
    match kind {
        "thinking" => Part::Event(reasoning(stamp, block)),
        "tool_use" | "server_tool_use" | "mcp_tool_use" => Part::Call(call(stamp, block), block),
        _ if kind.ends_with("_tool_result") && block.text("tool_use_id").is_some() => {
            Part::Result(block)
        }
        "image" | "document" => match super::media::resource(kind, block, 1) {
            Some(resource) => Part::Event(
                stamp
                    .draft("chat_response")
                    .with("message", "")
                    .with("resources", vec![resource]),
            ),
            None => carried(stamp, kind, block),
        },
        _ => carried(stamp, kind, block),
    }
}

fn message(stamp: &Stamp, text: &str, block: Option<Record<'_>>) -> Draft {
    if FILLERS.contains(&text.trim()) {
        return stamp.draft("host_note").with("content", text);
    }
    let mut draft = stamp.draft("chat_response").with("message", text);
    if let Some(block) = block {
        draft.carry_others("block", block, &["type", "text"]);
    }
    draft
}

fn reasoning(stamp: &Stamp, block: Record<'_>) -> Draft {
    let text = block.text("thinking").unwrap_or_default();
    let mut draft = stamp.draft("chat_response").with("reasoning", text);
    draft.carry_others("block", block, &["type", "thinking"]);
    draft
}

fn call(stamp: &Stamp, block: Record<'_>) -> Draft {
    let mut draft = stamp
        .draft("tool_call_request")
        .with("id", block.text("id").unwrap_or_default())
        .with("name", block.text("name").unwrap_or_default())
        .with_any("arguments", block.get("input").cloned());
    draft.carry_others("block", block, &["type", "id", "name", "input"]);
    draft
}

/// Puts into an event what the line says of the model's whole answer.
pub(super) fn note_answer(mut draft: Draft, record: Record<'_>) -> Draft {
    let Some(message) = record.object("message") else {
        return draft;
    };
    let text = |name: &str| message.text(name);
    draft = draft
        .noting("model", text("model").filter(|_| !record.is_synthetic()))
        .noting("message_id", text("id"))
        .noting("request_id", record.text("requestId"))
        .noting("stop_reason", text("stop_reason"));
    if record.is("isApiErrorMessage") {
        let error = record.get("error").filter(|error| !error.is_null());
        let error = error.cloned().unwrap_or(Value::Bool(true));
        draft = draft.noting("error", Some(error));
    }
    draft
}

fn carried<'a>(stamp: &Stamp, kind: &str, block: Record<'a>) -> Part<'a> {
    Part::Event(stamp.carried(&format!("claude/{kind}"), block))
}
