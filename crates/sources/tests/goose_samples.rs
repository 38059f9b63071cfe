//! Real sessions of goose, where they are at hand: `SERVE_WEB_SHARED`, by default `../shared`.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]
#![expect(
    clippy::print_stdout,
    reason = "a skipped test says so, and the counts are for reading"
)]

use conversation::{Answer, Event, Kind, View};
use serde_json::{Value, json};
use sources::{Outcomes, UNREADABLE, goose::GooseStore};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A session as it was read.
struct Session {
    sample: String,
    id: String,
    events: Vec<Event>,
    outcomes: Outcomes,
}

/// Copies of all samples, so that not even a fault of ours could touch them.
fn sessions() -> Vec<Session> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SERVE_WEB_SHARED").map_or(beside, PathBuf::from);
    let folder = shared.join("samples/goose");
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("skipped: no samples at {}", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths.iter().flat_map(|path| sessions_at(path)).collect()
}

fn sessions_at(path: &Path) -> Vec<Session> {
    let copy = tempfile::tempdir().expect("a folder");
    let sample = path
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let files = match path.is_dir() {
        true => fs::read_dir(path)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .collect(),
        false => vec![path.to_owned()],
    };
    for file in files {
        let to = copy.path().join(file.file_name().expect("a name"));
        fs::write(to, fs::read(file).expect("readable")).expect("written");
    }
    let before = listing(copy.path());
    let store = GooseStore::at(copy.path()).expect("a store");
    let list = store.listing().refresh().expect("readable");
    assert!(!list.is_empty(), "{sample}");
    let read = |summary: &std::sync::Arc<sources::Summary>| {
        assert_eq!(summary.problem, None, "{sample}");
        let mut conversation = store.open(&summary.id);
        let splice = conversation.refresh().expect("readable").expect("events");
        Session {
            sample: sample.clone(),
            id: summary.id.clone(),
            events: splice.events,
            outcomes: conversation.outcomes(),
        }
    };
    let mut sessions: Vec<_> = list.iter().map(read).collect();
    sessions.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(
        listing(copy.path()),
        before,
        "{sample}: reading leaves nothing"
    );
    sessions
}

fn listing(folder: &Path) -> Vec<(PathBuf, Vec<u8>, std::time::SystemTime)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let modified = fs::metadata(&path).and_then(|file| file.modified());
            (
                path.clone(),
                fs::read(path).expect("readable"),
                modified.expect("a time"),
            )
        })
        .collect();
    files.sort();
    files
}

impl Session {
    fn count(&self, is_counted: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| is_counted(event)).count()
    }

    fn of_kind(&self, kind: Kind) -> usize {
        self.count(|event| event.kind() == kind)
    }

    fn said(&self) -> Vec<&str> {
        self.events
            .iter()
            .filter_map(|event| event.text("message"))
            .collect()
    }

    fn asked(&self) -> Vec<&str> {
        let requests = self
            .events
            .iter()
            .filter(|event| event.kind() == Kind::ChatRequest);
        requests.filter_map(|event| event.text("content")).collect()
    }
}

#[test]
fn every_message_is_accounted_for() {
    println!(
        "sample                     session  mapped folded carried unreadable events turns calls results"
    );
    for session in sessions() {
        let Outcomes {
            mapped,
            folded,
            carried,
            unreadable,
        } = session.outcomes;
        println!(
            "{:26} {:10.10} {mapped:4} {folded:6} {carried:7} {unreadable:10} {:6} {:5} {:5} {:7}",
            session.sample,
            session.id.trim_start_matches("goose~"),
            session.events.len(),
            session.of_kind(Kind::TurnStart),
            session.of_kind(Kind::ToolCallRequest),
            session.of_kind(Kind::ToolCallResponse),
        );
        assert_eq!((carried, unreadable), (0, 0), "{}", session.id);
        assert_eq!(
            session.count(|event| event.text("type") == Some(UNREADABLE)),
            0
        );
        assert!(session.events.iter().all(|event| event.at_ms().is_some()));
        let keys: std::collections::BTreeSet<_> = session.events.iter().map(Event::key).collect();
        assert_eq!(keys.len(), session.events.len(), "keys are unique");
        if std::env::var_os("SERVE_WEB_PRINT").is_some() {
            for event in &session.events {
                let line = format!("{} {}", event.key(), json!(event.fields()));
                println!("  {line:.400}");
            }
        }
    }
}
