//! Which thread it is, and which of the records are its own.

use super::{CodexMapping, Known, notes::carry};
use crate::{
    codex::{
        record::{Entry, object, text},
        store::url_id,
    },
    mapping::{Events, Outcome},
};
use serde_json::{Map, Value};

/// What the records say of the thread as a whole.
#[derive(Debug, Default)]
pub(super) struct Thread {
    id: Option<String>,
    /// The thread that it was forked from, or whose agent started it.
    origin: Option<String>,
    pub is_subagent: bool,
    /// Records of another thread stand before its own.
    has_copy: bool,
    /// Where the records begin that may open a turn, up to here.
    opening: Option<usize>,
}

impl CodexMapping {
    /// A record about the thread. Of several the first one counts, but where the history stands in
    /// other files: then the last one that says so.
    pub(super) fn session_meta(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        let base = object(entry.payload, "history_base");
        let id = entry.text("id");
        if base.is_some() || self.thread.id.is_none() {
            self.thread.read(entry.payload);
        } else if id.is_some() && id != self.thread.id.as_deref() {
            self.thread.has_copy = true;
        }
        let outcome = carry(entry, events);
        if let Some(base) = base.filter(|_| self.n == 0) {
            mark_missing(entry, base, events);
        }
        outcome
    }

    /// Says in the place of the first copied record that the copy of another thread's records, up to
    /// the record `own`, is left out.
    pub(super) fn mark_copy(
        &self,
        entry: &Entry<'_>,
        own: usize,
        events: &mut Events<'_>,
    ) -> Outcome {
        let mut fields = entry.fields("codex/copied");
        fields.insert("records".to_owned(), own.saturating_sub(self.n).into());
        if let Some(origin) = &self.thread.origin {
            fields.insert("from".to_owned(), Value::String(url_id(origin)));
        }
        events.add(entry.event(Some("copied".to_owned()), fields));
        Outcome::Mapped
    }
}

impl Thread {
    fn read(&mut self, payload: &Map<String, Value>) {
        self.id = text(payload, "id").map(str::to_owned);
        let origin = text(payload, "forked_from_id").or(text(payload, "parent_thread_id"));
        self.origin = origin.map(str::to_owned);
        self.is_subagent = is_subagent(payload);
    }

    /// Whether records of another thread stand before its own.
    pub(super) fn has_copy(&self) -> bool {
        self.has_copy
    }

    /// Looks at the record `n`. Where it is the first of a turn that is the thread's own, behind
    /// those of another thread, its own part is known to begin with what opens the turn.
    pub(super) fn look(&mut self, n: usize, entry: &Entry<'_>, known: &mut Known) {
        self.opening = opens_turn(entry).then(|| self.opening.unwrap_or(n));
        if !self.has_copy || known.own_from.is_some() {
            return;
        }
        let ids = entry.turn_id().zip(self.id.as_deref());
        if ids.is_some_and(|(turn, thread)| is_not_older(turn, thread)) {
            known.own_from = Some(self.opening.unwrap_or(n));
        }
    }
}

/// Whether a thread is a sub-agent's.
pub(in crate::codex) fn is_subagent(payload: &Map<String, Value>) -> bool {
    let source = payload.get("source");
    let is_named = source.is_some_and(|source| source.get("subagent").is_some());
    is_named || text(payload, "thread_source") == Some("subagent")
}

/// Whether a record may stand between the beginning of a turn and the first answer.
fn opens_turn(entry: &Entry<'_>) -> bool {
    match entry.kind {
        "turn_context" | "world_state" => true,
        "response_item" => {
            let role = entry.text("role");
            role.is_some_and(|role| role != "assistant")
        }
        "event_msg" => matches!(
            entry.inner_kind(),
            "task_started" | "turn_started" | "user_message" | "thread_settings_applied"
        ),
        _ => false,
    }
}

/// Whether the turn began when the thread did, or later. Their ids begin with the time.
fn is_not_older(turn: &str, thread: &str) -> bool {
    let is_timed = |id: &str| id.len() == 36 && id.as_bytes().get(14) == Some(&b'7');
    is_timed(turn) && is_timed(thread) && turn >= thread
}

/// Says that the beginning of the history is in a file that is not at hand.
fn mark_missing(entry: &Entry<'_>, base: &Map<String, Value>, events: &mut Events<'_>) {
    let mut fields = entry.fields("codex/missing-history");
    if let Some(thread) = text(base, "thread_id") {
        let file = format!("rollout-*-{thread}.jsonl");
        fields.insert("file".to_owned(), Value::String(file));
        fields.insert("from".to_owned(), Value::String(url_id(thread)));
    }
    if let Some(records) = base.get("end_ordinal_exclusive") {
        fields.insert("records".to_owned(), records.clone());
    }
    events.add(entry.event(Some("missing-history".to_owned()), fields));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_tell_which_is_older() {
        let thread = "01a22ce1-b2cc-7e91-8ec1-3c345fc78b88";
        assert!(is_not_older("01a22ce1-b2e8-7fd2-ba78-b25b9bfbb7e1", thread));
        assert!(!is_not_older(
            "01a22ce1-b0e4-7640-b590-9f8d035d796b",
            thread
        ));
        assert!(!is_not_older("7", thread));
        assert!(!is_not_older(
            "fa1ac8bf-348e-4b9a-a06d-767050fa1e10",
            thread
        ));
    }
}
