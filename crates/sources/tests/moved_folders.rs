//! Conversations whose folders are moved, come back, or are replaced while they are followed.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::Event;
use serde_json::json;
use sources::{
    Conversation, Store, claude::ClaudeStore, codex::CodexStore, goose::GooseStore, jp::JpStore,
};
use std::{fs, path::Path};

const THREAD: &str = "01a23000-0000-7000-8000-000000000001";

/// An agent's conversation: where its file is below the root, the folder that is moved, how its text
/// is stored, and its name.
struct Case {
    file: String,
    folder: &'static str,
    written: fn(&[&str]) -> String,
    id: &'static str,
    store: fn(&Path) -> Box<dyn Store>,
}

fn lines(record: impl Fn(&str) -> serde_json::Value, texts: &[&str]) -> String {
    texts
        .iter()
        .map(|text| record(text).to_string() + "\n")
        .collect()
}

fn cases() -> [Case; 4] {
    [
        Case {
            file: "projects/-p/s.jsonl".to_owned(),
            folder: "projects/-p",
            written: |texts| {
                lines(
                    |text| json!({"type": "user", "sessionId": "s", "message": {"content": text}}),
                    texts,
                )
            },
            id: "s",
            store: |root| Box::new(ClaudeStore::at(root).expect("a store")),
        },
        Case {
            file: format!("sessions/2026/12/01/rollout-2026-12-01T10-00-00-{THREAD}.jsonl"),
            folder: "sessions/2026/12",
            written: |texts| {
                lines(
                    |text| json!({"type": "event_msg", "payload": {"type": "agent_message", "message": text}}),
                    texts,
                )
            },
            id: THREAD,
            store: |root| Box::new(CodexStore::at(root).expect("a store")),
        },
        Case {
            file: "sessions/old.jsonl".to_owned(),
            folder: "sessions",
            written: |texts| {
                lines(
                    |text| json!({"role": "assistant", "created": 1, "content": [{"type": "text", "text": text}]}),
                    texts,
                )
            },
            id: "old",
            store: |root| Box::new(GooseStore::at(root).expect("a store")),
        },
        Case {
            file: ".jp/conversations/17800000001/events.json".to_owned(),
            folder: ".jp/conversations/17800000001",
            written: |texts| {
                let records = texts.iter().map(|text| json!({"timestamp": "2026-01-01 00:00:00.0", "type": "chat_request", "content": text}));
                json!(records.collect::<Vec<_>>()).to_string()
            },
            id: "17800000001",
            store: |root| Box::new(JpStore::at(root, None).expect("a store")),
        },
    ]
}

/// A conversation that is followed.
struct Followed {
    conversation: Box<dyn Conversation>,
    events: Vec<Event>,
}

impl Followed {
    /// What is said in it now. Nothing new is said where it cannot be read.
    fn said(&mut self) -> Vec<String> {
        for _ in 0..3 {
            while let Ok(Some(splice)) = self.conversation.refresh() {
                splice.apply(&mut self.events);
            }
        }
        let said = |event: &'_ Event| {
            event
                .text("content")
                .or(event.text("message"))
                .map(str::to_owned)
        };
        self.events.iter().filter_map(said).collect()
    }
}

#[test]
fn a_folder_that_is_moved_and_comes_back_is_read_on() {
    for case in cases() {
        let root = tempfile::tempdir().expect("a folder");
        let file = root.path().join(&case.file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, (case.written)(&["a"])).expect("written");
        let store = (case.store)(root.path());
        let id = store.resolve(case.id).expect("an id");
        let mut followed = Followed {
            conversation: store.open(&id),
            events: Vec::new(),
        };
        assert_eq!(followed.said(), ["a"], "{}", case.id);

        let (folder, away) = (root.path().join(case.folder), root.path().join("away"));
        fs::rename(&folder, &away).expect("moved");
        assert_eq!(followed.said(), ["a"], "{}: what was read stays", case.id);
        fs::rename(&away, &folder).expect("moved");
        fs::write(&file, (case.written)(&["a", "b"])).expect("written");
        assert_eq!(followed.said(), ["a", "b"], "{}", case.id);

        // Another folder takes its place, with a conversation that went on elsewhere.
        fs::rename(&folder, &away).expect("moved");
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, (case.written)(&["a", "c", "d"])).expect("written");
        assert_eq!(followed.said(), ["a", "c", "d"], "{}", case.id);
        let watched = followed.conversation.watched();
        assert!(
            watched.iter().all(|watched| watched.folder.is_dir()),
            "{}: {watched:?}",
            case.id
        );
    }
}
