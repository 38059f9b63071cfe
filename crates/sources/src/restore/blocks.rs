//! What a list of blocks has.

use serde_json::{Map, Value};

/// Whether any block of a content says something about itself: for whom it is, how important, of
/// when. A resource may say so of a block that does not.
pub(super) fn are_annotated(content: Option<&Value>) -> bool {
    let entries = content.and_then(Value::as_array);
    entries.is_some_and(|entries| entries.iter().any(is_annotated))
}

fn is_annotated(entry: &Value) -> bool {
    let resource = || entry.get("resource").is_some_and(has_annotations);
    kind(entry)
        .is_some_and(|(_, kind)| has_annotations(entry) || (kind == "resource" && resource()))
}

fn has_annotations(object: &Value) -> bool {
    let annotations = object.get("annotations").and_then(Value::as_object);
    annotations.is_some_and(|fields| fields.values().any(|value| !value.is_null()))
}

/// An entry of a content as a block of a type; nothing where it is none.
pub(super) fn kind(entry: &Value) -> Option<(&Map<String, Value>, &str)> {
    let fields = entry.as_object()?;
    Some((fields, fields.get("type")?.as_str()?))
}

/// The text of a text block.
pub(super) fn text(entry: &Value) -> Option<&str> {
    let (fields, kind) = kind(entry)?;
    (kind == "text").then(|| fields.get("text")?.as_str())?
}

/// The text of a text block or of an embedded resource.
pub(super) fn any_text(entry: &Value) -> Option<&str> {
    let (fields, kind) = kind(entry)?;
    match kind {
        "text" => fields.get("text")?.as_str(),
        "resource" => fields.get("resource")?.get("text")?.as_str(),
        _ => None,
    }
}

/// Whether a result reports an error, in either spelling.
pub(super) fn is_error(result: &Map<String, Value>) -> bool {
    ["is_error", "isError"]
        .iter()
        .any(|name| result.get(*name) == Some(&Value::Bool(true)))
}
