//! The messages of a session as events, and how they change.
//!
//! goose adds messages, changes some in place, and at times deletes all and writes them again under
//! other numbers. So a look compares hashes of all messages from the first on. Where only new ones
//! follow, these are read; otherwise all are read again, and the events are compared by their keys
//! and by what they hold.

use super::{
    check::{Check, SHORT},
    facts::Facts,
    mapping::Mapping,
    message::{Read, Stored},
};
use crate::{Cost, Outcome, Outcomes, Position, Splice, json, keys::Keys, mapping::Mapped};
use conversation::{Event, EventKey};
use jiff::Timestamp;
use serde_json::{Map, Value};
use std::{
    io,
    ops::ControlFlow,
    time::{Duration, Instant},
};
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

/// What has been read of a session.
#[derive(Debug)]
pub(super) struct MessageLog {
    mapping: Mapping,
    messages: Vec<Seen>,
    /// How many of the messages have been found again in this pass.
    n_found: usize,
    /// Whether a message was found that is another one now.
    has_diverged: bool,
    events: Vec<Logged>,
    /// The last of the events, which nobody was told yet.
    fresh: Vec<Event>,
    /// The events that were told, by their keys and hashes, where these are not the first ones.
    told: Option<Vec<(EventKey, u64)>>,
    facts: Facts,
    keys: Keys,
    outcomes: Outcomes,
    cost: Cost,
    check: Check,
}

/// A message that was read.
#[derive(Debug)]
struct Seen {
    place: (i64, u64),
    hash: u64,
}

/// An event that was read.
#[derive(Debug)]
struct Logged {
    key: EventKey,
    /// A hash over what it holds.
    hash: u64,
    /// A hash over this event and all before it.
    chain: u64,
    /// The index of its message.
    message: usize,
}

impl MessageLog {
    pub(super) fn new(mapping: Mapping) -> Self {
        Self {
            mapping,
            messages: Vec::new(),
            n_found: 0,
            has_diverged: false,
            events: Vec::new(),
            fresh: Vec::new(),
            told: None,
            facts: Facts::default(),
            keys: Keys::default(),
            outcomes: Outcomes::default(),
            cost: Cost::default(),
            check: Check::default(),
        }
    }

    pub(super) fn mapping(&self) -> &Mapping {
        &self.mapping
    }

    /// The row of the last message, where there are so many that not all are compared at each look.
    pub(super) fn last_of_many(&self) -> Option<i64> {
        let last = self.messages.last()?;
        (self.messages.len() > SHORT).then_some(last.place.0)
    }

    /// Takes a message behind a row that was read before, or that row itself: then it says whether
    /// it is still what it was.
    pub(super) fn take_behind(&mut self, stored: &Stored) -> bool {
        self.cost.bytes_read += stored.bytes;
        match self.messages.last() {
            Some(last) if last.place == stored.place => last.hash == stored.hash,
            _ => {
                self.read(stored);
                true
            }
        }
    }

    /// The comparison that follows later.
    pub(super) fn check(&mut self) -> &mut Check {
        &mut self.check
    }

    /// How long until there is something to compare.
    pub(super) fn wait(&self, now: Instant) -> Option<Duration> {
        self.check.wait(now)
    }

    /// The row of the message in front of message `n`.
    pub(super) fn row_before(&self, n: usize) -> i64 {
        let before = n.checked_sub(1).and_then(|n| self.messages.get(n));
        before.map_or(i64::MIN, |message| message.place.0)
    }

    /// Whether message `n` is the one that is stored.
    pub(super) fn is_same(&mut self, n: usize, stored: &Stored) -> bool {
        self.cost.bytes_read += stored.bytes;
        let known = self.messages.get(n);
        known.is_some_and(|known| (known.place, known.hash) == (stored.place, stored.hash))
    }

    /// How many messages were read.
    pub(super) fn n_messages(&self) -> usize {
        self.messages.len()
    }

    /// Begins to go through all messages from the first on.
    pub(super) fn begin_pass(&mut self) {
        self.n_found = 0;
        self.has_diverged = false;
    }

    /// Takes the next message. Where it is another one than before, the pass is over, and has to be
    /// made again.
    pub(super) fn take(&mut self, stored: &Stored) -> ControlFlow<()> {
        self.cost.bytes_read += stored.bytes;
        if let Some(seen) = self.messages.get_mut(self.n_found) {
            if seen.hash != stored.hash {
                self.has_diverged = true;
                return ControlFlow::Break(());
            }
            seen.place = stored.place;
        } else {
            self.read(stored);
        }
        self.n_found += 1;
        ControlFlow::Continue(())
    }

    /// Ends a pass that went through all messages, and says whether it has to be made again, with
    /// `mapping`.
    pub(super) fn end_pass(&mut self, mapping: impl FnOnce() -> Mapping) -> bool {
        let is_whole = !self.has_diverged && self.n_found == self.messages.len();
        if !is_whole {
            self.restart(mapping());
        }
        !is_whole
    }

    /// Forgets the messages, so that all are read again.
    pub(super) fn restart(&mut self, mapping: Mapping) {
        let n_told = self.events.len() - self.fresh.len();
        let told = self.told.take().unwrap_or_else(|| {
            let told = self.events.drain(..).take(n_told);
            told.map(|logged| (logged.key, logged.hash)).collect()
        });
        *self = Self {
            told: Some(told),
            cost: self.cost,
            ..Self::new(mapping)
        };
    }

    /// What is to be told of the events as they are now.
    pub(super) fn tell(&mut self) -> Option<Splice> {
        let fresh = std::mem::take(&mut self.fresh);
        let n_told = self.events.len() - fresh.len();
        let Some(told) = self.told.take() else {
            return (!fresh.is_empty()).then(|| Splice::new(n_told, fresh));
        };
        // All events are fresh.
        let is_same_key = |((key, _), new): &(&(EventKey, u64), &Logged)| *key == new.key;
        let keep = told
            .iter()
            .zip(&self.events)
            .take_while(is_same_key)
            .count();
        let mut splice = Splice::new(keep, Vec::new());
        for (index, (event, logged)) in fresh.into_iter().zip(&self.events).enumerate() {
            match told.get(index).filter(|_| index < keep) {
                Some((_, hash)) if *hash == logged.hash => {}
                Some(_) => splice.revised.push((index, event)),
                None => splice.events.push(event),
            }
        }
        let is_same = keep == told.len() && splice.events.is_empty() && splice.revised.is_empty();
        (!is_same).then_some(splice)
    }

    /// Whether nothing was read, nor told.
    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.told.is_none()
    }

    /// How many events were told.
    pub(super) fn n_told(&self) -> usize {
        let n_told = self.told.as_ref().map(Vec::len);
        n_told.unwrap_or(self.events.len() - self.fresh.len())
    }

    /// What the last messages say of how the session stands.
    pub(super) fn facts(&self) -> Facts {
        self.facts
    }

    /// The position behind the first `n` events.
    pub(super) fn position(&self, n: usize) -> Position {
        let last = n.checked_sub(1).and_then(|last| self.events.get(last));
        Position {
            n,
            fingerprint: last.map_or(0, |event| event.chain),
        }
    }

    /// Whether the events still begin as they did when `position` was given out.
    pub(super) fn has(&self, position: Position) -> bool {
        position.n <= self.events.len() && self.position(position.n) == position
    }

    /// Where an event's message is, and its hash.
    pub(super) fn place_of(&self, key: &EventKey) -> Option<((i64, u64), u64)> {
        let logged = self.events.iter().find(|logged| logged.key == *key)?;
        let seen = self.messages.get(logged.message)?;
        Some((seen.place, seen.hash))
    }

    /// What became of the messages.
    pub(super) fn outcomes(&self) -> Outcomes {
        self.outcomes
    }

    /// How much reading has cost.
    pub(super) fn cost(&self) -> Cost {
        self.cost
    }

    fn read(&mut self, stored: &Stored) {
        self.cost.records_parsed += 1;
        let (outcome, events) = match stored.read() {
            Read::Message(message) => self.mapping.take(&message),
            Read::Header => (Outcome::Folded, Vec::new()),
            Read::Unreadable(why) => (Outcome::Unreadable, vec![unreadable(stored, &why)]),
        };
        self.outcomes.count(outcome);
        for event in events {
            self.add(event);
        }
        self.messages.push(Seen {
            place: stored.place,
            hash: stored.hash,
        });
    }

    fn add(&mut self, mapped: Mapped) {
        let native = EventKey::from_native(&mapped.id.unwrap_or_default());
        let key = self.keys.next(&native);
        let before = self.events.last().map_or(0, |before| before.chain);
        let hash = hash(&key, &mapped.fields);
        self.events.push(Logged {
            key: key.clone(),
            hash,
            chain: xxh3_64_with_seed(&hash.to_le_bytes(), before),
            message: self.messages.len(),
        });
        let event = Event::new(key, mapped.at_ms, mapped.fields);
        self.facts.take(&event);
        self.fresh.push(event);
    }
}

/// A hash over an event. Its instant stands in its fields.
fn hash(key: &EventKey, fields: &Map<String, Value>) -> u64 {
    struct Hashing(Xxh3);
    impl io::Write for Hashing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.update(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut hashing = Hashing(Xxh3::new());
    hashing.0.update(key.as_str().as_bytes());
    // Writing to a hash does not fail.
    serde_json::to_writer(&mut hashing, fields).ok();
    hashing.0.digest()
}

fn unreadable(stored: &Stored, why: &str) -> Mapped {
    let mut fields = Map::new();
    let at = stored.at();
    if let Some(instant) = &at {
        fields.insert("timestamp".to_owned(), instant.to_string().into());
    }
    fields.extend(json::unreadable(stored.excerpt(), stored.bytes, why));
    let id = stored.own_id();
    Mapped {
        id: Some(id.unwrap_or_else(|| format!("x-{:016x}", stored.hash))),
        at_ms: at.map(Timestamp::as_millisecond),
        fields,
    }
}
