//! What travels to a page for one event: what the view shows of it, and what stands beside it.

use crate::{
    Answer, Context, Event, EventKey, Kind, Tool, View, block::decoded_len, body::parts, readable,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// An event of a view with its side. `event` is the view's projection, in which base64 data is
/// replaced by where to fetch it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// The projected event.
    pub event: Map<String, Value>,
    /// What a page needs and an event may not carry.
    pub side: Side,
    /// The texts are left out, since the page shows them already.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_skeleton: bool,
}

/// What travels beside an event. Made from the projection, so that nothing a view withholds gets
/// in; the exceptions are the name and title of the tool and the numbers of turn and region.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    /// The event's name.
    pub key: EventKey,
    /// A hash of what the item holds: equal where nothing changed.
    pub rev: String,
    /// Its instant in milliseconds since the Unix epoch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<i64>,
    /// The turn's number.
    pub turn: u32,
    /// The text that this answer is a part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<u32>,
    /// The tool of a call or result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<Tool>,
    /// The request that a result answers; in views that show requests only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<EventKey>,
    /// The measures of the event's texts, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<BodyFacts>,
}

/// The measures of one text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyFacts {
    /// The block's index in the stored content.
    pub n: u32,
    /// Its length in bytes of UTF-8.
    pub bytes: u64,
    /// Its number of lines.
    pub lines: u64,
    /// Whether there is nothing to see in it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_blank: bool,
    /// The beginning of its first line that is not blank, for texts that are folded.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub head: String,
    /// How many of its bytes the item has, where that is not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_at: Option<u64>,
    /// What the block is, where it is no text: `image · image/png · 1234 bytes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

readable! {
    Item { event, side; is_skeleton }
    Side { key, rev, turn; at_ms, region, tool, answers, bodies }
    BodyFacts { n, bytes, lines; is_blank, head, cut_at, label }
}

/// The longest text of a result that an item has, in bytes. The whole is one step away, as the
/// stored record.
const LONGEST_RESULT: usize = 256 * 1024;

/// The longest beginning of a text that `head` holds, in characters.
const HEAD_CHARS: usize = 100;

/// The item that `view` shows of `event`; nothing where the view drops it.
pub fn item(view: View, event: &Event, context: &Context) -> Option<Item> {
    let projection = view.project(event)?;
    let mut fields = projection.to_fields();
    replace_base64(event.key(), &mut fields, |index| {
        projection.stored_index(index)
    });
    let facts = parts(event.kind(), &fields).into_iter().map(|part| {
        let mut facts = BodyFacts::of(projection.stored_index(part.n), &part.text);
        if !is_folded(event.kind()) {
            facts.head.clear();
        }
        if event.kind() == Kind::ToolCallResponse && part.text.len() > LONGEST_RESULT {
            facts.cut_at = Some(part.text.floor_char_boundary(LONGEST_RESULT) as u64);
        }
        BodyFacts {
            label: part.label,
            ..facts
        }
    });
    let mut side = Side {
        key: event.key().clone(),
        rev: String::new(),
        at_ms: event.at_ms(),
        turn: context.turn,
        region: context.region,
        tool: context.call.as_ref().map(|call| call.tool.clone()),
        answers: None,
        bodies: facts.collect(),
    };
    if view != View::User && event.kind() == Kind::ToolCallResponse {
        side.answers = context.call.as_ref().map(|call| call.key.clone());
    }
    side.rev = revision(&fields, &side);
    cut_results(&mut fields, &side.bodies);
    Some(Item {
        event: fields,
        side,
        is_skeleton: false,
    })
}

impl Item {
    /// The event's name.
    pub fn key(&self) -> &EventKey {
        &self.side.key
    }

    /// What the event is.
    pub fn kind(&self) -> Kind {
        Kind::of(&self.event)
    }

    /// The number of bytes of its texts.
    pub fn text_bytes(&self) -> u64 {
        self.side.bodies.iter().map(|body| body.bytes).sum()
    }

    /// The item without its texts: enough to adopt a page that shows them already.
    #[must_use]
    pub fn skeleton(&self) -> Self {
        let kind = self.kind();
        let mut event = Map::new();
        for (name, value) in &self.event {
            let kept = match (name.as_str(), kind) {
                ("type" | "id" | "name" | "author" | "is_error" | "isError", _) => value.clone(),
                ("content", Kind::ToolCallResponse) => skeleton_content(value),
                // Which of these is there tells what the answer is.
                ("message" | "reasoning" | "data", Kind::ChatResponse(_)) => Value::Bool(true),
                _ => continue,
            };
            event.insert(name.clone(), kept);
        }
        Self {
            event,
            side: self.side.clone(),
            is_skeleton: true,
        }
    }
}

/// Keeps of each block what decides how it is drawn.
fn skeleton_content(content: &Value) -> Value {
    let Value::Array(entries) = content else {
        return Value::String(String::new());
    };
    entries.iter().map(skeleton_entry).collect()
}

fn skeleton_entry(entry: &Value) -> Value {
    let Value::Object(block) = entry else {
        return Value::Null;
    };
    let field = |(name, value): (&String, &Value)| match name.as_str() {
        "type" | "annotations" | "mimeType" | "mime_type" => Some((name.clone(), value.clone())),
        "text" if value.is_string() => Some((name.clone(), Value::String(String::new()))),
        // Only its audience counts, where the block has none.
        "resource" => {
            let annotations = value.get("annotations")?.clone();
            Some((name.clone(), json!({ "annotations": annotations })))
        }
        _ => None,
    };
    Value::Object(block.iter().filter_map(field).collect())
}

impl BodyFacts {
    fn of(n: u32, text: &str) -> Self {
        let first = text
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty())
            .unwrap_or_default();
        Self {
            n,
            bytes: text.len() as u64,
            lines: text.lines().count() as u64,
            is_blank: first.is_empty(),
            head: first.chars().take(HEAD_CHARS).collect(),
            cut_at: None,
            label: None,
        }
    }
}

/// Whether a page shows the beginning of the event's texts apart from the texts.
fn is_folded(kind: Kind) -> bool {
    match kind {
        Kind::ChatResponse(Answer::Reasoning) | Kind::ToolCallResponse | Kind::HostNote => true,
        Kind::TurnStart
        | Kind::ChatRequest
        | Kind::ChatResponse(Answer::Message | Answer::Data | Answer::Unclear)
        | Kind::ToolCallRequest
        | Kind::InquiryRequest
        | Kind::InquiryResponse
        | Kind::ConfigDelta
        | Kind::Compaction
        | Kind::Unknown => false,
    }
}

/// Leaves of each text that is too long what the facts say.
fn cut_results(fields: &mut Map<String, Value>, bodies: &[BodyFacts]) {
    for (index, facts) in bodies.iter().enumerate() {
        let Some(cut_at) = facts.cut_at.and_then(|at| usize::try_from(at).ok()) else {
            continue;
        };
        let text = match fields.get_mut("content") {
            Some(Value::Array(entries)) => entries
                .iter_mut()
                .filter(|entry| entry.get("type").is_some_and(Value::is_string))
                .nth(index)
                .and_then(|entry| entry.get_mut("text")),
            content => content,
        };
        if let Some(Value::String(text)) = text {
            text.truncate(cut_at);
        }
    }
}

fn revision(fields: &Map<String, Value>, side: &Side) -> String {
    let place = (side.at_ms, side.turn, side.region);
    let written = json!([fields, place, side.tool, side.answers]).to_string();
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(written.as_bytes()))
}

/// Base64 never travels inside an item: in its place stands the path of the bytes, their media type
/// and number.
fn replace_base64(
    key: &EventKey,
    fields: &mut Map<String, Value>,
    stored_index: impl Fn(u32) -> u32,
) {
    if Kind::of(fields) != Kind::ToolCallResponse {
        return;
    }
    let Some(Value::Array(entries)) = fields.get_mut("content") else {
        return;
    };
    for (index, entry) in (0..).zip(entries) {
        let Some(block) = entry.as_object_mut() else {
            continue;
        };
        let path = format!("{key}/{}", stored_index(index));
        match block.get("type").and_then(Value::as_str) {
            Some("image" | "audio") => replace_field(block, "data", &path),
            Some("resource") => {
                if let Some(resource) = block.get_mut("resource").and_then(Value::as_object_mut) {
                    replace_field(resource, "blob", &path);
                }
            }
            _ => {}
        }
    }
}

fn replace_field(object: &mut Map<String, Value>, name: &str, path: &str) {
    let Some(Value::String(base64)) = object.get(name) else {
        return;
    };
    let bytes = decoded_len(base64);
    object.shift_remove(name);
    object.insert("blob".to_owned(), Value::String(path.to_owned()));
    object.insert("bytes".to_owned(), bytes.into());
}
