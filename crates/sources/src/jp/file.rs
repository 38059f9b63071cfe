//! `events.json`, read again whenever it changes and parsed only where it did.

use super::{
    calls::{Calls, Step},
    event::{ReadEvent, read_event},
};
use crate::{
    Cost, Position, Problem, SourceError, Splice,
    json::{End, split},
    keys::Keys,
    restore::Restoration,
};
use conversation::EventKey;
use std::{
    fs::{File, Metadata},
    io::{ErrorKind, Read as _},
    ops::Range,
    path::Path,
    sync::Arc,
    time::SystemTime,
};
use xxhash_rust::xxh3::xxh3_64;

/// What has been read of an `events.json`.
#[derive(Debug, Default)]
pub(super) struct EventsFile {
    seen: Option<Fingerprint>,
    records: Vec<StoredRecord>,
    keys: Keys,
    calls: Calls,
    problem: Option<Problem>,
    cost: Cost,
}

/// Tells one state of a file from another without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fingerprint {
    bytes: u64,
    modified: Option<SystemTime>,
    inode: u64,
}

/// What stays in memory of a record.
#[derive(Debug)]
struct StoredRecord {
    bytes: Range<usize>,
    hash: u64,
    /// A hash over this record and all before it.
    chain: u64,
    native: EventKey,
    key: EventKey,
    step: Step,
}

impl EventsFile {
    /// A file of which nothing has been read.
    pub(super) fn new(restoration: &Arc<Restoration>) -> Self {
        Self {
            calls: Calls::new(restoration),
            ..Self::default()
        }
    }

    /// Reads the file if it is not the one that was read last. Records that stand unchanged at its
    /// beginning are not parsed again.
    pub(super) fn refresh(&mut self, path: &Path) -> Result<Option<Splice>, SourceError> {
        let mut file = File::open(path).map_err(|source| SourceError::io(path, source))?;
        let metadata = file
            .metadata()
            .map_err(|source| SourceError::io(path, source))?;
        if metadata.is_dir() {
            return Err(SourceError::io(path, ErrorKind::IsADirectory.into()));
        }
        let fingerprint = Fingerprint::of(&metadata);
        if self.seen == Some(fingerprint) {
            return Ok(None);
        }
        let mut text = Vec::with_capacity(usize::try_from(fingerprint.bytes).unwrap_or(0));
        file.read_to_end(&mut text)
            .map_err(|source| SourceError::io(path, source))?;
        self.cost.bytes_read += text.len() as u64;
        self.seen = Some(fingerprint);
        Ok(self.take(&text, path))
    }

    /// What keeps the file from being read to its end.
    pub(super) fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// How much reading has cost.
    pub(super) fn cost(&self) -> Cost {
        self.cost
    }

    /// How many records there are.
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// The position behind the first `n` records.
    pub(super) fn position(&self, n: usize) -> Position {
        let last = n.checked_sub(1).and_then(|last| self.records.get(last));
        Position {
            n,
            fingerprint: last.map_or(0, |record| record.chain),
        }
    }

    /// The place of an event among the records.
    pub(super) fn index_of(&self, key: &EventKey) -> Option<usize> {
        self.records.iter().position(|record| record.key == *key)
    }

    /// A record as it is stored; nothing where the file has changed since it was read.
    pub(super) fn stored(&self, path: &Path, index: usize) -> Result<Option<Vec<u8>>, SourceError> {
        let Some(record) = self.records.get(index) else {
            return Ok(None);
        };
        let text = std::fs::read(path).map_err(|source| SourceError::io(path, source))?;
        let stored = text
            .get(record.bytes.clone())
            .filter(|bytes| xxh3_64(bytes) == record.hash);
        Ok(stored.map(<[u8]>::to_vec))
    }

    fn take(&mut self, text: &[u8], path: &Path) -> Option<Splice> {
        let array = split(text);
        let problem = problem(text, path, &array.end, array.elements.len());
        let has_new_problem = self.problem != problem;
        self.problem = problem;

        let is_same = |(record, bytes): &(&mut StoredRecord, &Range<usize>)| {
            text.get((*bytes).clone())
                .is_some_and(|stored| xxh3_64(stored) == record.hash)
        };
        let same = self
            .records
            .iter_mut()
            .zip(&array.elements)
            .take_while(is_same);
        // White space between the records may have changed.
        let keep = same
            .map(|(record, bytes)| record.bytes = bytes.clone())
            .count();
        if keep == self.records.len() && keep == array.elements.len() && !has_new_problem {
            return None;
        }
        if keep < self.records.len() {
            for record in self.records.drain(keep..).rev() {
                self.keys.forget(&record.native);
            }
            let steps = self.records.iter().map(|record| &record.step);
            self.calls.rewind(steps);
        }
        let new = array.elements.into_iter().skip(keep);
        let events = new.filter_map(|bytes| self.add(text, bytes)).collect();
        Some(Splice::new(keep, events))
    }

    fn add(&mut self, text: &[u8], bytes: Range<usize>) -> Option<conversation::Event> {
        let stored = text.get(bytes.clone())?;
        self.cost.records_parsed += 1;
        let ReadEvent {
            event,
            native,
            step,
        } = read_event(stored, &mut self.keys, &mut self.calls);
        let hash = xxh3_64(stored);
        let before = self.records.last().map_or(0, |record| record.chain);
        let mut link = [0; 16];
        let (front, back) = link.split_at_mut(8);
        front.copy_from_slice(&before.to_le_bytes());
        back.copy_from_slice(&hash.to_le_bytes());
        let key = event.key().clone();
        self.records.push(StoredRecord {
            bytes,
            hash,
            chain: xxh3_64(&link),
            native,
            key,
            step,
        });
        Some(event)
    }
}

impl Fingerprint {
    fn of(metadata: &Metadata) -> Self {
        Self {
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
            inode: inode(metadata),
        }
    }
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

fn problem(text: &[u8], path: &Path, end: &End, n_elements: usize) -> Option<Problem> {
    let path = path.display().to_string();
    match *end {
        End::Closed => None,
        End::Empty => Some(Problem::Empty { path }),
        End::NotAnArray => {
            let beginning = String::from_utf8_lossy(text.get(..40).unwrap_or(text));
            let begins_with = beginning.trim().chars().take(20).collect();
            Some(Problem::NotAList { path, begins_with })
        }
        End::Projection => Some(Problem::Projection { path }),
        End::Truncated => Some(Problem::Truncated {
            path,
            number: n_elements + 1,
            at: text.len(),
        }),
        End::Trailing(at) => Some(Problem::Trailing { path, at }),
    }
}
