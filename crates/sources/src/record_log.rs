//! A file of lines as events: reads what is added, and all of it again where later records change
//! what earlier ones mean.

use crate::{
    Cost, Position, SourceError, Splice, UNREADABLE,
    json::{Record, read_record},
    keys::Keys,
    lines::{Line, LinesFile},
    mapping::{Events, Handle, Mapped, Mapping, Outcome, Outcomes, Step},
};
use conversation::{Event, EventKey};
use serde_json::{Map, Value, json};
use std::path::Path;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The longest piece of an unreadable record that its event carries, in bytes.
const LONGEST_EXCERPT: usize = 4096;
/// How often one look may find that all has to be read again. Each time something more is known of
/// all records, so that two are enough for what a single record tells.
const MOST_READINGS: usize = 4;

/// What has been read of a file, as events.
#[derive(Debug)]
pub(crate) struct RecordLog<M: Mapping> {
    lines: LinesFile,
    state: State<M>,
    records_parsed: u64,
}

/// The events of the records so far.
#[derive(Debug)]
struct State<M: Mapping> {
    /// What the mapping knew when it began.
    known: M::Known,
    mapping: M,
    events: Vec<LoggedEvent>,
    keys: Keys,
    outcomes: Outcomes,
}

/// An event and where it comes from.
#[derive(Debug)]
struct LoggedEvent {
    event: Event,
    /// Where its record stands, in bytes.
    at: u64,
    len: u64,
    /// A hash over the records that it was made of.
    hash: u64,
    /// A hash over this event and all before it.
    chain: u64,
}

impl<M: Mapping> RecordLog<M> {
    /// A log of nothing yet.
    pub(crate) fn new() -> Self {
        Self {
            lines: LinesFile::default(),
            state: State::new(M::Known::default()),
            records_parsed: 0,
        }
    }

    /// Reads what has changed.
    pub(crate) fn refresh(&mut self, path: &Path) -> Result<Option<Splice>, SourceError> {
        // The events that were told and are what they were.
        let mut before: Option<Vec<LoggedEvent>> = None;
        let n_told = self.state.events.len();
        let mut keep = n_told;
        for _ in 0..MOST_READINGS {
            let (state, n_parsed) = (&mut self.state, &mut self.records_parsed);
            self.lines.refresh(path, |line| match line {
                Some(line) => {
                    *n_parsed += 1;
                    keep = keep.min(state.take(&line));
                }
                None => {
                    let old = state.restart(state.known.clone(), keep);
                    before.get_or_insert(old);
                }
            })?;
            if self.state.mapping.known() == &self.state.known {
                break;
            }
            let known = self.state.mapping.known().clone();
            let old = self.state.restart(known, keep);
            before.get_or_insert(old);
            self.lines.begin_again();
        }
        if let Some(before) = before {
            let same = before.iter().zip(&self.state.events);
            keep = same.take_while(|(old, new)| old.is_same(new)).count();
        }
        if keep == n_told && keep == self.state.events.len() {
            return Ok(None);
        }
        let new = self.state.events.iter().skip(keep);
        let events = new.map(|logged| logged.event.clone()).collect();
        Ok(Some(Splice { keep, events }))
    }

    /// The position behind the first `n` events.
    pub(crate) fn position(&self, n: usize) -> Position {
        let last = n
            .checked_sub(1)
            .and_then(|last| self.state.events.get(last));
        Position {
            n,
            fingerprint: last.map_or(0, |event| event.chain),
        }
    }

    /// Whether the events still begin as they did when `position` was given out.
    pub(crate) fn has(&self, position: Position) -> bool {
        position.n <= self.state.events.len() && self.position(position.n) == position
    }

    /// The record of an event as it is stored.
    pub(crate) fn stored(
        &self,
        path: &Path,
        key: &EventKey,
    ) -> Result<Option<Vec<u8>>, SourceError> {
        let logged = self.state.events.iter().find(|e| e.event.key() == key);
        logged
            .map(|logged| LinesFile::read_at(path, logged.at, logged.len))
            .transpose()
    }

    /// The mapping, for what it has learned of the conversation as a whole.
    pub(crate) fn mapping(&self) -> &M {
        &self.state.mapping
    }

    /// What became of the records.
    pub(crate) fn outcomes(&self) -> Outcomes {
        self.state.outcomes
    }

    /// How much reading has cost.
    pub(crate) fn cost(&self) -> Cost {
        Cost {
            bytes_read: self.lines.bytes_read(),
            records_parsed: self.records_parsed,
        }
    }
}

impl<M: Mapping> State<M> {
    fn new(known: M::Known) -> Self {
        Self {
            mapping: M::new(known.clone()),
            known,
            events: Vec::new(),
            keys: Keys::default(),
            outcomes: Outcomes::default(),
        }
    }

    /// Forgets everything but what is known, and gives the first `keep` events.
    fn restart(&mut self, known: M::Known, keep: usize) -> Vec<LoggedEvent> {
        let mut events = std::mem::replace(self, Self::new(known)).events;
        events.truncate(keep);
        events
    }

    /// Takes a line, and gives the index of the first event that changed.
    fn take(&mut self, line: &Line) -> usize {
        let record = if line.is_cut() {
            Record::Unreadable(format!(
                "a line of {} bytes is too long to be read",
                line.len
            ))
        } else {
            read_record(without_mark(&line.bytes))
        };
        let mut steps = Vec::new();
        let outcome = match record {
            Record::Object(fields) => {
                let next = self.events.len();
                let mut events = Events {
                    next,
                    steps: &mut steps,
                };
                self.mapping.take(&fields, &mut events)
            }
            Record::Unreadable(why) => {
                steps.push(Step::Add(unreadable(line, &why)));
                Outcome::Unreadable
            }
        };
        self.outcomes.count(outcome);
        let hash = xxh3_64(&line.bytes);
        let mut first = self.events.len();
        for (n, step) in (0..).zip(steps) {
            let changed = match step {
                Step::Add(mapped) => self.add(line, n, hash, mapped),
                Step::Revise(Handle(index), fields) => self.revise(index, hash, fields),
            };
            first = first.min(changed);
        }
        first
    }

    fn add(&mut self, line: &Line, n: u32, hash: u64, mapped: Mapped) -> usize {
        let native = match mapped.id {
            Some(id) if n == 0 => EventKey::from_native(&id),
            Some(id) => EventKey::from_native(&format!("{id}.e{n}")),
            None if n == 0 => EventKey::from_native(&format!("o{}", line.at)),
            None => EventKey::from_native(&format!("o{}.e{n}", line.at)),
        };
        let key = self.keys.next(&native);
        let index = self.events.len();
        self.events.push(LoggedEvent {
            event: Event::new(key, mapped.at_ms, mapped.fields),
            at: line.at,
            len: line.len,
            hash: xxh3_64_with_seed(&n.to_le_bytes(), hash),
            chain: 0,
        });
        self.link(index);
        index
    }

    fn revise(&mut self, index: usize, hash: u64, fields: Map<String, Value>) -> usize {
        if let Some(logged) = self.events.get_mut(index) {
            let event = &logged.event;
            logged.event = Event::new(event.key().clone(), event.at_ms(), fields);
            logged.hash = xxh3_64_with_seed(&hash.to_le_bytes(), logged.hash);
            for later in index..self.events.len() {
                self.link(later);
            }
        }
        index
    }

    fn link(&mut self, index: usize) {
        let before = index
            .checked_sub(1)
            .and_then(|before| self.events.get(before))
            .map_or(0, |before| before.chain);
        if let Some(logged) = self.events.get_mut(index) {
            logged.chain = xxh3_64_with_seed(&logged.hash.to_le_bytes(), before);
        }
    }
}

impl LoggedEvent {
    fn is_same(&self, other: &Self) -> bool {
        self.event == other.event && self.chain == other.chain
    }
}

/// A file may begin with the mark of its encoding.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn unreadable(line: &Line, why: &str) -> Mapped {
    let excerpt = line.bytes.get(..LONGEST_EXCERPT).unwrap_or(&line.bytes);
    let fields = json!({
        "type": UNREADABLE,
        "problem": why,
        "stored": String::from_utf8_lossy(excerpt),
        "bytes": line.len,
    });
    Mapped {
        id: None,
        at_ms: None,
        fields: match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        },
    }
}

#[cfg(test)]
mod tests;
