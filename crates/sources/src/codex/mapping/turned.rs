//! The records with which turns begin and end, and are taken back.

use super::CodexMapping;
use crate::{
    codex::record::Entry,
    mapping::{Events, Outcome},
};
use serde_json::Value;

impl CodexMapping {
    pub(super) fn turn_started(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        let id = entry.turn_id();
        if !self.turns.start(id, self.n) {
            return Outcome::Folded;
        }
        self.compaction = None;
        self.calls.start_turn();
        let fields = entry.fields("turn_start");
        events.add(entry.event(id.map(|id| format!("{id}-turn")), fields));
        Outcome::Mapped
    }

    /// The turn's last event says what it took.
    pub(super) fn turn_ended(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        self.turns.end();
        let mut ended = entry.carried(entry.inner_kind());
        let metadata = self.facts.of_turn(entry.payload.get("duration_ms"));
        if !metadata.is_empty() {
            // What a record has of that name is none of ours.
            let metadata = Value::Object(metadata);
            ended.fields.insert("metadata".to_owned(), metadata);
        }
        events.add(ended);
        Outcome::Carried
    }

    /// The last turns are taken back: what they told is read no more, and this mark stays.
    pub(super) fn rolled_back(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        let n_turns = entry.payload.get("num_turns").and_then(Value::as_u64);
        let n_turns = n_turns.map_or(0, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let known = self.given.taken_back.get(&self.n).copied();
        let from = known.or_else(|| self.turns.take_back(n_turns));
        let mut fields = entry.fields("codex/rolled-back");
        fields.insert("num_turns".to_owned(), n_turns.into());
        if let Some(from) = from.filter(|_| n_turns > 0) {
            self.known.taken_back.insert(self.n, from);
            fields.insert("records".to_owned(), (self.n - from).into());
        }
        events.add(entry.event(None, fields));
        Outcome::Mapped
    }
}
