//! A stored record as an event.

use super::{
    calls::{Calls, Step},
    decode::decode_event,
};
use crate::{
    json::{Record, read_record, unreadable},
    keys::Keys,
    time::timestamp,
};
use conversation::{Event, EventKey};
use serde_json::{Map, Value};

/// A stored record, read.
#[derive(Debug)]
pub(super) struct ReadEvent {
    pub event: Event,
    /// The id that its key was made from.
    pub native: EventKey,
    pub step: Step,
}

/// Reads the record that follows those of `keys` and `calls`.
pub(super) fn read_event(stored: &[u8], keys: &mut Keys, calls: &mut Calls) -> ReadEvent {
    let mut fields = match read_record(stored) {
        Record::Object(fields) => fields,
        Record::Unreadable(why) => unreadable(stored, stored.len() as u64, &why),
    };
    decode_event(&mut fields);
    let step = calls.take(&mut fields);
    let native = native_id(&fields, stored);
    let at_ms = fields.get("timestamp").and_then(timestamp);
    let at_ms = at_ms.map(|(_, ms)| ms);
    ReadEvent {
        event: Event::new(keys.next(&native), at_ms, fields),
        native,
        step,
    }
}

/// `event_id` where JP has given one. Older events have their time, which is exact to the
/// microsecond, and their kind; one without a time only its content.
fn native_id(fields: &Map<String, Value>, stored: &[u8]) -> EventKey {
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    if let Some(id) = text("event_id").filter(|id| !id.is_empty()) {
        return EventKey::from_native(id);
    }
    let digits: String = text("timestamp")
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    if digits.is_empty() {
        let hash = xxhash_rust::xxh3::xxh3_64(stored);
        return EventKey::from_native(&format!("x-{hash:016x}"));
    }
    let kind = text("type").unwrap_or("event");
    EventKey::from_native(&format!("{digits}-{kind}"))
}
