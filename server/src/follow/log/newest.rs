//! The newest events of a conversation, which are in memory.

use conversation::Event;
use serde_json::{Map, Value};
use std::collections::VecDeque;

/// How much of a conversation's events stays in memory, in bytes as [`weight`] counts them.
const MOST_IN_MEMORY: usize = 2 * 1024 * 1024;

/// Events in order, each with its weight.
#[derive(Debug)]
pub(super) struct Newest {
    events: VecDeque<(Box<Event>, usize)>,
    weight: usize,
    most: usize,
}

impl Newest {
    pub(super) fn new() -> Self {
        Self {
            events: VecDeque::new(),
            weight: 0,
            most: MOST_IN_MEMORY,
        }
    }

    /// Has so much in memory at most.
    #[cfg(test)]
    pub(super) fn hold_at_most(&mut self, most: usize) {
        self.most = most;
    }

    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether more is in memory than may be. The last one stays: it is looked at next.
    pub(super) fn is_overfull(&self) -> bool {
        self.weight > self.most && self.events.len() > 1
    }

    pub(super) fn get(&self, index: usize) -> Option<&Event> {
        self.events.get(index).map(|(event, _)| &**event)
    }

    pub(super) fn push(&mut self, event: Event) {
        let weight = weight(event.fields());
        self.weight += weight;
        self.events.push_back((Box::new(event), weight));
    }

    /// Gives an event's place to another.
    pub(super) fn set(&mut self, index: usize, event: Event) {
        if let Some(old) = self.events.get_mut(index) {
            let weight = weight(event.fields());
            self.weight = self.weight - old.1 + weight;
            *old = (Box::new(event), weight);
        }
    }

    /// Forgets the first.
    pub(super) fn pop_first(&mut self) {
        if let Some((_, weight)) = self.events.pop_front() {
            self.weight -= weight;
        }
    }

    /// Forgets all but the first `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        for (_, weight) in self.events.drain(len.min(self.events.len())..) {
            self.weight -= weight;
        }
    }
}

/// About how many bytes of memory fields take.
fn weight(fields: &Map<String, Value>) -> usize {
    let of_field = |(name, value): (&String, &Value)| name.len() + 64 + weight_of(value);
    fields.iter().map(of_field).sum::<usize>() + 64
}

fn weight_of(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(|value| 32 + weight_of(value)).sum(),
        Value::Object(fields) => weight(fields),
    }
}
