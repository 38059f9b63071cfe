//! Real sessions of goose, where they are at hand: `SERVE_WEB_SHARED`, by default `../shared`.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod real_samples;

use conversation::{Answer, Event, Kind};
use real_samples::sample;
use serde_json::json;
use sources::{Conversation as _, List as _, Outcomes, UNREADABLE, goose::GooseStore};
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
    let Some(folder) = sample("goose") else {
        return Vec::new();
    };
    let entries = fs::read_dir(&folder).expect("a folder");
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
        let said = self
            .events
            .iter()
            .filter(|event| event.kind() == Kind::ChatResponse(Answer::Message));
        said.filter_map(|event| event.text("message")).collect()
    }

    fn asked(&self) -> Vec<&str> {
        let asked = self
            .events
            .iter()
            .filter(|event| event.kind() == Kind::ChatRequest);
        asked.filter_map(|event| event.text("content")).collect()
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

#[test]
fn every_probe_has_its_turns_calls_and_results() {
    let sessions = sessions();
    let probes: Vec<_> = sessions
        .iter()
        .filter(|session| {
            session
                .asked()
                .first()
                .is_some_and(|asked| asked.starts_with("FIRST"))
        })
        .collect();
    assert!(
        sessions.is_empty() || probes.len() >= 8,
        "{} probes",
        probes.len()
    );
    for probe in probes {
        let reasoning = Kind::ChatResponse(Answer::Reasoning);
        let n_more = probe.asked().len() - 1;
        let n_answers = probe.count(|event| event.text("message") == Some("Second answer: **2**."));
        let resumed = probe
            .asked()
            .iter()
            .filter(|asked| asked.starts_with("SECOND"))
            .count();
        assert_eq!(n_answers, resumed, "{}", probe.sample);
        assert_eq!(
            probe.of_kind(Kind::TurnStart),
            1 + n_more,
            "{}",
            probe.sample
        );
        assert_eq!(probe.of_kind(reasoning), 2 + resumed, "{}", probe.sample);
        assert_eq!(probe.of_kind(Kind::ToolCallRequest), 4);
        assert_eq!(probe.of_kind(Kind::ToolCallResponse), 4);
        let is_error = |event: &&Event| event.is_error();
        let errors: Vec<_> = probe.events.iter().filter(is_error).collect();
        let failing = |event: &&&Event| {
            json!(event.fields())
                .to_string()
                .contains("PROBE failed on purpose")
        };
        assert_eq!(errors.iter().filter(failing).count(), 1);
        // Beside it the shell failed, where it was to.
        assert!(errors.len() <= 2, "{}", probe.sample);
        let last = probe
            .said()
            .into_iter()
            .rfind(|said| said.starts_with("All done."));
        assert!(last.is_some(), "{}", probe.sample);
    }
}

#[test]
fn the_resumed_and_the_compacted_go_on() {
    for session in sessions() {
        let expected = match (
            session.sample.as_str(),
            session.id.starts_with("goose~20261130_1-"),
        ) {
            ("lab-1.34.0-resumed", true) => 2,
            ("lab-1.52.0-compacted", true) => 3,
            _ => continue,
        };
        assert_eq!(session.of_kind(Kind::TurnStart), expected);
        assert_eq!(session.said().last(), Some(&"Second answer: **2**."));
    }
}

#[test]
fn a_note_is_for_the_person() {
    let sessions = sessions();
    let Some(session) = sessions
        .iter()
        .find(|session| session.sample == "lab-1.52-note")
    else {
        return;
    };
    let result = session
        .events
        .iter()
        .find(|event| event.kind() == Kind::ToolCallResponse);
    let content = &result.expect("a result").fields()["content"];
    // goose keeps for whom the blocks are, and drops what the text is written in.
    let expected = json!([
        {"type": "text", "text": "**Phase 1** done: 14 call sites migrated.\n\n- next: tests", "annotations": {"audience": ["user"]}},
        {"type": "text", "text": "Message shown to user.", "annotations": {"audience": ["assistant"]}},
    ]);
    assert_eq!(*content, expected);
}

#[test]
fn results_stand_behind_their_calls() {
    for session in sessions() {
        let mut open = Vec::new();
        let mut last_ms = None;
        for event in &session.events {
            let id = event.text("id").unwrap_or_default();
            match event.kind() {
                Kind::ToolCallRequest => {
                    open.push(id);
                    last_ms = event.at_ms();
                }
                Kind::ToolCallResponse => {
                    let place = open.iter().position(|call| *call == id);
                    open.remove(place.expect("a call"));
                    assert!(event.at_ms() >= last_ms, "{} {id}", session.sample);
                }
                _ => {}
            }
        }
        assert_eq!(open, [""; 0], "{} {}", session.sample, session.id);
    }
}

#[test]
fn a_delegated_task_names_its_session() {
    for session in sessions() {
        for event in &session.events {
            let called = event.text("id").unwrap_or_default();
            let is_delegated = json!(event.fields())
                .to_string()
                .contains("subagent_session_id");
            if event.kind() == Kind::ToolCallResponse && is_delegated {
                let link = event.fields()["metadata"]["serve-web/subagent"].as_str();
                let link = link.expect("an id");
                assert!(link.starts_with("goose~20261130_3-"), "{called}: {link}");
            }
        }
    }
}
