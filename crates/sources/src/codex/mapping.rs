//! What the records of a rollout mean.
//!
//! Most is told twice, by items of the model's (`response_item`) and by events for people
//! (`event_msg`). Words are paired by [`twins`], calls and results by [`calls`]; what comes first has
//! the place, what comes second is folded into it.

mod answers;
mod called;
mod calls;
mod compaction;
mod dispatch;
mod facts;
mod injected;
mod named;
mod notes;
mod output;
mod prompts;
mod resources;
mod result;
mod thoughts;
mod thread;
mod tool_event;
mod turned;
mod turns;
mod twins;
mod usage;
mod verdict;

pub(super) use thread::is_subagent;

use super::record::Entry;
use crate::{
    mapping::{Events, Mapping, Outcome},
    restore::Restoration,
};
use calls::Calls;
use compaction::Compaction;
use facts::Facts;
use serde_json::{Map, Value};
use std::{collections::BTreeMap, sync::Arc};
use thread::Thread;
use turns::Turns;
use twins::Twins;

/// The meaning of the records so far.
#[derive(Debug)]
pub(crate) struct CodexMapping {
    /// What was known from the beginning.
    given: Known,
    /// The same, and what the records have told since.
    known: Known,
    /// The meaning of the same records where nothing is left out, if something is: what they tell of
    /// each other must not depend on what was known when they came.
    whole: Option<Box<Whole>>,
    /// The record's number.
    n: usize,
    thread: Thread,
    turns: Turns,
    twins: Twins,
    calls: Calls,
    compaction: Option<Compaction>,
    facts: Facts,
}

/// What later records tell of earlier ones, and what the store knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// How results are restored.
    pub restoration: Arc<Restoration>,
    /// The number of the first record that is the thread's own, where it begins with a copy of
    /// another thread's records.
    own_from: Option<usize>,
    /// The records that take turns back, and the first record of those.
    taken_back: BTreeMap<usize, usize>,
}

/// A mapping whose events nobody gets.
#[derive(Debug)]
struct Whole {
    mapping: CodexMapping,
    n_events: usize,
}

impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.restoration, &other.restoration)
            && self.own_from == other.own_from
            && self.taken_back == other.taken_back
    }
}

impl Known {
    /// What is known of any rollout.
    pub(crate) fn restoring(restoration: &Arc<Restoration>) -> Self {
        Self {
            restoration: Arc::clone(restoration),
            ..Self::default()
        }
    }

    /// Whether anything is left out.
    fn is_any_left_out(&self) -> bool {
        self.own_from.is_some() || !self.taken_back.is_empty()
    }

    /// Whether the record `n` is of a turn that was taken back, or another thread's.
    fn leaves_out(&self, n: usize) -> bool {
        let is_copy = self.own_from.is_some_and(|own| (1..own).contains(&n));
        is_copy
            || self
                .taken_back
                .iter()
                .any(|(at, from)| (*from..*at).contains(&n))
    }
}

impl Mapping for CodexMapping {
    type Known = Known;

    fn new(known: Known) -> Self {
        let whole = known.is_any_left_out().then(|| Whole {
            mapping: Self::new(Known::restoring(&known.restoration)),
            n_events: 0,
        });
        Self {
            whole: whole.map(Box::new),
            n: 0,
            thread: Thread::default(),
            turns: Turns::default(),
            twins: Twins::default(),
            calls: Calls::new(&known.restoration),
            compaction: None,
            facts: Facts::default(),
            given: known.clone(),
            known,
        }
    }

    fn take(&mut self, record: &Map<String, Value>, events: &mut Events<'_>) -> Outcome {
        if let Some(whole) = &mut self.whole {
            whole.take(record);
        }
        let entry = Entry::of(record);
        // Also of what is left out: what holds from there on must not depend on whether it is known
        // yet that it is.
        self.facts.look(&entry);
        let outcome = if let Some(own) = self.given.own_from.filter(|_| self.n == 1) {
            self.mark_copy(&entry, own, events)
        } else if self.given.leaves_out(self.n) {
            Outcome::Folded
        } else {
            self.thread.look(self.n, &entry, &mut self.known);
            self.map(&entry, events)
        };
        self.n += 1;
        outcome
    }

    fn known(&self) -> &Known {
        &self.whole().known
    }
}

impl Whole {
    fn take(&mut self, record: &Map<String, Value>) {
        let mut events = Events {
            next: self.n_events,
            steps: &mut Vec::new(),
        };
        self.mapping.take(record, &mut events);
        self.n_events = events.next;
    }
}

impl CodexMapping {
    fn whole(&self) -> &Self {
        self.whole.as_ref().map_or(self, |whole| &whole.mapping)
    }

    /// Whether the last turn goes on.
    pub(crate) fn is_open(&self) -> bool {
        self.turns.is_open()
    }

    /// The same of records that some may be missing in front of; nothing where none says it.
    pub(crate) fn goes_on(&self) -> Option<bool> {
        self.turns.goes_on()
    }

    /// What the records say last of the thread as a whole.
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Whether records of another thread stand before the thread's own.
    pub(crate) fn has_copy(&self) -> bool {
        self.thread.has_copy()
    }

    /// Whether all records so far may be a copy of another thread's.
    pub(crate) fn is_copy(&self) -> bool {
        let whole = self.whole();
        whole.thread.has_copy() && whole.known.own_from.is_none()
    }

    /// Whether the person is asked something.
    pub(crate) fn asks(&self) -> bool {
        self.calls.asks()
    }
}

#[cfg(test)]
mod tests;
