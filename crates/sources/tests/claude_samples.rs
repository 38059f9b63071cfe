//! Real sessions of Claude Code, where they are at hand: `SERVE_WEB_SHARED`, by default `../shared`.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod claude_support;
mod real_samples;

use claude_support::{Follow, Projects};
use conversation::{Answer, Event, Kind};
use real_samples::sample;
use serde_json::{Value, json};
use sources::{Conversation as _, Outcomes, Store as _, claude::ClaudeStore};
use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

/// A session as it was read.
struct Session {
    sample: String,
    n_lines: u64,
    events: Vec<Event>,
    outcomes: Outcomes,
}

/// All files of lines below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .collect();
    files.sort();
    files
}

fn session(samples: &Path, path: &Path) -> Session {
    let bytes = fs::read(path).expect("readable");
    let lines = bytes.split(|b| *b == b'\n');
    let n_lines = lines.filter(|line| !line.trim_ascii().is_empty()).count() as u64;
    let follow = match ClaudeStore::at(path) {
        Ok(store) => Follow::read(&store, &store.only().expect("one")),
        // One is no session at all, but may lie among them.
        Err(_) => Projects::of("s", &bytes).read("s"),
    };
    let sample = path
        .strip_prefix(samples)
        .expect("below")
        .display()
        .to_string();
    Session {
        sample,
        n_lines,
        outcomes: follow.conversation.outcomes(),
        events: follow.events,
    }
}

fn sessions() -> Vec<Session> {
    let Some(samples) = sample("claude") else {
        return Vec::new();
    };
    let files = files(&samples);
    files.iter().map(|path| session(&samples, path)).collect()
}

impl Session {
    fn count(&self, kind: Kind) -> usize {
        let is_kind = |event: &&Event| event.kind() == kind;
        self.events.iter().filter(is_kind).count()
    }

    fn texts<'a>(&'a self, kind: Kind, field: &'a str) -> Vec<&'a str> {
        let is_kind = move |event: &&Event| event.kind() == kind;
        let events = self.events.iter().filter(is_kind);
        events.filter_map(|event| event.text(field)).collect()
    }

    fn counts(&self) -> [usize; 6] {
        [
            Kind::TurnStart,
            Kind::ChatRequest,
            Kind::ChatResponse(Answer::Message),
            Kind::ChatResponse(Answer::Reasoning),
            Kind::ToolCallRequest,
            Kind::ToolCallResponse,
        ]
        .map(|kind| self.count(kind))
    }
}

#[test]
fn every_record_of_every_sample_is_accounted_for() {
    for session in sessions() {
        let Outcomes {
            mapped,
            folded,
            carried,
            unreadable,
        } = session.outcomes;
        let [turns, user, assistant, reasoning, calls, results] = session.counts();
        println!(
            "{:60} lines {:5} = {mapped:5} mapped + {folded:4} folded + {carried:4} carried + {unreadable:4} unreadable; {turns:3} turns {user:3} user {assistant:4} assistant {reasoning:4} reasoning {calls:4} calls {results:4} results",
            session.sample, session.n_lines
        );
        assert_eq!(
            session.outcomes.total(),
            session.n_lines,
            "{}",
            session.sample
        );
        let keys: HashSet<_> = session.events.iter().map(Event::key).collect();
        assert_eq!(
            keys.len(),
            session.events.len(),
            "{}: keys are unique",
            session.sample
        );
    }
}

#[test]
fn nothing_of_the_host_is_the_persons() {
    for session in sessions() {
        for text in session.texts(Kind::ChatRequest, "content") {
            let is_wrapped = [
                "<system-reminder",
                "<command-",
                "<local-command",
                "<task-notification",
                "<ide_",
                "<bash-",
                "Caveat:",
                "[Request interrupted",
                "Base directory for this skill",
            ]
            .iter()
            .any(|mark| text.trim_start().starts_with(mark));
            assert!(!is_wrapped, "{}: {text}", session.sample);
        }
        // Nobody went back in any of these.
        let is_mark = |event: &Event| event.text("type") == Some("claude/rewound");
        assert!(!session.events.iter().any(is_mark), "{}", session.sample);
        assert!(
            session.count(Kind::TurnStart) <= session.count(Kind::ChatRequest),
            "{}",
            session.sample
        );
    }
}

#[test]
fn every_turn_call_and_result_is_as_in_the_file() {
    for session in sessions()
        .iter()
        .filter(|session| session.sample.starts_with("lab"))
    {
        let expected = match session.sample.as_str() {
            "lab-2.1.332/first.jsonl" => [1, 1, 2, 1, 3, 3],
            "lab-2.1.332/note.jsonl" => [1, 1, 1, 1, 1, 1],
            other => panic!("{other} is new"),
        };
        assert_eq!(session.counts(), expected, "{}", session.sample);
    }
    for session in sessions()
        .iter()
        .filter(|session| session.sample.ends_with("first.jsonl"))
    {
        let errors = session
            .events
            .iter()
            .filter(|event| event.is_error())
            .count();
        assert_eq!(errors, 1);
        let said = session.texts(Kind::ChatResponse(Answer::Message), "message");
        assert!(
            said.last()
                .is_some_and(|text| text.starts_with("All done."))
        );
        let structured: Vec<_> = session
            .events
            .iter()
            .filter_map(|event| event.fields().get("structuredContent"))
            .collect();
        assert_eq!(
            structured,
            [
                &json!({"answer": 42, "list": [1, 2, 3]}),
                &json!({"celsius": 21.5, "place": "Lab"})
            ]
        );
    }
}

#[test]
fn a_note_is_told_to_the_person() {
    let Some(samples) = sample("claude") else {
        return;
    };
    let note = session(&samples, &samples.join("lab-2.1.332/note.jsonl"));
    let is_result = |event: &&Event| event.kind() == Kind::ToolCallResponse;
    let result = note.events.iter().find(is_result).expect("a result");
    let expected: Value = json!([
        {"type": "text", "text": "**Phase 1** done: 14 call sites migrated.\n\n- next: tests", "mimeType": "text/markdown", "annotations": {"audience": ["user"]}},
        {"type": "text", "text": "Message shown to user.", "annotations": {"audience": ["assistant"]}},
    ]);
    assert_eq!(result.fields().get("content"), Some(&expected));
    let restored = result
        .fields()
        .get("metadata")
        .map(|metadata| &metadata["serve-web/restored"]);
    assert_eq!(restored, Some(&json!("call")));
}

#[test]
fn sub_agents_of_the_samples_are_found() {
    let Some(samples) = sample("claude") else {
        return;
    };
    let mut links = BTreeMap::new();
    for folder in ["vscode-copilot-chat", "ccviewer", "agent-sessions/subagent"] {
        let store = ClaudeStore::at(&samples.join(folder)).expect("a store");
        for summary in store.listing().refresh().expect("readable") {
            let follow = Follow::read(&store, &summary.id);
            let link = |event: &Event| {
                let metadata = event.fields().get("metadata")?;
                metadata["serve-web/subagent"].as_str().map(str::to_owned)
            };
            for link in follow.events.iter().filter_map(link) {
                let agent = Follow::read(&store, &link);
                assert!(!agent.texts("author").is_empty(), "{link}");
                let parent = store
                    .conversation(&link)
                    .summary()
                    .and_then(|summary| summary.parent);
                assert_eq!(parent.as_deref(), Some(summary.id.as_str()));
                links.insert(link, agent.events.len());
            }
        }
    }
    println!("{links:#?}");
    assert_eq!(links.len(), 12);
}

#[test]
fn a_copied_session_is_listed_once() {
    let Some(samples) = sample("claude") else {
        return;
    };
    let store = ClaudeStore::at(&samples.join("vscode-copilot-chat")).expect("a store");
    let listed = store.listing().refresh().expect("readable");
    let has = |id: &str| {
        listed
            .iter()
            .any(|summary| summary.id == format!("claude~{id}"))
    };
    assert!(has("b02ed4d8-1f00-45cc-949f-3ea63b2dbde2"));
    assert!(!has("c8bcb3a7-8728-4d76-9aae-1cbaf2350114"));
}
