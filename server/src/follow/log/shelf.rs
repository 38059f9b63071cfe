//! Where the events of a conversation are that are too many for memory: in a file without a name,
//! which is gone with the process.

use conversation::{Event, EventKey};
use serde_json::{Map, Value};
use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

/// How much is written to the file at a time, in bytes.
const PIECE: usize = 256 * 1024;

/// Where an event is in the file: its key, an empty byte, its fields as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Put {
    pub at: u64,
    pub len: u32,
}

/// Holds events in a file.
#[derive(Debug)]
pub(super) struct Shelf {
    /// Where a file may be made.
    folder: PathBuf,
    file: Option<Mutex<File>>,
    /// How much is in the file.
    end: u64,
    /// What comes behind that, and is not written yet.
    unwritten: Vec<u8>,
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
            is_full: false,
        }
    }

    /// Whether nothing can be put away any more.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Writes an event to the file; nothing where that cannot be.
    pub(super) fn put_away(&mut self, event: &Event) -> Option<Put> {
        match self.write(event) {
            Ok(put) => Some(put),
            Err(error) => {
                tracing::warn!(
                    "a long conversation stays in memory, since nothing can be written to {}: {error}",
                    self.folder.display()
                );
                self.is_full = true;
                None
            }
        }
    }

    /// The event, which happened at `at_ms`; nothing where the file cannot be read any more.
    pub(super) fn take(&self, put: Put, at_ms: Option<i64>) -> Option<Event> {
        match self.read(put.at, put.len) {
            Ok((key, fields)) => Some(Event::new(key, at_ms, fields)),
            Err(error) => {
                tracing::warn!("an event that was put away cannot be read: {error}");
                None
            }
        }
    }

    fn write(&mut self, event: &Event) -> io::Result<Put> {
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
            Ok(len) => Ok(Put { at, len }),
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
        let put: Vec<Option<Put>> = (0..1000).map(|n| shelf.put_away(&event(n))).collect();
        for (n, put) in put.into_iter().enumerate() {
            let put = put.expect("written");
            assert_eq!(shelf.take(put, Some(7)), Some(event(n)));
        }
        let named = std::fs::read_dir(folder.path().join("below")).expect("a folder");
        assert_eq!(named.count(), 0, "the file has no name");
    }

    #[test]
    fn where_nothing_can_be_written_it_says_so() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut shelf = Shelf::new(file.path().join("below"));
        assert_eq!(shelf.put_away(&event(1)), None);
        assert!(shelf.is_full());
    }
}
