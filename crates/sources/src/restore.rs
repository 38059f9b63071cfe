//! Restoration: what a client dropped from a tool's result is brought back, before any view sees it.
//!
//! MCP says of each block whom it is addressed to, and of each text what it is written in. Most
//! clients store less than that. Where something else that they store says it too, the result gets
//! its blocks back. Of these the first that applies is the source:
//!
//! 1. The stored blocks, where they still have annotations: the result stays as it is.
//! 2. The server's own copy of the blocks in the result's `_meta`, if it has the stored texts.
//! 3. A capture of the exchange between client and server ([`Capture`]).
//! 4. The call, for `tell_user`: what it shows is its own argument.
//!
//! Before that, a result that is the JSON text of a result is read as one, where the tool is
//! `tell_user` or is named in [`Restoration::json_tools`].
//!
//! Nothing else is restored: refused, cancelled and failed calls are what they are. A restored event
//! says so in its metadata ([`MARK`]) with the source's word ([`Restored::word`]).

mod blocks;
mod capture;
mod contract;
mod json_text;
mod texts;

pub use capture::Capture;

use conversation::tool_name::{is_tell_user, is_tool};
use serde_json::{Map, Value};
use texts::Texts;

/// The field of an event's metadata that says what its blocks were restored from.
pub const MARK: &str = conversation::RESTORED;

/// The field of a result's `_meta` in which a server puts its blocks once more.
const COPY: &str = "serve-web/blocks";

/// What a reader knows for the restoration of all results of a conversation.
#[derive(Clone, Debug, Default)]
pub struct Restoration {
    /// What a tap has seen.
    pub captures: Vec<Capture>,
    /// The tools, beside `tell_user`, of which a result that is JSON text may be read as blocks: by
    /// their own names, or as they are called.
    pub json_tools: Vec<String>,
}

/// The call that a result answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The tool's name as stored; its own name where the store has that apart.
    pub tool: String,
    /// Its arguments, as JSON and not as text.
    pub arguments: Value,
}

/// What a result's blocks were restored from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restored {
    /// The server's copy in the result's `_meta`.
    Meta,
    /// A capture.
    Capture,
    /// The call's own argument.
    Call,
    /// The result's text, which is JSON.
    Json,
}

impl Restored {
    /// The word that [`MARK`] has for it: `meta`, `capture`, `call` or `json`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Capture => "capture",
            Self::Call => "call",
            Self::Json => "json",
        }
    }
}

impl Restoration {
    /// Restores a result, and says from what. `result` has the fields of a `tool_call_response`,
    /// mapped onto JP's names, with `_meta` where the client keeps it; `flattened` is the result's
    /// text in the client's own form where that is not the content. A result that has its blocks, or
    /// of which nothing else tells them, stays as it is.
    pub fn restore(
        &self,
        result: &mut Map<String, Value>,
        call: Option<&Call>,
        flattened: Option<&str>,
    ) -> Option<Restored> {
        if is_marked(result) || blocks::are_annotated(result.get("content")) {
            return None;
        }
        let is_json = self.reads_json(call) && json_text::read(result);
        // The text that was JSON is no result's text any more.
        let flattened = flattened.filter(|_| !is_json);
        let source = if is_json && blocks::are_annotated(result.get("content")) {
            Restored::Json
        } else if let Some((source, blocks)) = self.source(result, call, flattened) {
            result.insert("content".to_owned(), Value::Array(blocks));
            source
        } else if is_json {
            Restored::Json
        } else {
            return None;
        };
        mark(result, source);
        Some(source)
    }

    /// The blocks of an unannotated result, and where they come from.
    fn source(
        &self,
        result: &Map<String, Value>,
        call: Option<&Call>,
        flattened: Option<&str>,
    ) -> Option<(Restored, Vec<Value>)> {
        let texts = Texts::stored(result.get("content"), flattened);
        let copy = || copied(result, &texts).map(|blocks| (Restored::Meta, blocks));
        let captured = || {
            let id = result.get("id").and_then(Value::as_str);
            let capture = capture::find(&self.captures, id, call, &texts)?;
            Some((Restored::Capture, capture.blocks.clone()))
        };
        let shown = || {
            let blocks = contract::blocks(result, call?, &texts)?;
            Some((Restored::Call, blocks))
        };
        let found = copy().or_else(captured).or_else(shown)?;
        // What is there already is not restored.
        (result.get("content").and_then(Value::as_array) != Some(&found.1)).then_some(found)
    }

    /// What has to be kept of a call until its result is read. Most arguments tell nothing of the
    /// result, and some are long.
    pub fn call(&self, tool: &str, arguments: Option<&Value>) -> Call {
        let is_needed = is_tell_user(tool) || !self.captures.is_empty();
        Call {
            tool: tool.to_owned(),
            arguments: arguments.filter(|_| is_needed).cloned().unwrap_or_default(),
        }
    }

    fn reads_json(&self, call: Option<&Call>) -> bool {
        call.is_some_and(|Call { tool, .. }| {
            is_tell_user(tool) || self.json_tools.iter().any(|name| is_tool(tool, name))
        })
    }
}

/// The blocks in the result's `_meta`, if they have its texts.
fn copied(result: &Map<String, Value>, texts: &Texts<'_>) -> Option<Vec<Value>> {
    let copy = result.get("_meta")?.get(COPY)?.as_array()?;
    texts.are_those_of(copy).then(|| copy.clone())
}

fn is_marked(result: &Map<String, Value>) -> bool {
    result
        .get("metadata")
        .is_some_and(|metadata| metadata.get(MARK).is_some())
}

/// Metadata that are no object are none; the record as stored still has them.
fn mark(result: &mut Map<String, Value>, source: Restored) {
    let metadata = result.entry("metadata").or_insert(Value::Null);
    let word = source.word().to_owned();
    match metadata {
        Value::Object(fields) => {
            fields.insert(MARK.to_owned(), Value::String(word));
        }
        _ => *metadata = serde_json::json!({ MARK: word }),
    }
}

#[cfg(test)]
mod tests;
