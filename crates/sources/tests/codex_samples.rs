//! Real sessions of Codex CLI, where they are at hand: `SERVE_WEB_SHARED`, by default `../shared`.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]
#![expect(
    clippy::print_stdout,
    reason = "a skipped test says so, and the counts are told"
)]

use conversation::Event;
use serde_json::{Value, json};
use sources::{
    Conversation as _, Outcomes, UNREADABLE,
    codex::{CodexConversation, CodexStore},
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

fn samples() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SERVE_WEB_SHARED").map_or(beside, PathBuf::from);
    let folder = shared.join("samples/codex");
    if !folder.is_dir() {
        println!("skipped: no samples at {}", folder.display());
        return None;
    }
    Some(folder)
}

/// All sample files.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Reads a session whole.
fn read(path: &Path) -> (Vec<Event>, Outcomes) {
    let store = CodexStore::at(path).expect("a session");
    let id = store.only().expect("one session");
    let mut conversation = store.open(&id);
    let events = follow(&mut conversation);
    (events, conversation.outcomes())
}

fn follow(conversation: &mut CodexConversation) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(splice) = conversation.refresh().expect("readable") {
        splice.apply(&mut events);
    }
    events
}

fn count(events: &[Event]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for event in events {
        let kind = match event.text("type") {
            Some("chat_response") if event.text("reasoning").is_some() => "REASONING",
            Some("chat_response") => "ASSISTANT",
            Some("chat_request") => "USER",
            Some("turn_start") => "TURN",
            Some("tool_call_request") => "CALL",
            Some("tool_call_response") => "RESULT",
            Some(other) => other,
            None => "none",
        };
        *counts.entry(kind).or_default() += 1;
    }
    counts
}

#[test]
fn every_session_is_read_whole() {
    let Some(folder) = samples() else { return };
    for path in files(&folder) {
        let (events, outcomes) = read(&path);
        let text = fs::read_to_string(&path).expect("readable");
        let n_records = match path.extension().and_then(|end| end.to_str()) {
            Some("json") => {
                let whole: Value = serde_json::from_str(&text).expect("JSON");
                whole["items"].as_array().expect("items").len() + 1
            }
            _ => text.lines().filter(|line| !line.trim().is_empty()).count(),
        };
        let name = path.strip_prefix(&folder).expect("a sample").display();
        println!("{name}: {outcomes:?}\n    {:?}", count(&events));
        assert_eq!(outcomes.total(), n_records as u64, "{name}");
        assert_eq!(outcomes.unreadable, 0, "{name}");
        assert!(
            events
                .iter()
                .all(|event| event.text("type") != Some(UNREADABLE))
        );
        if std::env::var_os("SERVE_WEB_PRINT").is_some() {
            for event in &events {
                let text = json!(event).to_string();
                println!(
                    "  {} {}",
                    event.key(),
                    text.chars().take(400).collect::<String>()
                );
            }
        }
    }
}
