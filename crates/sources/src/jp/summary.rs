//! A conversation in a list: from its metadata, and from the end of its events.

use super::{
    JpId, JpStore, decode::decode_event, last_words::LastWords, locks::Locks, metadata::Metadata,
    roots::Copies,
};
use crate::{
    Problem, State, Summary,
    blank::is_blank_file,
    json::{Record, find_last, read_record},
    restore::Restoration,
    time,
};
use conversation::{Event, EventKey, Kind};
use serde_json::{Map, Value};
use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

/// What the files of a conversation were when it was summed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp([Option<(SystemTime, u64)>; 2], u64, bool);

/// Where a conversation's list entry comes from.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    pub id: JpId,
    pub store: &'a JpStore,
    pub workspace: Option<&'a str>,
    pub copies: &'a Copies,
    pub is_running: bool,
}

/// What the end of the events tells.
#[derive(Debug, Default)]
struct End {
    last_words: Option<String>,
    last_ms: Option<i64>,
    has_open_question: bool,
}

impl<'a> Entry<'a> {
    pub(super) fn new(
        id: JpId,
        store: &'a JpStore,
        workspace: Option<&'a str>,
        copies: &'a Copies,
        locks: &Locks,
    ) -> Self {
        Self {
            id,
            store,
            workspace,
            copies,
            is_running: locks.has(id),
        }
    }

    /// Equal for as long as [`Self::summary`] would be.
    pub(super) fn stamp(&self) -> Stamp {
        let stamp = |path: PathBuf| {
            let metadata = fs::metadata(path).ok()?;
            Some((metadata.modified().ok()?, metadata.len()))
        };
        let metadata = self
            .copies
            .metadata()
            .map(|folder| folder.path.join("metadata.json"));
        let events = self.events_path();
        Stamp(
            [metadata.and_then(stamp), stamp(events)],
            self.copies.fingerprint(),
            self.is_running,
        )
    }

    fn events_path(&self) -> PathBuf {
        let folder = self.copies.stream().map(|folder| folder.path.clone());
        folder
            .unwrap_or_else(|| self.id.0.to_string().into())
            .join("events.json")
    }

    pub(super) fn summary(&self) -> Summary {
        let folder = self
            .copies
            .metadata()
            .map(|folder| folder.path.join("metadata.json"));
        let metadata = folder.map(|path| Metadata::read(&path)).unwrap_or_default();
        let events = self.events_path();
        let file = fs::metadata(&events).and_then(|file| match file.is_dir() {
            true => Err(ErrorKind::IsADirectory.into()),
            false => Ok(file),
        });
        let path = || events.display().to_string();
        let end = match &file {
            Ok(_) => End::of(&events, self.store.restoration()),
            Err(error) => Err(io::Error::from(error.kind())),
        };
        let unreadable = match (&end, &file) {
            (Ok(_), _) if is_blank_file(&events) => Some(Problem::Empty { path: path() }),
            (Ok(_), _) => None,
            (Err(error), Ok(_)) | (_, Err(error)) => Some(Problem::Unreadable {
                path: path(),
                why: error.to_string(),
            }),
        };
        let end = end.unwrap_or_default();
        let is_archived = self
            .copies
            .stream()
            .is_some_and(|folder| folder.is_archived);
        let problem = unreadable.or(metadata.problem);
        let state = match (&problem, self.is_running) {
            (Some(_), _) => State::Broken,
            (None, true) if end.has_open_question => State::Waiting,
            (None, true) => State::Running,
            (None, false) if is_archived => State::Archived,
            (None, false) => State::Settled,
        };
        let modified_ms = file
            .as_ref()
            .ok()
            .and_then(|file| milliseconds(file.modified().ok()?));
        Summary {
            id: self.store.url_id(self.id),
            title: metadata.title,
            agent: "jp",
            workspace: self.workspace.map(str::to_owned),
            updated_at_ms: metadata
                .last_activated_at_ms
                .max(end.last_ms)
                .or(modified_ms),
            bytes: file.map_or(0, |file| file.len()),
            state,
            is_archived,
            is_pinned: metadata.is_pinned,
            labels: metadata.labels,
            last_words: end.last_words,
            problem: problem
                .map(|problem| problem.to_string())
                .or_else(|| self.copies.double()),
            path: events,
            ..Summary::default()
        }
    }
}

impl End {
    /// Reads a file's last events, until the last words to the person are found, from their first
    /// piece on. What is no list of events is said where the conversation is opened.
    fn of(path: &Path, restoration: &Arc<Restoration>) -> io::Result<Self> {
        let mut end = Self::default();
        let mut is_last = true;
        let mut words = LastWords::new(restoration);
        find_last(path, |stored| {
            let event = event(stored)?;
            if is_last {
                is_last = false;
                end.last_ms = event.at_ms();
                end.has_open_question = event.kind() == Kind::InquiryRequest;
            }
            words.take(event).then_some(())
        })?;
        end.last_words = words.finish();
        Ok(end)
    }
}

fn event(stored: &[u8]) -> Option<Event> {
    let Record::Object(mut fields) = read_record(stored) else {
        return None;
    };
    decode_event(&mut fields);
    let at_ms = timestamp(&fields);
    Some(Event::new(EventKey::from_native("end"), at_ms, fields))
}

fn timestamp(fields: &Map<String, Value>) -> Option<i64> {
    time::timestamp(fields.get("timestamp")?).map(|(_, ms)| ms)
}

fn milliseconds(time: SystemTime) -> Option<i64> {
    i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_millis()).ok()
}
