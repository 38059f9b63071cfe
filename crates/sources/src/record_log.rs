//! A file of lines as events: reads what is added, and all of it again where later records change
//! what earlier ones mean.

use crate::{
    Cost, Position, SourceError, Splice,
    json::{Record, hash_of, read_record, unreadable},
    keys::Keys,
    lines::{Line, LineSource, LinesFile},
    mapping::{Events, Handle, Mapped, Mapping, Outcome, Outcomes, Step},
};
use conversation::{Event, EventKey};
use serde_json::{Map, Value};
use std::{collections::HashMap, path::Path};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// How often in a row all records may have to be read again. Each time something more is known of
/// them, so that two are enough for what a single record tells.
const MOST_READINGS: usize = 4;
/// How much of a file is read before what it says is passed on, in bytes.
const LOOK: u64 = 16 * 1024 * 1024;

/// What has been read of a file.
#[derive(Debug)]
pub(crate) struct RecordLog<M: Mapping, S = LinesFile> {
    lines: S,
    /// What the mapping knows of any file.
    given: M::Known,
    state: State<M>,
    /// The hashes of the events that were told.
    told: Vec<u64>,
    /// How many of these are the events of the state too.
    n_same: usize,
    records_parsed: u64,
    look: u64,
    n_readings: usize,
}

/// The events of the records so far.
#[derive(Debug)]
struct State<M: Mapping> {
    /// What the mapping knew when it began.
    known: M::Known,
    mapping: M,
    events: Vec<LoggedEvent>,
    /// Events that were told and hold something else since.
    revised: Vec<(usize, Event)>,
    keys: Keys,
    outcomes: Outcomes,
}

/// An event and where it comes from.
#[derive(Debug)]
struct LoggedEvent {
    /// The event, until it is told.
    event: Option<Event>,
    key: EventKey,
    at_ms: Option<i64>,
    /// Where its record stands, in bytes.
    at: u64,
    len: u64,
    /// A hash over its key and what it holds, which may depend on other records than its own.
    hash: u64,
    /// A hash over this event and all before it.
    chain: u64,
}

#[cfg(test)]
impl<M: Mapping> RecordLog<M> {
    /// A log of a file of which nothing has been read yet.
    fn new() -> Self {
        Self::of(LinesFile::default(), M::Known::default())
    }
}

impl<M: Mapping, S: LineSource> RecordLog<M, S> {
    /// A log of nothing yet, whose lines come from `lines`, and whose mapping knows this of any file.
    pub(crate) fn of(lines: S, known: M::Known) -> Self {
        Self {
            lines,
            state: State::new(known.clone()),
            given: known,
            told: Vec::new(),
            n_same: 0,
            records_parsed: 0,
            look: LOOK,
            n_readings: 0,
        }
    }

    /// Reads what has changed, a part of a long file at a time.
    pub(crate) fn refresh(&mut self, path: &Path) -> Result<Option<Splice>, SourceError> {
        let (state, n_same, n_parsed) =
            (&mut self.state, &mut self.n_same, &mut self.records_parsed);
        let given = &self.given;
        self.lines.refresh(path, self.look, &mut |line| {
            if let Some(line) = line {
                *n_parsed += 1;
                state.take(&line);
            } else {
                // What another file told is not known of this one.
                state.restart(given.clone());
                *n_same = 0;
            }
        })?;
        let mut has_more = self.lines.has_more();
        let knows_more = !has_more && self.state.mapping.known() != &self.state.known;
        if knows_more && self.n_readings < MOST_READINGS {
            self.n_readings += 1;
            self.state.restart(self.state.mapping.known().clone());
            self.n_same = 0;
            self.lines.begin_again();
            has_more = true;
        } else if !has_more {
            self.n_readings = 0;
        }
        Ok(self.tell(has_more))
    }

    /// What is to be told of the events as they are now.
    fn tell(&mut self, has_more: bool) -> Option<Splice> {
        let state = &mut self.state;
        let same = self.told.iter().zip(&mut state.events).skip(self.n_same);
        for (_, logged) in same.take_while(|(told, logged)| **told == logged.hash) {
            logged.event = None;
            self.n_same += 1;
        }
        let keep = self.n_same;
        let is_shorter = !has_more && state.events.len() < self.told.len();
        let is_new = state.events.len() > keep || is_shorter;
        let revised = std::mem::take(&mut state.revised);
        if !(is_new || has_more || !revised.is_empty()) {
            return None;
        }
        for (index, _) in &revised {
            if let Some((told, logged)) = self.told.get_mut(*index).zip(state.events.get(*index)) {
                *told = logged.hash;
            }
        }
        let mut splice = Splice {
            keep: self.told.len(),
            revised,
            has_more,
            ..Splice::default()
        };
        if is_new {
            splice.keep = keep;
            self.told.truncate(keep);
            let new = state.events.iter_mut().skip(keep);
            splice.events = new.filter_map(|logged| logged.event.take()).collect();
            self.told
                .extend(state.events.iter().skip(keep).map(|event| event.hash));
            self.n_same = self.told.len();
        }
        Some(splice)
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
        let logged = self.state.events.iter().find(|logged| logged.key == *key);
        logged
            .map(|logged| self.lines.stored(path, logged.at, logged.len))
            .transpose()
    }

    /// Where the lines come from.
    pub(crate) fn lines(&self) -> &S {
        &self.lines
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
            revised: Vec::new(),
            keys: Keys::default(),
            outcomes: Outcomes::default(),
        }
    }

    /// Forgets everything but what is known.
    fn restart(&mut self, known: M::Known) {
        *self = Self::new(known);
    }

    fn take(&mut self, line: &Line) {
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
                steps.push(Step::Add(Mapped {
                    id: None,
                    at_ms: None,
                    fields: unreadable(&line.bytes, line.len, &why),
                }));
                Outcome::Unreadable
            }
        };
        self.outcomes.count(outcome);
        // The events of one record that have the same id are told apart by their numbers.
        let mut n_by_id: HashMap<Option<String>, u32> = HashMap::new();
        for step in steps {
            match step {
                Step::Add(mapped) => {
                    let n = n_by_id.entry(mapped.id.clone()).or_default();
                    self.add(line, *n, mapped);
                    *n += 1;
                }
                Step::Revise(Handle(index), fields) => self.revise(index, fields),
            }
        }
    }

    fn add(&mut self, line: &Line, n: u32, mapped: Mapped) {
        let native = match mapped.id {
            Some(id) if n == 0 => EventKey::from_native(&id),
            Some(id) => EventKey::from_native(&format!("{id}.e{n}")),
            None if n == 0 => EventKey::from_native(&format!("o{}", line.at)),
            None => EventKey::from_native(&format!("o{}.e{n}", line.at)),
        };
        let key = self.keys.next(&native);
        self.events.push(LoggedEvent {
            hash: hash(&key, &mapped.fields),
            event: Some(Event::new(key.clone(), mapped.at_ms, mapped.fields)),
            at_ms: mapped.at_ms,
            at: line.at,
            len: line.len,
            chain: 0,
            key,
        });
        self.link(self.events.len() - 1);
    }

    fn revise(&mut self, index: usize, fields: Map<String, Value>) {
        let Some(logged) = self.events.get_mut(index) else {
            return;
        };
        logged.hash = hash(&logged.key, &fields);
        let event = Event::new(logged.key.clone(), logged.at_ms, fields);
        match &mut logged.event {
            Some(untold) => *untold = event,
            None => self.revised.push((index, event)),
        }
        for later in index..self.events.len() {
            self.link(later);
        }
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

fn hash(key: &EventKey, fields: &Map<String, Value>) -> u64 {
    xxh3_64_with_seed(key.as_str().as_bytes(), hash_of(fields))
}

/// A file may begin with the mark of its encoding.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

#[cfg(test)]
mod tests;
