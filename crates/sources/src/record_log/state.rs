//! The events of the records so far.

use super::{
    logged::LoggedEvents,
    parsed::{Content, Parsed},
};
use crate::{
    keys::Keys,
    mapping::{Events, Handle, Mapped, Mapping, Outcome, Outcomes, Step},
};
use conversation::{Event, EventKey};
use serde_json::{Map, Value};
use std::collections::VecDeque;

/// The events of the records so far.
#[derive(Debug)]
pub(super) struct State<M: Mapping> {
    /// What the mapping knew when it began.
    pub known: M::Known,
    pub mapping: M,
    pub events: LoggedEvents,
    /// The last of the events: those that were not told.
    pub untold: VecDeque<Event>,
    /// Events that were told and hold something else since.
    pub revised: Vec<(usize, Event)>,
    pub outcomes: Outcomes,
    keys: Keys,
}

impl<M: Mapping> State<M> {
    pub(super) fn new(known: M::Known) -> Self {
        Self {
            mapping: M::new(known.clone()),
            known,
            events: LoggedEvents::default(),
            untold: VecDeque::new(),
            revised: Vec::new(),
            keys: Keys::default(),
            outcomes: Outcomes::default(),
        }
    }

    /// Forgets everything but what is known.
    pub(super) fn restart(&mut self, known: M::Known) {
        *self = Self::new(known);
    }

    pub(super) fn take(&mut self, parsed: Parsed) {
        let mut steps = Vec::new();
        let outcome = match parsed.content {
            Content::Record(fields) => {
                let mut events = Events {
                    next: self.events.len(),
                    steps: &mut steps,
                };
                self.mapping.take(&fields, &mut events)
            }
            Content::Unreadable(fields) => {
                steps.push(Step::Add(Mapped {
                    id: None,
                    at_ms: None,
                    fields,
                }));
                Outcome::Unreadable
            }
        };
        self.outcomes.count(outcome);
        // The events of one record that have the same id are told apart by their numbers.
        let mut n_by_id: Vec<(Option<String>, u32)> = Vec::new();
        for step in steps {
            match step {
                Step::Add(mapped) => {
                    let n = count(&mut n_by_id, mapped.id.as_ref());
                    self.add((parsed.at, parsed.len), n, mapped);
                }
                Step::Revise(Handle(index), fields) => self.revise(index, fields),
            }
        }
    }

    fn add(&mut self, place: (u64, u64), n: u32, mapped: Mapped) {
        let native = match (mapped.id, n) {
            (Some(id), 0) => EventKey::from_native(&id),
            (Some(id), n) => EventKey::from_native(&format!("{id}.e{n}")),
            (None, 0) => EventKey::from_native(&format!("o{}", place.0)),
            (None, n) => EventKey::from_native(&format!("o{}.e{n}", place.0)),
        };
        let key = self.keys.next(&native);
        self.events.add(&key, mapped.at_ms, place, &mapped.fields);
        self.untold
            .push_back(Event::new(key, mapped.at_ms, mapped.fields));
    }

    fn revise(&mut self, index: usize, fields: Map<String, Value>) {
        let logged = self.events.get(index).map(|logged| logged.at_ms);
        let Some((at_ms, key)) = logged.zip(self.events.key(index)) else {
            return;
        };
        self.events.revise(index, &key, &fields);
        let event = Event::new(key, at_ms, fields);
        let n_told = self.events.len() - self.untold.len();
        let untold = index.checked_sub(n_told);
        match untold.and_then(|untold| self.untold.get_mut(untold)) {
            Some(untold) => *untold = event,
            None => self.revised.push((index, event)),
        }
    }
}

/// How many events of this id there were before.
fn count(n_by_id: &mut Vec<(Option<String>, u32)>, id: Option<&String>) -> u32 {
    if let Some((_, n)) = n_by_id.iter_mut().find(|(other, _)| other.as_ref() == id) {
        *n += 1;
        return *n;
    }
    n_by_id.push((id.cloned(), 0));
    0
}
