//! What goose's messages mean: the events that each is.

mod other;
mod tools;
mod words;

use super::{id::StoreMark, message::Message};
use crate::{
    Outcome,
    mapping::Mapped,
    restore::{Call, Restoration},
};
use conversation::{Kind, Unanswered};
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Reads messages in their order.
#[derive(Clone, Debug)]
pub(super) struct Mapping {
    restoration: Arc<Restoration>,
    mark: StoreMark,
    /// Whether another agent asks in the person's place.
    is_sub_agent: bool,
    unanswered: Unanswered<Arc<MadeCall>>,
}

/// A call that waits for its result.
#[derive(Debug)]
struct MadeCall {
    call: Call,
    at_ms: Option<i64>,
}

/// Who speaks in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Voice {
    Person,
    /// The agent that started this one, in the person's place.
    Parent,
    Assistant,
    /// goose itself, in the place of either.
    Host,
}

/// The events of one message.
#[derive(Debug)]
struct Out<'a> {
    message: &'a Message,
    voice: Voice,
    /// Whether the store says that the message is not for the person.
    is_hidden: bool,
    events: Vec<Mapped>,
}

impl Mapping {
    pub(super) fn new(
        restoration: &Arc<Restoration>,
        mark: &StoreMark,
        is_sub_agent: bool,
    ) -> Self {
        Self {
            restoration: Arc::clone(restoration),
            mark: mark.clone(),
            is_sub_agent,
            unanswered: Unanswered::default(),
        }
    }

    pub(super) fn is_of_sub_agent(&self) -> bool {
        self.is_sub_agent
    }

    /// The events of the next message.
    pub(super) fn take(&mut self, message: &Message) -> (Outcome, Vec<Mapped>) {
        let blocks = blocks(&message.content);
        let is_hidden = is_hidden(&message.metadata);
        let mut out = Out {
            message,
            voice: self.voice(message, &blocks, is_hidden),
            is_hidden,
            events: Vec::new(),
        };
        if begins_turn(&out, &blocks) {
            out.add_turn();
            self.unanswered.start_turn();
        }
        words::add_prompt(&mut out, &blocks);
        for (n, block) in blocks.iter().enumerate() {
            self.add_block(&mut out, n, block);
        }
        if out.events.is_empty() {
            out.add(
                0,
                other::carried(
                    "message",
                    json!({"role": message.role, "content": message.content}),
                ),
            );
        }
        words::add_metadata(&mut out);
        let is_known = |event: &Mapped| Kind::of(&event.fields) != Kind::Unknown;
        let outcome = match out.events.iter().any(is_known) {
            true => Outcome::Mapped,
            false => Outcome::Carried,
        };
        (outcome, out.events)
    }

    /// Text beside a tool's result is goose's own.
    fn voice(&self, message: &Message, blocks: &[Value], is_hidden: bool) -> Voice {
        let is_result = |block: &Value| kind(block) == Some("toolResponse");
        match message.role.as_deref() {
            Some("assistant") if !is_hidden => Voice::Assistant,
            Some("user") if !is_hidden && !blocks.iter().any(is_result) => {
                match self.is_sub_agent {
                    true => Voice::Parent,
                    false => Voice::Person,
                }
            }
            _ => Voice::Host,
        }
    }

    fn add_block(&mut self, out: &mut Out<'_>, n: usize, block: &Value) {
        let Some((fields, kind)) = block.as_object().zip(kind(block)) else {
            out.add(n, other::carried("block", json!({"stored": block})));
            return;
        };
        match kind {
            "text" | "image" | "document" => words::add(out, n, block, fields),
            "thinking" | "reasoning" => words::add_reasoning(out, n, fields),
            // What the person is not to see is not shown as a result either.
            "toolRequest" if !out.is_hidden => self.add_call(out, n, fields),
            "toolResponse" if !out.is_hidden => self.add_result(out, n, fields),
            "toolConfirmationRequest" => out.add(n, other::confirmation(fields)),
            "actionRequired" => out.add(n, other::action(fields)),
            _ => out.add(n, other::carried(kind, block.clone())),
        }
    }

    fn add_call(&mut self, out: &mut Out<'_>, n: usize, block: &Map<String, Value>) {
        let fields = tools::call(block);
        let text = |name: &str| fields.get(name).and_then(Value::as_str);
        if let Some(id) = text("id") {
            let tool = text("name").unwrap_or_default();
            let call = self.restoration.call(tool, fields.get("arguments"));
            let at_ms = out.message.at_ms;
            self.unanswered.call(id, Arc::new(MadeCall { call, at_ms }));
        }
        out.add(n, fields);
    }

    fn add_result(&mut self, out: &mut Out<'_>, n: usize, block: &Map<String, Value>) {
        let mut fields = tools::result(block, &self.mark);
        let id = fields.get("id").and_then(Value::as_str);
        let made = id.and_then(|id| self.unanswered.answer(id));
        let call = made.as_ref().map(|made| &made.call);
        self.restoration.restore(&mut fields, call, None);
        // Older versions stamp a result when the message for it is prepared, before its call.
        let at_ms = out.message.at_ms.max(made.and_then(|made| made.at_ms));
        out.add_at(n, at_ms, fields);
    }
}

impl Out<'_> {
    /// Adds the event that the block number `n` is.
    fn add(&mut self, n: usize, fields: Map<String, Value>) {
        self.add_at(n, self.message.at_ms, fields);
    }

    fn add_at(&mut self, n: usize, at_ms: Option<i64>, fields: Map<String, Value>) {
        let id = match n {
            0 => self.message.id.clone(),
            n => format!("{}.b{n}", self.message.id),
        };
        self.push(id, at_ms, fields);
    }

    fn add_turn(&mut self) {
        let id = format!("{}-turn", self.message.id);
        self.push(
            id,
            self.message.at_ms,
            object(json!({"type": "turn_start"})),
        );
    }

    fn push(&mut self, id: String, at_ms: Option<i64>, fields: Map<String, Value>) {
        let mut all = Map::new();
        let instant = at_ms.and_then(|ms| Timestamp::from_millisecond(ms).ok());
        if let Some(instant) = instant {
            all.insert("timestamp".to_owned(), instant.to_string().into());
        }
        all.extend(fields.into_iter().filter(|(name, _)| name != "timestamp"));
        self.events.push(Mapped {
            id: Some(id),
            at_ms: instant.map(Timestamp::as_millisecond),
            fields: all,
        });
    }
}

/// A turn begins with words in the person's place, but not with those that steer one at work.
fn begins_turn(out: &Out<'_>, blocks: &[Value]) -> bool {
    let is_prompt = |block: &Value| words::is_words(block) && words::is_for_person(block);
    let is_steering = out.message.metadata.get("steer") == Some(&Value::Bool(true));
    matches!(out.voice, Voice::Person | Voice::Parent)
        && !is_steering
        && blocks.iter().any(is_prompt)
}

/// The blocks of a content. Old tools wrote a text or a single block in the place of a list.
fn blocks(content: &Value) -> Vec<Value> {
    match content {
        Value::Array(blocks) => blocks.clone(),
        Value::String(text) => vec![json!({"type": "text", "text": text})],
        Value::Object(_) => vec![content.clone()],
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

fn kind(block: &Value) -> Option<&str> {
    block.get("type")?.as_str()
}

fn is_hidden(metadata: &Map<String, Value>) -> bool {
    metadata.get("userVisible") == Some(&Value::Bool(false))
        || metadata.get("turnContext") == Some(&Value::Bool(true))
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests;
