//! The texts of an event, as a page draws them.

use crate::{
    Answer, Kind,
    block::{Audience, Block, Content, media_type},
    cut::cut_text,
    media::Media,
    read::FromJson,
};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{borrow::Cow, sync::Arc};

/// How a text is to be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Through the markdown pipeline.
    Markdown,
    /// The same, with line breaks where the person who typed it made them.
    Typed,
    /// As it is, with its line breaks.
    #[default]
    Plain,
    /// As JSON, laid out.
    Json,
}

impl FromJson for Format {
    fn from_json(value: Value) -> Option<Self> {
        match value.as_str()? {
            "markdown" => Some(Self::Markdown),
            "typed" => Some(Self::Typed),
            "plain" => Some(Self::Plain),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

impl Format {
    /// How text of a media type is drawn, wherever it stands.
    fn of_type(media_type: Option<&str>) -> Self {
        match media_type {
            Some("text/markdown") => Self::Markdown,
            _ => Self::Plain,
        }
    }
}

/// A text to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// How.
    pub format: Format,
    /// The text; nothing where the page shows it already and the state does without.
    pub text: Option<Arc<str>>,
}

/// A part of an event, its text borrowed where it stands there as it is.
pub(crate) struct Part<'a> {
    /// The block's index in the stored content; for what somebody said 0 is the words, and what
    /// follows are files.
    pub n: u32,
    pub format: Format,
    pub text: Cow<'a, str>,
    /// What a block is that has no rendering of its own.
    pub label: Option<&'a str>,
    pub media: Option<Media>,
    /// Whom a block is addressed to.
    pub audience: Audience,
}

impl<'a> Part<'a> {
    fn of_text(format: Format, text: Cow<'a, str>) -> Self {
        Self {
            n: 0,
            format,
            text,
            label: None,
            media: None,
            audience: Audience::Unannotated,
        }
    }

    fn of_media(n: u32, media: Media, text: Option<&'a str>) -> Self {
        Self {
            n,
            media: Some(media),
            ..Self::of_text(Format::Plain, Cow::Borrowed(text.unwrap_or_default()))
        }
    }
}

/// The fields of an event that are shown in other ways than as a text.
const SHOWN_ELSEWHERE: [&str; 3] = ["type", "timestamp", "event_id"];

/// What a result's `structuredContent` is called.
const STRUCTURED: &str = "structured content";

/// All texts of a (projected) event, in order.
pub(crate) fn parts(kind: Kind, fields: &Map<String, Value>) -> Vec<Part<'_>> {
    let field = |name: &str| Cow::Borrowed(fields.get(name).and_then(Value::as_str).unwrap_or(""));
    let one = |format, text| vec![Part::of_text(format, text)];
    match kind {
        Kind::TurnStart => Vec::new(),
        Kind::ChatRequest => said(Format::Typed, field("content"), fields),
        Kind::ChatResponse(Answer::Message) => said(Format::Markdown, field("message"), fields),
        Kind::ChatResponse(Answer::Reasoning) => one(Format::Markdown, field("reasoning")),
        Kind::ChatResponse(Answer::Data) => one(Format::Json, laid_out(fields.get("data"))),
        Kind::ToolCallRequest => one(Format::Json, laid_out(fields.get("arguments"))),
        Kind::ToolCallResponse => result(fields),
        Kind::HostNote => one(Format::Plain, field("content")),
        Kind::ChatResponse(Answer::Unclear)
        | Kind::InquiryRequest
        | Kind::InquiryResponse
        | Kind::ConfigDelta
        | Kind::Compaction
        | Kind::Unknown => one(Format::Json, laid_out_rest(fields)),
    }
}

/// Words, and the files that came with them.
fn said<'a>(format: Format, words: Cow<'a, str>, fields: &'a Map<String, Value>) -> Vec<Part<'a>> {
    let mut parts = vec![Part::of_text(format, words)];
    let resources = fields.get("resources").and_then(Value::as_array);
    for (n, resource) in (1..).zip(resources.into_iter().flatten()) {
        parts.push(file(n, resource));
    }
    parts
}

fn file(n: u32, resource: &Value) -> Part<'_> {
    let fields = resource.as_object();
    match fields.and_then(Media::of_resource) {
        Some(media) => {
            let text = resource.get("text").and_then(Value::as_str);
            let format = Format::of_type(media.media_type.as_deref());
            Part {
                format,
                ..Part::of_media(n, media, text)
            }
        }
        None => Part {
            n,
            label: Some("resource"),
            ..Part::of_text(Format::Json, laid_out(Some(resource)))
        },
    }
}

fn result(fields: &Map<String, Value>) -> Vec<Part<'_>> {
    let mut parts = match Content::of_fields(fields) {
        Content::Text(text) => vec![Part::of_text(Format::Plain, Cow::Borrowed(text))],
        Content::Blocks(blocks, _) => blocks.iter().map(block_part).collect(),
    };
    let structured = fields
        .get("structuredContent")
        .filter(|value| !value.is_null() && !parts.iter().any(|part| repeats(part, value)));
    if let Some(value) = structured {
        let entries = fields
            .get("content")
            .and_then(Value::as_array)
            .map(Vec::len);
        parts.push(Part {
            n: entries.and_then(|n| u32::try_from(n).ok()).unwrap_or(1),
            label: Some(STRUCTURED),
            ..Part::of_text(Format::Json, laid_out(Some(value)))
        });
    }
    parts
}

/// Whether a text is the structured content once more, as servers are to send it.
fn repeats(part: &Part<'_>, structured: &Value) -> bool {
    let is_candidate = part.format == Format::Plain && part.media.is_none();
    is_candidate
        && serde_json::from_str::<Value>(&part.text).is_ok_and(|value| value == *structured)
}

fn block_part<'a>(block: &Block<'a>) -> Part<'a> {
    let part = match (
        block.kind(),
        block.text("text"),
        Media::of_block(block.fields),
    ) {
        ("text", Some(text), _) => {
            let format = Format::of_type(media_type(block.fields).as_deref());
            Part::of_text(format, Cow::Borrowed(text))
        }
        (_, _, Some(media)) => {
            let resource = block.fields.get("resource");
            let text = resource.and_then(|resource| resource.get("text")?.as_str());
            let format = Format::of_type(media.media_type.as_deref());
            Part {
                format,
                ..Part::of_media(0, media, text)
            }
        }
        _ => Part {
            label: Some(block.kind()),
            ..Part::of_text(Format::Json, laid_out(Some(block.value)))
        },
    };
    Part {
        n: block.n,
        audience: block.audience(),
        ..part
    }
}

fn laid_out(value: Option<&Value>) -> Cow<'_, str> {
    let Some(value) = value else {
        return Cow::Borrowed("");
    };
    match value.as_object().and_then(cut_text) {
        Some(cut) => Cow::Borrowed(cut),
        None => Cow::Owned(format!("{value:#}")),
    }
}

fn laid_out_rest(fields: &Map<String, Value>) -> Cow<'_, str> {
    if let Some(cut) = cut_text(fields) {
        return Cow::Borrowed(cut);
    }
    let rest = fields
        .iter()
        .filter(|(name, _)| !SHOWN_ELSEWHERE.contains(&name.as_str()));
    let rest: Map<_, _> = rest
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    Cow::Owned(format!("{:#}", Value::Object(rest)))
}
