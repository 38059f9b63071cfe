//! The texts of an event, as a page draws them.

use crate::{
    Answer, Kind,
    block::{Block, Content, media_type},
};
use serde_json::{Map, Value};
use std::{borrow::Cow, sync::Arc};

/// How a text is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Through the markdown pipeline.
    Markdown,
    /// The same, with line breaks where the person who typed it made them.
    Typed,
    /// As it is, with its line breaks.
    Plain,
    /// As JSON, laid out.
    Json,
}

/// A text to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// How.
    pub format: Format,
    /// The text; nothing where the page shows it already and the state does without.
    pub text: Option<Arc<str>>,
}

/// A text of an event, borrowed where it stands there as it is.
pub(crate) struct Part<'a> {
    /// The block's index in the stored content; 0 for an event that is one text.
    pub n: u32,
    pub format: Format,
    pub text: Cow<'a, str>,
    /// What a block is that is no text.
    pub label: Option<String>,
}

/// The fields of an event that are shown in other ways than as a text.
const SHOWN_ELSEWHERE: [&str; 3] = ["type", "timestamp", "event_id"];

/// All texts of a (projected) event, in order.
pub(crate) fn parts(kind: Kind, fields: &Map<String, Value>) -> Vec<Part<'_>> {
    let one = |format, text| {
        vec![Part {
            n: 0,
            format,
            text,
            label: None,
        }]
    };
    let field = |name: &str| Cow::Borrowed(fields.get(name).and_then(Value::as_str).unwrap_or(""));
    match kind {
        Kind::TurnStart => Vec::new(),
        Kind::ChatRequest => one(Format::Typed, field("content")),
        Kind::ChatResponse(Answer::Message) => one(Format::Markdown, field("message")),
        Kind::ChatResponse(Answer::Reasoning) => one(Format::Markdown, field("reasoning")),
        Kind::ChatResponse(Answer::Data) => one(Format::Json, laid_out(fields.get("data"))),
        Kind::ToolCallRequest => one(Format::Json, laid_out(fields.get("arguments"))),
        Kind::ToolCallResponse => match Content::of_fields(fields) {
            Content::Text(text) => one(Format::Plain, Cow::Borrowed(text)),
            Content::Blocks(blocks, _) => blocks.iter().map(block_part).collect(),
        },
        Kind::HostNote => one(Format::Plain, field("content")),
        Kind::ChatResponse(Answer::Unclear)
        | Kind::InquiryRequest
        | Kind::InquiryResponse
        | Kind::ConfigDelta
        | Kind::Compaction
        | Kind::Unknown => one(Format::Json, laid_out_rest(fields)),
    }
}

fn block_part<'a>(block: &Block<'a>) -> Part<'a> {
    match (block.kind(), block.text("text")) {
        ("text", Some(text)) => {
            let is_markdown = media_type(block.fields).as_deref() == Some("text/markdown");
            let format = if is_markdown {
                Format::Markdown
            } else {
                Format::Plain
            };
            Part {
                n: block.n,
                format,
                text: Cow::Borrowed(text),
                label: None,
            }
        }
        _ => Part {
            n: block.n,
            format: Format::Json,
            text: laid_out(Some(block.value)),
            label: Some(label(block)),
        },
    }
}

/// What a block is, in words: its type, and its media type and size where it has them.
fn label(block: &Block<'_>) -> String {
    let inner = block
        .fields
        .get("resource")
        .and_then(Value::as_object)
        .unwrap_or(block.fields);
    let bytes = inner
        .get("bytes")
        .and_then(Value::as_u64)
        .map(|n| format!("{n} bytes"));
    let parts = [Some(block.kind().to_owned()), media_type(inner), bytes];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn laid_out<'a>(value: Option<&Value>) -> Cow<'a, str> {
    let text = value.map(|value| format!("{value:#}"));
    Cow::Owned(text.unwrap_or_default())
}

fn laid_out_rest<'a>(fields: &Map<String, Value>) -> Cow<'a, str> {
    let rest = fields
        .iter()
        .filter(|(name, _)| !SHOWN_ELSEWHERE.contains(&name.as_str()));
    let rest: Map<_, _> = rest
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    laid_out(Some(&Value::Object(rest)))
}
