//! Calls and their results, each told by an item of the model's, by an event for people, or by both.
//!
//! Whichever tells of a result first makes the event; the other adds to it where it stands. A call
//! that a script made has no item: its event makes the call and the result.

use super::{
    output::{Half, Rank},
    tool_event::ToolEvent,
};
use crate::{
    codex::record::Entry,
    mapping::{Events, Handle, Outcome},
    restore::{Call, Restoration},
};
use serde_json::{Map, Value, json};
use std::{
    collections::{HashSet, VecDeque},
    sync::Arc,
};

/// The field of a call's metadata that names the conversation of the sub-agent that it concerns.
const SUBAGENT: &str = "serve-web/subagent";

/// How many calls may wait for what else is told of them. Some events never come.
const MOST_WAITING: usize = 64;

/// The calls so far.
#[derive(Debug)]
pub(super) struct Calls {
    restoration: Arc<Restoration>,
    /// Those of which more may be told, the oldest first.
    waiting: VecDeque<Waiting>,
    /// The ids of all others.
    told: HashSet<String>,
}

/// A call of which more may be told.
#[derive(Debug)]
struct Waiting {
    id: String,
    /// The call's event and its fields; nothing where only a result was told.
    call: Option<(Handle, Map<String, Value>)>,
    /// The call, for the restoration of its result.
    called: Option<Call>,
    result: Option<(Handle, Known)>,
    has_item: bool,
    has_event: bool,
    has_output: bool,
}

/// What is known of a result before anything is restored.
#[derive(Debug)]
struct Known {
    fields: Map<String, Value>,
    half: Half,
}

impl Calls {
    pub(super) fn new(restoration: &Arc<Restoration>) -> Self {
        Self {
            restoration: Arc::clone(restoration),
            waiting: VecDeque::new(),
            told: HashSet::new(),
        }
    }

    /// An item calls a tool.
    pub(super) fn call(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        id: &str,
        name: &str,
        arguments: Value,
    ) -> Outcome {
        let is_told = |waiting: &Waiting| !waiting.has_item && waiting.call.is_some();
        let told = self.take(id, is_told);
        let outcome = told.as_ref().map_or(Outcome::Mapped, |_| Outcome::Folded);
        let (place, mut waiting) =
            told.unwrap_or_else(|| self.add_call(entry, events, id, name, arguments));
        waiting.has_item = true;
        self.keep(place, waiting);
        outcome
    }

    /// An item has the output of a call.
    pub(super) fn output(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        id: &str,
        half: Half,
    ) -> Outcome {
        let told = self.take(id, |waiting| !waiting.has_output);
        let (place, mut waiting) = told.unwrap_or((self.waiting.len(), Waiting::of(id)));
        waiting.has_output = true;
        let agent = spawned(&half.content);
        let outcome = waiting.tell(entry, events, half, &self.restoration);
        if let Some(agent) = agent {
            waiting.link(events, &agent);
        }
        self.keep(place, waiting);
        outcome
    }

    /// An event tells of a call and its result. It is carried where all is told of the call already.
    pub(super) fn event(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        event: ToolEvent,
        fallback_id: &str,
    ) -> Outcome {
        let id = event.id.as_deref().unwrap_or(fallback_id);
        let told = self.take(id, |waiting| !waiting.has_event);
        if told.is_none() && self.told.contains(id) {
            return Outcome::Carried;
        }
        let (place, mut waiting) =
            told.unwrap_or_else(|| self.add_call(entry, events, id, &event.name, event.arguments));
        waiting.has_event = true;
        let outcome = waiting.tell(entry, events, event.half, &self.restoration);
        if let [agent] = event.agents.as_slice() {
            waiting.link(events, agent);
        }
        self.keep(place, waiting);
        outcome
    }

    /// An event says that a sub-agent is at work for a call.
    pub(super) fn agent(&mut self, events: &mut Events<'_>, id: &str, agent: &str) {
        let mut waiting = self.waiting.iter_mut();
        if let Some(waiting) = waiting.find(|waiting| waiting.id == id) {
            waiting.link(events, agent);
        }
    }

    /// Whether a call with this id was told.
    pub(super) fn knows(&self, id: &str) -> bool {
        self.told.contains(id) || self.waiting.iter().any(|waiting| waiting.id == id)
    }

    /// Whether a tool that asks the person has no answer yet.
    pub(super) fn asks(&self) -> bool {
        self.waiting.iter().any(|waiting| {
            let tool = waiting.called.as_ref().map(|call| call.tool.as_str());
            waiting.result.is_none() && tool == Some("request_user_input")
        })
    }

    fn add_call(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        id: &str,
        name: &str,
        arguments: Value,
    ) -> (usize, Waiting) {
        let called = self.restoration.call(name, Some(&arguments));
        let mut fields = entry.fields("tool_call_request");
        fields.insert("id".to_owned(), Value::String(id.to_owned()));
        fields.insert("name".to_owned(), Value::String(name.to_owned()));
        fields.insert("arguments".to_owned(), arguments);
        let event = events.add(entry.event(Some(id.to_owned()), fields.clone()));
        let waiting = Waiting {
            call: Some((event, fields)),
            called: Some(called),
            ..Waiting::of(id)
        };
        (self.waiting.len(), waiting)
    }

    /// Takes the first call with this id of which something is missing out, with its place.
    fn take(&mut self, id: &str, is_it: impl Fn(&Waiting) -> bool) -> Option<(usize, Waiting)> {
        let mut waiting = self.waiting.iter();
        let place = waiting.position(|waiting| waiting.id == id && is_it(waiting))?;
        Some((place, self.waiting.remove(place)?))
    }

    /// Puts a call in its place, unless all is told of it.
    fn keep(&mut self, place: usize, waiting: Waiting) {
        if waiting.has_event && waiting.has_output {
            self.told.insert(waiting.id);
            return;
        }
        self.waiting.insert(place.min(self.waiting.len()), waiting);
        if self.waiting.len() > MOST_WAITING {
            // One without a result misses more.
            let place = self
                .waiting
                .iter()
                .position(|waiting| waiting.result.is_some());
            let oldest = self.waiting.remove(place.unwrap_or_default());
            self.told.extend(oldest.map(|waiting| waiting.id));
        }
    }
}

impl Waiting {
    fn of(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            call: None,
            called: None,
            result: None,
            has_item: false,
            has_event: false,
            has_output: false,
        }
    }

    /// Tells the result, or what else is known of it now.
    fn tell(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        half: Half,
        restoration: &Restoration,
    ) -> Outcome {
        if let Some((event, known)) = &mut self.result {
            known.half.add(half);
            events.revise(*event, known.result(self.called.as_ref(), restoration));
            return Outcome::Folded;
        }
        let mut fields = entry.fields("tool_call_response");
        fields.insert("id".to_owned(), Value::String(self.id.clone()));
        let known = Known { fields, half };
        let fields = known.result(self.called.as_ref(), restoration);
        let event = events.add(entry.event(Some(format!("{}-result", self.id)), fields));
        self.result = Some((event, known));
        Outcome::Mapped
    }

    /// Names the sub-agent's conversation in the call.
    fn link(&mut self, events: &mut Events<'_>, agent: &str) {
        let Some((event, fields)) = &mut self.call else {
            return;
        };
        if fields.contains_key("metadata") {
            return;
        }
        let metadata = json!({SUBAGENT: format!("codex~{agent}")});
        fields.insert("metadata".to_owned(), metadata);
        events.revise(*event, fields.clone());
    }
}

impl Known {
    /// The event's fields.
    fn result(&self, called: Option<&Call>, restoration: &Restoration) -> Map<String, Value> {
        let half = &self.half;
        let mut fields = self.fields.clone();
        let content = match (&half.content, half.rank) {
            (Value::Null, _) => json!([]),
            (content, _) => content.clone(),
        };
        fields.insert("content".to_owned(), content);
        fields.insert(
            "is_error".to_owned(),
            Value::Bool(half.is_error == Some(true)),
        );
        for (name, value) in &half.beside {
            fields.entry(name.clone()).or_insert(value.clone());
        }
        restoration.restore(&mut fields, called, None);
        fields
    }
}

impl Half {
    /// Adds what the other half says. What an event says of failure counts, since the model is told
    /// it in words only.
    fn add(&mut self, other: Self) {
        let is_other_event = other.rank != Rank::Sent;
        let (first, second) = if is_other_event {
            (other.is_error, self.is_error)
        } else {
            (self.is_error, other.is_error)
        };
        self.is_error = first.or(second);
        for (name, value) in other.beside {
            self.beside.entry(name).or_insert(value);
        }
        let (winner, loser) = if other.rank > self.rank {
            let old = std::mem::replace(&mut self.content, other.content);
            let rank = std::mem::replace(&mut self.rank, other.rank);
            (&self.content, (old, rank))
        } else {
            (&self.content, (other.content, other.rank))
        };
        if let (Value::String(printed), Rank::Printed) = loser
            && !holds(winner, &printed)
        {
            self.beside
                .insert("printed".to_owned(), Value::String(printed));
        }
    }
}

/// Whether a content has all that a program printed.
fn holds(content: &Value, printed: &str) -> bool {
    let printed = printed.trim();
    let text_holds = |text: &str| text.contains(printed);
    match content {
        Value::String(text) => text_holds(text),
        Value::Array(blocks) => blocks
            .iter()
            .filter_map(|block| block.get("text")?.as_str())
            .any(text_holds),
        _ => printed.is_empty(),
    }
}

/// The thread of the sub-agent that an output says was started.
fn spawned(output: &Value) -> Option<String> {
    let text = output
        .as_str()
        .filter(|text| text.starts_with("{\"agent_id\""))?;
    let output: Value = serde_json::from_str(text).ok()?;
    Some(output.get("agent_id")?.as_str()?.to_owned())
}

/// A tool's name as the model calls it.
pub(super) fn full_name(namespace: Option<&str>, name: &str) -> String {
    match namespace {
        Some(namespace) => format!("{namespace}__{name}"),
        None => name.to_owned(),
    }
}

/// A call's arguments: JSON where they are written as JSON, and else the text.
pub(super) fn arguments(stored: Option<&Value>) -> Value {
    match stored {
        Some(Value::String(text)) => match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => Value::Object(fields),
            _ if text.trim().is_empty() => json!({}),
            _ => json!({"input": text}),
        },
        Some(Value::Object(fields)) => Value::Object(fields.clone()),
        None | Some(Value::Null) => json!({}),
        Some(other) => json!({"input": other}),
    }
}
