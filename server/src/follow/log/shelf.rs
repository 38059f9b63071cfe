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
const MOST_IN_MEMORY: usize = 16 * 1024 * 1024;

/// Where an event is.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// In memory, with its weight.
    Here(Event, usize),
    /// In the file.
    Put(Place),
}

/// A stretch of the file, and what of an event does not stand there.
#[derive(Clone, Debug)]
pub(super) struct Place {
    at: u64,
    len: u32,
    key: EventKey,
    at_ms: Option<i64>,
}

/// Holds events.
#[derive(Debug)]
pub(super) struct Shelf {
    /// Where a file may be made.
    folder: PathBuf,
    file: Option<Mutex<File>>,
    end: u64,
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
        Held::Here(event, weight)
    }

    /// An event goes.
    pub(super) fn forget(&mut self, held: &Held) {
        if let Held::Here(_, weight) = held {
            self.weight -= weight;
        }
    }

    /// Whether more is in memory than may be.
    pub(super) fn is_overfull(&self) -> bool {
        self.weight > self.most && !self.is_full
    }

    /// Moves an event to the file. Where that cannot be it stays.
    pub(super) fn put_away(&mut self, held: &mut Held) {
        let Held::Here(event, weight) = held else {
            return;
        };
        match self.write(event) {
            Ok(place) => {
                self.weight -= *weight;
                *held = Held::Put(place);
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

    /// The event; nothing where the file cannot be read any more.
    pub(super) fn take(&self, held: &Held) -> Option<Event> {
        match held {
            Held::Here(event, _) => Some(event.clone()),
            Held::Put(place) => match self.read(place) {
                Ok(event) => Some(event),
                Err(error) => {
                    tracing::warn!("an event that was put away cannot be read: {error}");
                    None
                }
            },
        }
    }

    fn write(&mut self, event: &Event) -> io::Result<Place> {
        let text = serde_json::to_vec(event)?;
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                std::fs::create_dir_all(&self.folder)?;
                none.insert(Mutex::new(tempfile::tempfile_in(&self.folder)?))
            }
        };
        let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(&text)?;
        let place = Place {
            at: self.end,
            len: u32::try_from(text.len()).map_err(io::Error::other)?,
            key: event.key().clone(),
            at_ms: event.at_ms(),
        };
        self.end += u64::from(place.len);
        Ok(place)
    }

    fn read(&self, place: &Place) -> io::Result<Event> {
        let file = self.file.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let mut text = Vec::new();
        {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(place.at))?;
            let mut stretch = (&*file).take(u64::from(place.len));
            stretch.read_to_end(&mut text)?;
        }
        let fields: Map<String, Value> = serde_json::from_slice(&text)?;
        Ok(Event::new(place.key.clone(), place.at_ms, fields))
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
            assert_eq!(shelf.take(held), Some(event(n)));
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
        assert_eq!(shelf.take(&held), Some(event(1)));
    }
}
