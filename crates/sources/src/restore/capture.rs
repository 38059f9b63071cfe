//! What was seen between a client and a server.

use super::{Call, texts::Texts};
use conversation::tool_name::is_tool;
use serde_json::Value;

/// A call and its result as they went between a client and a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Capture {
    /// The call's id in the client's store, where the client told it.
    pub call_id: Option<String>,
    /// The tool's own name.
    pub tool: String,
    /// The call's arguments.
    pub arguments: Value,
    /// The result's blocks, with all that the server said of them.
    pub blocks: Vec<Value>,
}

/// The capture of a result: by its call's id, or, failing that, the only one with the same tool and
/// equal arguments. It has the result's texts in either case, since ids repeat.
pub(super) fn find<'a>(
    captures: &'a [Capture],
    id: Option<&str>,
    call: Option<&Call>,
    texts: &Texts<'_>,
) -> Option<&'a Capture> {
    let has_id = |capture: &&Capture| id.is_some() && capture.call_id.as_deref() == id;
    let is_call = |capture: &&Capture| {
        call.is_some_and(|call| {
            is_tool(&call.tool, &capture.tool) && call.arguments == capture.arguments
        })
    };
    let has_texts = |capture: &&Capture| texts.are_those_of(&capture.blocks);
    only(captures.iter().filter(has_id).filter(has_texts))
        .or_else(|| only(captures.iter().filter(is_call).filter(has_texts)))
}

/// The one that there is; nothing where there are several.
fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}
