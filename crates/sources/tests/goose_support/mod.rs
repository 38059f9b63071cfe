//! Stores of goose for tests: databases made of SQL, and what is read of them.

#![expect(dead_code, reason = "each test file uses a part")]

use conversation::Event;
use rusqlite::Connection;
use serde_json::{Map, Value};
use sources::{
    Conversation as _,
    goose::{GooseConversation, GooseStore},
};
use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};
use tempfile::TempDir;

/// Where the invented stores are.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/goose")
}

/// A folder of sessions.
pub(crate) struct Sessions {
    pub(crate) folder: TempDir,
}

impl Sessions {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    /// With a database made of a fixture's statements.
    pub(crate) fn of(fixture: &str) -> Self {
        let sessions = Self::new();
        let sql = fs::read_to_string(fixtures().join(fixture)).expect("a fixture");
        sessions
            .connection()
            .execute_batch(&sql)
            .expect("a database");
        sessions
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("sessions.db")
    }

    /// Opens the database as goose does.
    pub(crate) fn connection(&self) -> Connection {
        let connection = Connection::open(self.database()).expect("a database");
        connection
            .execute_batch("pragma journal_mode = wal; pragma synchronous = off")
            .expect("set");
        connection
    }

    pub(crate) fn store(&self) -> GooseStore {
        GooseStore::at(self.folder.path()).expect("a store")
    }

    pub(crate) fn open(&self, id: &str) -> Follow {
        Follow::new(self.store().open(id))
    }
}

/// A session that is followed.
pub(crate) struct Follow {
    pub(crate) conversation: GooseConversation,
    pub(crate) events: Vec<Event>,
}

impl Follow {
    pub(crate) fn new(conversation: GooseConversation) -> Self {
        Self {
            conversation,
            events: Vec::new(),
        }
    }

    /// Looks once, and says whether anything has changed.
    pub(crate) fn look(&mut self) -> bool {
        let splice = self.conversation.refresh().expect("readable");
        splice
            .map(|splice| splice.apply(&mut self.events))
            .is_some()
    }

    pub(crate) fn keys(&self) -> Vec<&str> {
        self.events
            .iter()
            .map(|event| event.key().as_str())
            .collect()
    }

    pub(crate) fn types(&self) -> Vec<&str> {
        self.events
            .iter()
            .filter_map(|event| event.text("type"))
            .collect()
    }

    pub(crate) fn field<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.events.iter().filter_map(move |event| event.text(name))
    }
}

/// Events for comparison: their keys with their fields.
pub(crate) fn as_json(events: &[Event]) -> Value {
    let with_key = |event: &Event| {
        let mut fields = Map::new();
        fields.insert("key".to_owned(), event.key().as_str().into());
        fields.extend(event.fields().clone());
        Value::Object(fields)
    };
    events.iter().map(with_key).collect()
}

/// All that is told of the files in a folder.
pub(crate) fn listing(folder: &Path) -> Vec<(PathBuf, Vec<u8>, SystemTime)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let modified = fs::metadata(&path).and_then(|file| file.modified());
            let bytes = fs::read(&path).unwrap_or_default();
            (path, bytes, modified.expect("a time"))
        })
        .collect();
    files.sort();
    files
}
