//! What travels to a page for one event: what the view shows of it, and what stands beside it.

use crate::{
    Answer, BodyFacts, Context, Event, EventKey, Kind, Tool, View,
    body::parts,
    cut::{cut, cut_at},
    facts::is_default,
    marks::marks,
    policy::{Policy, Style},
    readable,
    strip::take_base64_out,
    view::Absence,
};
use serde::Serialize;
use serde_json::{Map, Value};

/// The field of a call's or result's metadata in which a reader gives the id, as URLs have it, of the
/// conversation that it started.
pub const SUBAGENT: &str = "serve-web/subagent";

/// An event of a view with its side. `event` is the view's projection, in which base64 data is
/// replaced by where to fetch it, and long texts are cut.
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
    /// The id of the conversation that a call started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subagent: Option<String>,
    /// What is known of the event's texts and blocks, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<BodyFacts>,
    /// How the display policy has the tool shown.
    #[serde(skip_serializing_if = "is_default")]
    pub display: Display,
    /// Why the user view does not have the event; in the raw view only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absence>,
    /// What of the event is not as it should be, a sentence each; in the raw view only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

/// How a page shows a call or result, beside how much of each block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Display {
    /// It starts open.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_open: bool,
    /// It is a quiet row of the raw view, and nothing elsewhere.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_hidden: bool,
    /// It is not named, and not shown while it runs.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_unnamed: bool,
}

readable! {
    Item { event, side; is_skeleton }
    Side { key, rev, turn; at_ms, region, tool, answers, subagent, bodies, display, absent, marks }
    Display { ; is_open, is_hidden, is_unnamed }
}

impl Display {
    fn of(style: &Style, is_error: bool) -> Self {
        Self {
            is_open: style.starts_open(is_error),
            is_hidden: style.hidden,
            is_unnamed: !style.header,
        }
    }
}

/// The item that `view` shows of `event`; nothing where the view drops it. `policy` decides how it
/// is shown and nothing else.
pub fn item(view: View, event: &Event, context: &Context, policy: &Policy) -> Option<Item> {
    let kind = event.kind();
    let projection = view.project(event)?;
    let mut fields = projection.to_fields();
    let stored_index = |index| projection.stored_index(index);
    take_base64_out(event.key(), &mut fields, stored_index);

    let tool = context.call.as_ref().map(|call| call.tool.clone());
    let style = policy.style(tool.as_ref().map(|tool| tool.name.as_str()));
    let (bodies, beginnings) = measure(kind, &fields, stored_index, style, event.is_error());
    let is_of_tool = matches!(kind, Kind::ToolCallRequest | Kind::ToolCallResponse);
    let display = is_of_tool.then(|| Display::of(style, event.is_error()));
    let answers = context.call.as_ref().map(|call| call.key.clone());
    let is_raw = view == View::Raw;
    let mut side = Side {
        key: event.key().clone(),
        rev: String::new(),
        at_ms: event.at_ms(),
        turn: context.turn,
        region: context.region,
        tool,
        answers: answers.filter(|_| view != View::User && kind == Kind::ToolCallResponse),
        subagent: is_of_tool.then(|| subagent(&fields)).flatten(),
        bodies,
        display: display.unwrap_or_default(),
        absent: is_raw.then(|| Absence::of(event)).flatten(),
        marks: if is_raw { marks(event) } else { Vec::new() },
    };
    side.rev = revision(&fields, &side);
    for (index, beginning) in beginnings {
        cut(kind, &mut fields, index, &beginning);
    }
    Some(Item {
        event: fields,
        side,
        is_skeleton: false,
    })
}

/// The conversation that a call started, of which nothing else could make an address.
fn subagent(fields: &Map<String, Value>) -> Option<String> {
    let id = fields.get("metadata")?.get(SUBAGENT)?.as_str()?;
    let is_id = id.contains('~') && !id.contains(['/', '\\', '?', '#']);
    is_id.then(|| id.to_owned())
}

/// The facts of all texts, and the beginnings of those that are to be cut, with their indices.
fn measure(
    kind: Kind,
    fields: &Map<String, Value>,
    stored_index: impl Fn(u32) -> u32,
    style: &Style,
    is_error: bool,
) -> (Vec<BodyFacts>, Vec<(usize, String)>) {
    let mut bodies = Vec::new();
    let mut beginnings = Vec::new();
    let shown = style.inline_results(is_error);
    for (index, part) in parts(kind, fields).into_iter().enumerate() {
        let is_of_result = kind == Kind::ToolCallResponse;
        let n = if is_of_result {
            stored_index(part.n)
        } else {
            part.n
        };
        let mut facts = BodyFacts::of(&part, n);
        if is_of_result {
            facts.shown = shown.of(part.audience);
        } else if !is_folded(kind) && part.media.is_none() {
            facts.head.clear();
        }
        if let Some(at) = cut_at(kind, &part.text) {
            facts.cut_at = Some(at as u64);
            let beginning = part.text.get(..at).unwrap_or_default();
            beginnings.push((index, beginning.to_owned()));
        }
        bodies.push(facts);
    }
    (bodies, beginnings)
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
                ("type" | "author" | "is_error" | "isError", _) => value.clone(),
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

fn revision(fields: &Map<String, Value>, side: &Side) -> String {
    let written = serde_json::to_string(&(fields, side)).unwrap_or_default();
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(written.as_bytes()))
}
