//! The fields of the events that a later record may still add to.

use crate::mapping::{Events, Handle};
use serde_json::{Map, Value};
use std::collections::VecDeque;

/// How many events are held. What later records add to an event they add soon.
const MOST: usize = 32;

/// The last events that may be revised.
#[derive(Debug, Default)]
pub(super) struct Held(VecDeque<(Handle, Map<String, Value>)>);

impl Held {
    /// Holds an event that was added.
    pub(super) fn hold(&mut self, event: Handle, fields: Map<String, Value>) {
        self.0.retain(|(held, _)| *held != event);
        self.0.push_back((event, fields));
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }

    /// Puts an entry into the metadata of an event, or takes it out.
    pub(super) fn note(
        &mut self,
        event: Handle,
        name: &str,
        value: Option<Value>,
        events: &mut Events<'_>,
    ) {
        let held = self.0.iter_mut().find(|(held, _)| *held == event);
        if let Some((_, fields)) = held {
            note(fields, name, value);
            events.revise(event, fields.clone());
        }
    }
}

/// Puts an entry into an event's metadata, or takes it out.
pub(super) fn note(fields: &mut Map<String, Value>, name: &str, value: Option<Value>) {
    let metadata = fields
        .entry("metadata")
        .or_insert_with(|| Value::Object(Map::new()));
    let Value::Object(metadata) = metadata else {
        return;
    };
    match value {
        Some(value) => drop(metadata.insert(name.to_owned(), value)),
        None => drop(metadata.shift_remove(name)),
    }
    if metadata.is_empty() {
        fields.shift_remove("metadata");
    }
}
