//! Stores of Claude Code for tests, and what is read of them.

#![expect(dead_code, reason = "each test file uses a part")]

use conversation::Event;
use serde_json::{Map, Value};
use sources::{
    Conversation as _,
    claude::{ClaudeConversation, ClaudeStore},
};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// Where the invented store is.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/claude")
}

/// The invented sessions and sub-agents: their ids, and where they are.
pub(crate) const SESSIONS: [(&str, &str); 9] = [
    (
        "claude~11111111-aaaa-4aaa-8aaa-000000000001",
        "-home-ada-notes/11111111-aaaa-4aaa-8aaa-000000000001.jsonl",
    ),
    (
        "claude~11111111-aaaa-4aaa-8aaa-000000000001.side-10000005-0000-4000-8000-000000000000",
        "-home-ada-notes/11111111-aaaa-4aaa-8aaa-000000000001.jsonl",
    ),
    (
        "claude~11111111-aaaa-4aaa-8aaa-000000000002",
        "-home-ada-notes/11111111-aaaa-4aaa-8aaa-000000000002.jsonl",
    ),
    (
        "claude~22222222-bbbb-4bbb-8bbb-000000000001",
        "-home-ada-shop/22222222-bbbb-4bbb-8bbb-000000000001.jsonl",
    ),
    (
        "claude~22222222-bbbb-4bbb-8bbb-000000000001.agent-a7c0ffe",
        "-home-ada-shop/agent-a7c0ffe.jsonl",
    ),
    (
        "claude~33333333-cccc-4ccc-8ccc-000000000001",
        "-home-ada-lab/33333333-cccc-4ccc-8ccc-000000000001.jsonl",
    ),
    (
        "claude~33333333-cccc-4ccc-8ccc-000000000001.agent-b10e",
        "-home-ada-lab/33333333-cccc-4ccc-8ccc-000000000001/subagents/agent-b10e.jsonl",
    ),
    (
        "claude~33333333-cccc-4ccc-8ccc-000000000001.agent-c0a7",
        "-home-ada-lab/33333333-cccc-4ccc-8ccc-000000000001/subagents/workflows/wf-1/agent-c0a7.jsonl",
    ),
    (
        "claude~44444444-dddd-4ddd-8ddd-000000000001",
        "C--Users-ada-odd/44444444-dddd-4ddd-8ddd-000000000001.jsonl",
    ),
];

/// The store of the invented sessions.
pub(crate) fn store() -> ClaudeStore {
    ClaudeStore::at(&fixtures()).expect("a store")
}

/// A folder of projects with one project.
pub(crate) struct Projects {
    pub(crate) folder: TempDir,
}

impl Projects {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(folder.path().join("projects/-p")).expect("a folder");
        Self { folder }
    }

    /// With a session that has these lines.
    pub(crate) fn of(session: &str, lines: &[u8]) -> Self {
        let projects = Self::new();
        projects.write(session, lines);
        projects
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder
            .path()
            .join("projects/-p")
            .join(format!("{name}.jsonl"))
    }

    pub(crate) fn write(&self, session: &str, lines: &[u8]) {
        let path = self.file(session);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, lines).expect("written");
    }

    pub(crate) fn store(&self) -> ClaudeStore {
        ClaudeStore::at(self.folder.path()).expect("a store")
    }

    pub(crate) fn read(&self, id: &str) -> Follow {
        Follow::read(&self.store(), id)
    }
}

/// A conversation that is followed.
pub(crate) struct Follow {
    pub(crate) conversation: ClaudeConversation,
    pub(crate) events: Vec<Event>,
}

impl Follow {
    /// One that was read to its end.
    pub(crate) fn read(store: &ClaudeStore, id: &str) -> Self {
        let mut follow = Self {
            conversation: store.conversation(id),
            events: Vec::new(),
        };
        follow.look();
        follow
    }

    /// Reads what is new, and what the last line is that has no end.
    pub(crate) fn look(&mut self) {
        let mut has_rested = false;
        loop {
            match self.conversation.refresh().expect("readable") {
                Some(splice) => {
                    splice.apply(&mut self.events);
                    has_rested = false;
                }
                None if has_rested => break,
                None => has_rested = true,
            }
        }
    }

    pub(crate) fn types(&self) -> Vec<&str> {
        let types = self.events.iter().filter_map(|event| event.text("type"));
        types.collect()
    }

    /// The texts of a field of all events that have it.
    pub(crate) fn texts<'a>(&'a self, field: &'a str) -> Vec<&'a str> {
        let texts = self.events.iter().filter_map(|event| event.text(field));
        texts.collect()
    }

    pub(crate) fn as_json(&self) -> Value {
        self.events.iter().map(as_json).collect()
    }
}

/// An event for comparison: its key with its fields.
pub(crate) fn as_json(event: &Event) -> Value {
    let mut fields = Map::new();
    fields.insert("key".to_owned(), event.key().as_str().into());
    fields.extend(event.fields().clone());
    Value::Object(fields)
}
