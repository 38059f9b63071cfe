//! Calls and their results, each told by an item of the model's, by an event for people, or by both.
//!
//! Whichever tells of a result first makes the event; the other adds to it where it stands. A call
//! that a script made has no item: its event makes the call and the result.

use super::{
    output::Half,
    result::{Told, spawned},
    tool_event::ToolEvent,
};
use crate::{
    codex::{record::Entry, store::url_id},
    mapping::{Events, Handle, Outcome, SUBAGENT},
    restore::{Call, Restoration},
};
use serde_json::{Map, Value, json};
use std::{
    collections::{HashSet, VecDeque},
    sync::Arc,
};

/// The tool that runs scripts.
const SCRIPT: &str = "exec";

/// The tool that asks the person.
const QUESTION: &str = "request_user_input";

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
    /// The script that runs, which makes the calls without items.
    script: Option<String>,
}

/// A call of which more may be told.
#[derive(Debug)]
struct Waiting {
    id: String,
    /// The call's event and its fields; nothing where only a result was told.
    call: Option<(Handle, Map<String, Value>)>,
    /// The call, for the restoration of its result.
    called: Option<Call>,
    result: Option<(Handle, Told)>,
    has_item: bool,
    has_event: bool,
    has_output: bool,
}

impl Calls {
    pub(super) fn new(restoration: &Arc<Restoration>) -> Self {
        Self {
            restoration: Arc::clone(restoration),
            waiting: VecDeque::new(),
            told: HashSet::new(),
            script: None,
        }
    }

    /// A turn begins: the scripts of the last one run no more.
    pub(super) fn start_turn(&mut self) {
        self.script = None;
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
            told.unwrap_or_else(|| self.add_call(entry, events, id, name, arguments, None));
        waiting.has_item = true;
        self.keep(place, waiting);
        if name == SCRIPT {
            self.script = Some(id.to_owned());
        }
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
        self.script = self.script.take().filter(|script| script != id);
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
        let within = self.script.clone();
        let (place, mut waiting) = told.unwrap_or_else(|| {
            self.add_call(entry, events, id, &event.name, event.arguments, within)
        });
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
            let called = waiting.called.as_ref();
            let asks = called.is_some_and(|call| call.tool.ends_with(QUESTION));
            waiting.result.is_none() && asks
        })
    }

    fn add_call(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        id: &str,
        name: &str,
        arguments: Value,
        within: Option<String>,
    ) -> (usize, Waiting) {
        let called = self.restoration.call(name, Some(&arguments));
        let mut fields = entry.fields("tool_call_request");
        fields.insert("id".to_owned(), Value::String(id.to_owned()));
        fields.insert("name".to_owned(), Value::String(name.to_owned()));
        fields.insert("arguments".to_owned(), arguments);
        if let Some(within) = within {
            fields.insert("metadata".to_owned(), json!({"within": within}));
        }
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
        let known = Told { fields, half };
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
        let metadata = fields.get("metadata");
        if metadata.is_some_and(|metadata| metadata.get(SUBAGENT).is_some()) {
            return;
        }
        let metadata = fields.entry("metadata").or_insert_with(|| json!({}));
        if let Some(metadata) = metadata.as_object_mut() {
            let conversation = Value::String(url_id(agent));
            metadata.insert(SUBAGENT.to_owned(), conversation);
        }
        events.revise(*event, fields.clone());
    }
}
