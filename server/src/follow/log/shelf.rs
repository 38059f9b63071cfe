//! Where the events of a conversation are held: the newest in memory, what is too much for it in a
//! file without a name, which is gone with the process.

use conversation::{Event, EventKey};
use serde_json::{Map, Value};
use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

/// How much of a conversation's events stays in memory, in bytes as [`weight`] counts them.
const MOST_IN_MEMORY: usize = 2 * 1024 * 1024;
/// How much is written to the file at a time, in bytes.
const PIECE: usize = 256 * 1024;

/// Where an event is.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// In memory, with its weight.
    Here(Box<(Event, usize)>),
    /// In the file: its key, an empty byte, its fields as JSON.
    Put { at: u64, len: u32 },
}

/// Holds events.
#[derive(Debug)]
pub(super) struct Shelf {
    /// Where a file may be made.
    folder: PathBuf,
    file: Option<Mutex<File>>,
    /// How much is in the file.
    end: u64,
    /// What comes behind that, and is not written yet.
    unwritten: Vec<u8>,
    /// The weight of what is in memory.
    weight: usize,
    most: usize,
    /// A file cannot be made or written: everything stays in memory.
    is_full: bool,
}

impl Shelf {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            file: None,
            end: 0,
            unwritten: Vec::new(),
            weight: 0,
            most: MOST_IN_MEMORY,
            is_full: false,
        }
    }

    /// Has so much in memory at most.
    #[cfg(test)]
    pub(super) fn hold_at_most(&mut self, most: usize) {
        self.most = most;
    }

    /// Takes an event.
    pub(super) fn hold(&mut self, event: Event) -> Held {
        let weight = weight(event.fields());
        self.weight += weight;
        Held::Here(Box::new((event, weight)))
    }

    /// An event goes.
    pub(super) fn forget(&mut self, held: &Held) {
        if let Held::Here(here) = held {
            self.weight -= here.1;
        }
    }

    /// Whether more is in memory than may be.
    pub(super) fn is_overfull(&self) -> bool {
        self.weight > self.most && !self.is_full
    }

    /// Moves an event to the file. Where that cannot be it stays.
    pub(super) fn put_away(&mut self, held: &mut Held) {
        let Held::Here(here) = held else {
            return;
        };
        let weight = here.1;
        match self.write(&here.0) {
            Ok(put) => {
                self.weight -= weight;
                *held = put;
            }
            Err(error) => {
                tracing::warn!(
                    "a long conversation stays in memory, since nothing can be written to {}: {error}",
                    self.folder.display()
                );
                self.is_full = true;
            }
        }
    }

    /// The event, which happened at `at_ms`; nothing where the file cannot be read any more.
    pub(super) fn take(&self, held: &Held, at_ms: Option<i64>) -> Option<Event> {
        match held {
            Held::Here(here) => Some(here.0.clone()),
            Held::Put { at, len } => match self.read(*at, *len) {
                Ok((key, fields)) => Some(Event::new(key, at_ms, fields)),
                Err(error) => {
                    tracing::warn!("an event that was put away cannot be read: {error}");
                    None
                }
            },
        }
    }

    fn write(&mut self, event: &Event) -> io::Result<Held> {
        let start = self.unwritten.len();
        self.unwritten
            .extend_from_slice(event.key().as_str().as_bytes());
        self.unwritten.push(0);
        let written = serde_json::to_writer(&mut self.unwritten, event).map_err(io::Error::from);
        let len = self.unwritten.len() - start;
        let written = written.and_then(|()| u32::try_from(len).map_err(io::Error::other));
        let at = self.end + start as u64;
        let flushed = written.and_then(|len| {
            if self.unwritten.len() >= PIECE || self.file.is_none() {
                self.flush()?;
            }
            Ok(len)
        });
        match flushed {
            Ok(len) => Ok(Held::Put { at, len }),
            Err(error) => {
                // Those before it are at hand nowhere else.
                self.unwritten.truncate(start);
                Err(error)
            }
        }
    }

    /// Writes what is not written yet.
    fn flush(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                std::fs::create_dir_all(&self.folder)?;
                none.insert(Mutex::new(tempfile::tempfile_in(&self.folder)?))
            }
        };
        let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(&self.unwritten)?;
        self.end += self.unwritten.len() as u64;
        self.unwritten.clear();
        Ok(())
    }

    fn read(&self, at: u64, len: u32) -> io::Result<(EventKey, Map<String, Value>)> {
        let stored = match at.checked_sub(self.end) {
            Some(unwritten) => {
                let rest = usize::try_from(unwritten)
                    .ok()
                    .and_then(|at| self.unwritten.get(at..));
                rest.unwrap_or_default()
                    .iter()
                    .copied()
                    .take(len as usize)
                    .collect()
            }
            None => self.read_file(at, len)?,
        };
        let key_ends = stored.iter().position(|byte| *byte == 0);
        let (key, fields) = stored.split_at(key_ends.ok_or(io::ErrorKind::InvalidData)?);
        let key = std::str::from_utf8(key).map_err(io::Error::other)?;
        let fields = serde_json::from_slice(fields.get(1..).unwrap_or_default())?;
        Ok((EventKey::from_written(key), fields))
    }

    fn read_file(&self, at: u64, len: u32) -> io::Result<Vec<u8>> {
        let file = self.file.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        let mut stored = Vec::new();
        (&*file).take(u64::from(len)).read_to_end(&mut stored)?;
        Ok(stored)
    }
}

/// About how many bytes of memory fields take.
fn weight(fields: &Map<String, Value>) -> usize {
    let of_field = |(name, value): (&String, &Value)| name.len() + 64 + weight_of(value);
    fields.iter().map(of_field).sum::<usize>() + 64
}

fn weight_of(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(|value| 32 + weight_of(value)).sum(),
        Value::Object(fields) => weight(fields),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn event(n: usize) -> Event {
        let fields =
            json!({"type": "chat_response", "message": "x".repeat(1000), "n": n, "f": 0.1});
        let fields = fields.as_object().expect("an object").clone();
        Event::new(EventKey::from_native(&format!("e{n}")), Some(7), fields)
    }

    #[test]
    fn what_is_put_away_comes_back_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut shelf = Shelf::new(folder.path().join("below"));
        shelf.hold_at_most(5000);
        let mut all: Vec<Held> = (0..20).map(|n| shelf.hold(event(n))).collect();
        for held in &mut all {
            if shelf.is_overfull() {
                shelf.put_away(held);
            }
        }
        assert!(shelf.weight <= 5000, "{}", shelf.weight);
        for (n, held) in all.iter().enumerate() {
            assert_eq!(shelf.take(held, Some(7)), Some(event(n)));
        }
        let named = std::fs::read_dir(folder.path().join("below")).expect("a folder");
        assert_eq!(named.count(), 0, "the file has no name");
    }

    #[test]
    fn where_nothing_can_be_written_everything_stays() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut shelf = Shelf::new(file.path().join("below"));
        shelf.hold_at_most(10);
        let mut held = shelf.hold(event(1));
        shelf.put_away(&mut held);
        assert!(!shelf.is_overfull());
        assert_eq!(shelf.take(&held, Some(7)), Some(event(1)));
    }
}
