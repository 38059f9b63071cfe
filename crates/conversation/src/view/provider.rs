//! The provider view (RFD 094): what the model gets, by the rules.

use super::projection::{Field, Projection};
use crate::{
    Event, Kind,
    block::{Block, Content, decoded_len, media_type},
};
use serde_json::{Map, Value};

/// What stands in for a result of which nothing is addressed to the model. It must not hint that
/// there was more.
const SUCCESS: &str = "Tool executed successfully.";
/// The same for a failed result.
const FAILURE: &str = "Tool failed.";

const KEPT: [&str; 6] = ["timestamp", "type", "id", "event_id", "is_error", "isError"];

pub(super) fn project(event: &Event) -> Option<Projection<'_>> {
    match event.kind() {
        Kind::TurnStart | Kind::ChatRequest | Kind::ChatResponse(_) | Kind::ToolCallRequest => {
            Some(Projection::whole(event))
        }
        Kind::ToolCallResponse => Some(project_result(event)),
        Kind::InquiryRequest
        | Kind::InquiryResponse
        | Kind::ConfigDelta
        | Kind::Compaction
        | Kind::HostNote
        | Kind::Unknown => None,
    }
}

fn project_result(event: &Event) -> Projection<'_> {
    let kept = KEPT
        .iter()
        .filter_map(|name| Some((*name, Field::Whole(event.fields().get(*name)?))));
    let content = ("content", Field::Text(result_text(event)));
    Projection::of(kept.chain([content]).collect())
}

/// An empty text that is addressed to the model is passed on as it is: only where there is nothing
/// for it does the placeholder stand.
fn result_text(event: &Event) -> String {
    let texts: Vec<String> = match Content::of(event) {
        Content::Text(text) => return text.to_owned(),
        Content::Blocks(blocks, _) => blocks
            .iter()
            .filter(|b| b.audience().reaches_assistant())
            .map(block_text)
            .collect(),
    };
    match (texts.is_empty(), event.is_error()) {
        (false, _) => texts.join("\n\n"),
        (true, false) => SUCCESS.to_owned(),
        (true, true) => FAILURE.to_owned(),
    }
}

fn block_text(block: &Block<'_>) -> String {
    match block.kind() {
        "text" => block.text("text").unwrap_or_default().to_owned(),
        "resource" => match block.fields.get("resource").and_then(Value::as_object) {
            Some(resource) => resource_text(block, resource),
            None => "[resource]".to_owned(),
        },
        kind @ ("image" | "audio") => {
            let media = media_type(block.fields).unwrap_or_default();
            let bytes = decoded_len(block.text("data").unwrap_or_default());
            format!("[{kind} {media}, {bytes} bytes]")
        }
        "resource_link" => format!("[link {}]", block.text("uri").unwrap_or_default()),
        kind => format!("[{kind}]"),
    }
}

fn resource_text(block: &Block<'_>, resource: &Map<String, Value>) -> String {
    let field = |name: &str| resource.get(name).and_then(Value::as_str);
    if let Some(formatted) = block.text("formatted").or_else(|| field("formatted")) {
        return formatted.to_owned();
    }
    if let Some(text) = field("text") {
        return fenced(text, &language(resource));
    }
    let uri = field("uri").unwrap_or_default();
    let media = media_type(resource).unwrap_or_default();
    format!(
        "[resource {uri} {media}, {} bytes]",
        decoded_len(field("blob").unwrap_or_default())
    )
}

/// Wraps text in a fence that is longer than any run of backticks inside.
fn fenced(text: &str, language: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{newline}{fence}")
}

/// The fence's language: the media type's own word (`text/x-rust` is `rust`).
fn language(resource: &Map<String, Value>) -> String {
    let media = media_type(resource).unwrap_or_default();
    let subtype = media.split('/').nth(1).unwrap_or_default();
    match subtype.strip_prefix("x-").unwrap_or(subtype) {
        "plain" | "octet-stream" => String::new(),
        word => word.to_owned(),
    }
}
