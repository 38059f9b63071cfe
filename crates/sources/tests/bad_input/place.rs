//! Stores with two conversations: one that is good, and one of which a test makes what it wants.

use conversation::Event;
use rusqlite::Connection;
use serde_json::{Value, json};
use sources::{
    Conversation, Store, Summary, UNREADABLE, claude::ClaudeStore, codex::CodexStore,
    goose::GooseStore, jp::JpStore,
};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};
use tempfile::TempDir;

/// A form in which conversations are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Claude,
    Codex,
    GooseFile,
    GooseRows,
    Jp,
}

/// The forms with a file for each conversation.
pub(crate) const FILES: [Form; 4] = [Form::Claude, Form::Codex, Form::GooseFile, Form::Jp];
pub(crate) const ALL: [Form; 5] = [
    Form::Claude,
    Form::Codex,
    Form::GooseFile,
    Form::GooseRows,
    Form::Jp,
];

/// What the good conversation says.
pub(crate) const GOOD: &str = "all is well";

/// A store in a folder of its own.
pub(crate) struct Place {
    pub(crate) form: Form,
    pub(crate) root: TempDir,
}

/// What was read of a conversation.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) events: Vec<Event>,
    pub(crate) problem: Option<String>,
}

impl Form {
    /// The agent's name of one of the two conversations.
    pub(crate) fn id(self, is_good: bool) -> &'static str {
        match (self, is_good) {
            (Self::Codex, true) => "01a23000-0000-7000-8000-000000000001",
            (Self::Codex, false) => "01a23000-0000-7000-8000-000000000002",
            (Self::Jp, true) => "17800000001",
            (Self::Jp, false) => "17800000002",
            (_, true) => "good",
            (_, false) => "bad",
        }
    }

    /// Where the file is of one of the two conversations, below the root.
    pub(crate) fn path(self, is_good: bool) -> PathBuf {
        let id = self.id(is_good);
        let path = match self {
            Self::Claude => format!("projects/-p-{id}/{id}.jsonl"),
            Self::Codex => format!("sessions/2026/12/01/rollout-2026-12-01T10-00-00-{id}.jsonl"),
            Self::GooseFile => format!("{id}.jsonl"),
            Self::GooseRows => "sessions.db".to_owned(),
            Self::Jp => format!(".jp/conversations/{id}/events.json"),
        };
        path.into()
    }

    /// A record that says something, with any further fields.
    pub(crate) fn record(self, text: &str, more: &Value) -> Vec<u8> {
        let mut record = match self {
            Self::Claude => json!({"type": "user", "sessionId": "s", "message": {"content": text}}),
            Self::Codex => {
                json!({"type": "event_msg", "payload": {"type": "agent_message", "message": text}})
            }
            Self::GooseFile => {
                json!({"role": "assistant", "created": 1, "content": [{"type": "text", "text": text}]})
            }
            Self::GooseRows => return json!([{"type": "text", "text": text}]).to_string().into(),
            Self::Jp => {
                json!({"timestamp": "2026-01-01 00:00:00.0", "type": "chat_request", "content": text})
            }
        };
        let fields = record.as_object_mut().expect("fields");
        fields.extend(more.as_object().cloned().unwrap_or_default());
        record.to_string().into()
    }

    /// A file with records, where each line ends so.
    pub(crate) fn joined(self, records: &[Vec<u8>], end: &str) -> Vec<u8> {
        let end = end.as_bytes();
        match self {
            Self::Jp => [
                b"[",
                end,
                &records.join(&[b",", end].concat()[..]),
                end,
                b"]",
            ]
            .concat(),
            _ => [&records.join(end), end].concat(),
        }
    }
}

impl Place {
    /// With the good conversation alone.
    pub(crate) fn new(form: Form) -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let place = Self { form, root };
        let record = form.record(GOOD, &json!({}));
        match form {
            Form::GooseRows => place.insert("good", &[record]),
            _ => place.put(true, &form.joined(&[record], "\n")),
        }
        place
    }

    /// With a bad one beside it that has these records.
    pub(crate) fn of(form: Form, records: &[Vec<u8>]) -> Self {
        let place = Self::new(form);
        match form {
            Form::GooseRows => place.insert("bad", records),
            _ => place.put(false, &form.joined(records, "\n")),
        }
        place
    }

    /// Where the bad conversation is.
    pub(crate) fn bad(&self) -> PathBuf {
        self.root.path().join(self.form.path(false))
    }

    /// Writes the file of a conversation, which rests since a long time.
    pub(crate) fn put(&self, is_good: bool, bytes: &[u8]) {
        let path = self.root.path().join(self.form.path(is_good));
        let folder = path.parent().expect("a folder");
        fs::create_dir_all(folder).expect("a folder");
        if self.form == Form::Jp {
            let metadata = r#"{"title":"t","last_activated_at":"2026-01-01 00:00:00.0"}"#;
            fs::write(folder.join("metadata.json"), metadata).expect("written");
        }
        fs::write(&path, bytes).expect("written");
        let file = File::options().write(true).open(&path).expect("there");
        let then = SystemTime::now() - Duration::from_hours(1);
        file.set_modified(then).expect("set");
    }

    /// Opens the database as goose does.
    pub(crate) fn connection(&self) -> Connection {
        let connection = Connection::open(self.root.path().join("sessions.db"));
        let connection = connection.expect("a database");
        let tables = "pragma journal_mode = wal; pragma synchronous = off; \
            create table if not exists sessions (id text primary key, name text, working_dir text, parent_session_id text); \
            create table if not exists messages (id integer primary key, message_id text, session_id text, role text, \
            content_json text, created_timestamp, timestamp text)";
        connection.execute_batch(tables).expect("tables");
        connection
    }

    fn insert(&self, session: &str, records: &[Vec<u8>]) {
        let connection = self.connection();
        let insert = "insert into sessions values (?1, ?1, '/w', null)";
        connection.execute(insert, [session]).expect("written");
        for record in records {
            let insert = "insert into messages (session_id, role, content_json, created_timestamp) \
                values (?1, 'assistant', cast(?2 as text), 1)";
            connection
                .execute(insert, (session, record))
                .expect("written");
        }
    }

    pub(crate) fn store(&self) -> Arc<dyn Store> {
        store(self.form, self.root.path())
    }

    /// Reads the bad conversation.
    pub(crate) fn read(&self) -> Read {
        read(&*self.store(), self.form.id(false)).expect("readable")
    }

    /// Checks that the good conversation is listed and read, and gives what is said of the other.
    pub(crate) fn rest_is_read(&self) -> Option<Arc<Summary>> {
        rest_is_read(self.form, self.root.path())
    }
}

pub(crate) fn store(form: Form, root: &Path) -> Arc<dyn Store> {
    match form {
        Form::Claude => Arc::new(ClaudeStore::at(root).expect("a store")),
        Form::Codex => Arc::new(CodexStore::at(root).expect("a store")),
        Form::GooseFile | Form::GooseRows => {
            let cache = std::env::temp_dir().join("serve-web-test-copies");
            Arc::new(GooseStore::at(root).expect("a store").caching(&cache))
        }
        Form::Jp => Arc::new(JpStore::at(root, None).expect("a store")),
    }
}

/// Reads a conversation to its end.
pub(crate) fn read(store: &dyn Store, id: &str) -> Result<Read, String> {
    let id = store.resolve(id).unwrap_or_else(|| id.to_owned());
    let mut conversation = store.open(&id);
    let events = read_on(&mut *conversation)?;
    let problem = conversation.problem();
    Ok(Read { events, problem })
}

fn read_on(conversation: &mut dyn Conversation) -> Result<Vec<Event>, String> {
    let mut events = Vec::new();
    // What stands behind the last line break counts when the file rests.
    for _ in 0..2 {
        while let Some(splice) = conversation.refresh().map_err(|error| error.to_string())? {
            splice.apply(&mut events);
        }
    }
    Ok(events)
}

pub(crate) fn rest_is_read(form: Form, root: &Path) -> Option<Arc<Summary>> {
    let store = store(form, root);
    let list = store.listing().refresh().expect("a list");
    let good = store.resolve(form.id(true)).expect("an id");
    let (good, others): (Vec<_>, Vec<_>) = list.into_iter().partition(|found| found.id == good);
    assert_eq!(good.len(), 1, "{form:?}");
    assert_eq!(good[0].problem, None, "{form:?}");
    let read = read(&*store, form.id(true)).expect("readable");
    assert_eq!(read.said(), [GOOD], "{form:?}");
    assert!(others.len() < 2, "{form:?}: {others:?}");
    others.into_iter().next()
}

impl Read {
    /// What is said in it.
    pub(crate) fn said(&self) -> Vec<&str> {
        let said =
            |event: &'_ Event| event.text("content").is_some() || event.text("message").is_some();
        let events = self.events.iter().filter(|event| said(event));
        events
            .filter_map(|event| event.text("content").or(event.text("message")))
            .collect()
    }

    /// How many records could not be read.
    pub(crate) fn n_marks(&self) -> usize {
        let kinds = self.events.iter().filter_map(|event| event.text("type"));
        kinds.filter(|kind| *kind == UNREADABLE).count()
    }
}
