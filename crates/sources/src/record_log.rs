//! A file of lines as events: reads what is added, and all of it again where later records change
//! what earlier ones mean.

mod logged;
mod parsed;
mod state;

use crate::{
    Cost, Position, SourceError, Splice,
    lines::{LineSource, LinesFile},
    mapping::{Mapping, Outcomes},
    rows::Rows,
};
use conversation::{Event, EventKey};
use parsed::{Parsed, read_ahead, read_here};
use state::State;
use std::path::Path;

/// How often in a row all records may have to be read again. Each time something more is known of
/// them, so that two are enough for what a single record tells.
const MOST_READINGS: usize = 4;
/// How much of a file is read before what it says is passed on, in bytes. Events take several times
/// as much memory until then.
const LOOK: u64 = 512 * 1024;
/// The file from which on reading all of it takes long, in bytes.
const LONG: u64 = 16 * 1024 * 1024;
/// How much of a long file's end tells what it ends with, in bytes.
const ENDING: u64 = 2 * 1024 * 1024;

/// What has been read of a file.
#[derive(Debug)]
pub(crate) struct RecordLog<M: Mapping, S = LinesFile> {
    lines: S,
    events: ToldEvents<M>,
    look: u64,
    n_readings: usize,
}

/// The events of the records, and which of them were told.
#[derive(Debug)]
struct ToldEvents<M: Mapping> {
    /// What the mapping knows of any file.
    given: M::Known,
    state: State<M>,
    /// The hashes of the events that were told.
    told: Rows<u64>,
    /// How many of these are the events of the state too.
    n_same: usize,
    records_parsed: u64,
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
            events: ToldEvents {
                state: State::new(known.clone()),
                given: known,
                told: Rows::default(),
                n_same: 0,
                records_parsed: 0,
            },
            look: LOOK,
            n_readings: 0,
        }
    }

    /// Reads what has changed, a part of a long file at a time.
    pub(crate) fn refresh(&mut self, path: &Path) -> Result<Option<Splice>, SourceError> {
        let events = &mut self.events;
        read_here(&mut self.lines, path, self.look, &mut |parsed| {
            events.take(parsed);
        })?;
        let has_more = self.has_more();
        Ok(self.events.tell(has_more))
    }

    /// Reads all that has changed in a long file, and gives `give` one part after the other.
    pub(crate) fn read(
        &mut self,
        path: &Path,
        give: &mut dyn FnMut(Splice),
    ) -> Result<(), SourceError> {
        loop {
            let (events, look) = (&mut self.events, self.look);
            let mut n_bytes = 0;
            read_ahead(&mut self.lines, path, &mut |parsed| {
                n_bytes += parsed.as_ref().map_or(0, |parsed| parsed.len);
                events.take(parsed);
                if n_bytes >= look {
                    n_bytes = 0;
                    events.tell(true).into_iter().for_each(&mut *give);
                }
            })?;
            let has_more = self.has_more();
            self.events.tell(has_more).into_iter().for_each(&mut *give);
            if !has_more {
                return Ok(());
            }
        }
    }

    /// Whether anything is left to read: the rest, or all of it again where its end tells more of its
    /// beginning.
    fn has_more(&mut self) -> bool {
        if self.lines.has_more() {
            return true;
        }
        if self.n_readings < MOST_READINGS && self.events.begin_again() {
            self.n_readings += 1;
            self.lines.begin_again();
            return true;
        }
        self.n_readings = 0;
        false
    }

    /// The last events of a long file, made of its end alone; nothing where the file is not long, or
    /// has no whole line near its end.
    pub(crate) fn ending(&mut self, path: &Path) -> Result<Option<Vec<Event>>, SourceError> {
        let mut state = State::<M>::new(self.events.given.clone());
        for _ in 0..MOST_READINGS {
            let is_long = self.lines.ending(path, LONG, ENDING, &mut |line| {
                state.take(Parsed::of(&line));
            })?;
            if !is_long {
                return Ok(None);
            }
            if state.mapping.known() == &state.known {
                break;
            }
            state.restart(state.mapping.known().clone());
        }
        Ok(Some(state.untold.into()).filter(|events: &Vec<Event>| !events.is_empty()))
    }

    /// The position behind the first `n` events.
    pub(crate) fn position(&self, n: usize) -> Position {
        let last = n
            .checked_sub(1)
            .and_then(|last| self.events.state.events.get(last));
        Position {
            n,
            fingerprint: last.map_or(0, |event| event.chain),
        }
    }

    /// Whether the events still begin as they did when `position` was given out.
    pub(crate) fn has(&self, position: Position) -> bool {
        position.n <= self.events.state.events.len() && self.position(position.n) == position
    }

    /// The record of an event as it is stored.
    pub(crate) fn stored(
        &self,
        path: &Path,
        key: &EventKey,
    ) -> Result<Option<Vec<u8>>, SourceError> {
        let logged = self.events.state.events.find(key);
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
        &self.events.state.mapping
    }

    /// What became of the records.
    pub(crate) fn outcomes(&self) -> Outcomes {
        self.events.state.outcomes
    }

    /// How much reading has cost.
    pub(crate) fn cost(&self) -> Cost {
        Cost {
            bytes_read: self.lines.bytes_read(),
            records_parsed: self.events.records_parsed,
        }
    }
}

impl<M: Mapping> ToldEvents<M> {
    /// Takes the next record, or begins anew.
    fn take(&mut self, parsed: Option<Parsed>) {
        if let Some(parsed) = parsed {
            self.records_parsed += 1;
            self.state.take(parsed);
        } else {
            // What another file told is not known of this one.
            self.state.restart(self.given.clone());
            self.n_same = 0;
        }
    }

    /// Begins anew where more is known of the records than before they were read; says whether.
    fn begin_again(&mut self) -> bool {
        let known = self.state.mapping.known();
        if known == &self.state.known {
            return false;
        }
        self.state.restart(known.clone());
        self.n_same = 0;
        true
    }

    /// What is to be told of the events as they are now.
    fn tell(&mut self, has_more: bool) -> Option<Splice> {
        let state = &mut self.state;
        state.events.link();
        let told = self.told.from(self.n_same);
        let same = told.zip(state.events.hashes_from(self.n_same));
        let n_same = same.take_while(|(told, hash)| told == hash).count();
        state.untold.drain(..n_same);
        self.n_same += n_same;
        let keep = self.n_same;
        let is_shorter = !has_more && state.events.len() < self.told.len();
        let is_new = state.events.len() > keep || is_shorter;
        let revised = std::mem::take(&mut state.revised);
        if !(is_new || has_more || !revised.is_empty()) {
            return None;
        }
        for (index, _) in &revised {
            if let Some(logged) = state.events.get(*index) {
                self.told.set(*index, logged.hash);
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
            let new = state.events.hashes_from(keep);
            new.for_each(|hash| self.told.push(hash));
            splice.events = std::mem::take(&mut state.untold).into();
            self.n_same = self.told.len();
        }
        Some(splice)
    }
}

#[cfg(test)]
mod tests;
