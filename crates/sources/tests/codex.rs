//! Codex's rollouts of every version, invented: what they become, and what a list says of them.
//!
//! `SERVE_WEB_BLESS=1` writes the expected events anew.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::{Event, Reading, View};
use serde_json::{Value, json};
use sources::{
    Conversation as _, List as _, State, Store as _, Summary,
    agents::Machine,
    codex::{CodexConversation, CodexStore},
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The name of the expected events, and the thread.
const FIXTURES: [(&str, &str); 12] = [
    ("bare-lines-2025-05", "3f1c5a10-1111-4a6b-9c2d-000000000001"),
    ("typescript-2025-04", "3f1c5a10-1111-4a6b-9c2d-000000000002"),
    ("envelope-2025-09", "3f1c5a10-1111-4a6b-9c2d-000000000003"),
    ("legacy-2026-02", "019c4700-0000-7000-8000-000000000004"),
    ("legacy-2026-05", "019e1800-0000-7000-8000-000000000005"),
    ("scripts-2026-07", "019fb000-0000-7000-8000-000000000006"),
    ("paginated-2026-11", "01a22000-0000-7000-8000-00000000000a"),
    (
        "paginated-sub-agent",
        "01a22000-0500-7000-8000-00000000000b",
    ),
    ("paginated-fork", "01a22000-2000-7000-8000-00000000000c"),
    (
        "paginated-fork-alone",
        "01a22000-3000-7000-8000-00000000000d",
    ),
    ("legacy-sub-agent", "019e1900-5000-7000-8000-000000000009"),
    (
        "taken-back-and-compacted",
        "019e7800-0000-7000-8000-00000000000e",
    ),
];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/codex")
}

fn home() -> CodexStore {
    CodexStore::at(&fixtures().join("home")).expect("a store")
}

fn read(conversation: &mut CodexConversation) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(splice) = conversation.refresh().expect("readable") {
        splice.apply(&mut events);
    }
    events
}

fn events(thread: &str) -> Vec<Event> {
    read(&mut home().open(thread))
}

/// An event a line.
fn written(events: &[Event]) -> String {
    let line = |event: &Event| json!({"key": event.key(), "event": event}).to_string();
    let lines: Vec<String> = events.iter().map(line).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// The lines of which one text has others than the other.
fn differences(expected: &str, found: &str) -> String {
    let (expected, found): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), found.lines().collect());
    let missing = expected.iter().filter(|line| !found.contains(line));
    let new = found.iter().filter(|line| !expected.contains(line));
    let missing = missing.map(|line| format!("- {line}\n"));
    missing
        .chain(new.map(|line| format!("+ {line}\n")))
        .collect()
}

#[test]
fn rollouts_of_every_version_become_these_events() {
    for (name, thread) in FIXTURES {
        let found = written(&events(thread));
        let path = fixtures().join("events").join(format!("{name}.json"));
        if std::env::var_os("SERVE_WEB_BLESS").is_some() {
            fs::write(&path, &found).expect("written");
        }
        let expected = fs::read_to_string(&path).expect("readable");
        assert!(
            found == expected,
            "{name}:\n{}",
            differences(&expected, &found)
        );
    }
}

#[test]
fn every_record_is_accounted_for() {
    let n_in = |found: &Summary| {
        let text = fs::read_to_string(&found.path).expect("readable");
        match serde_json::from_str::<Value>(&text) {
            Ok(whole) => 1 + whole["items"].as_array().expect("items").len(),
            Err(_) => text.lines().count(),
        }
    };
    let list = list();
    for (name, thread) in FIXTURES {
        let mut conversation = home().open(thread);
        read(&mut conversation);
        let outcomes = conversation.outcomes();
        let files = list.iter().filter(|found| {
            let is_history =
                name == "paginated-fork" && found.title.as_deref() == Some("Dot and weather");
            is_history || found.id.ends_with(thread)
        });
        let n_records: usize = files.map(|found| n_in(found)).sum();
        assert_eq!(outcomes.total(), n_records as u64, "{name}");
        assert_eq!(outcomes.unreadable, 0, "{name}");
    }
}

/// What the person gets.
fn told(thread: &str) -> Vec<String> {
    let told = |event: &Event| {
        let shown = View::User.project(event)?;
        let fields = shown.to_fields();
        let text = |name: &str| Some(fields.get(name)?.as_str()?.to_owned());
        let block = || {
            Some(
                fields
                    .get("content")?
                    .get(0)?
                    .get("text")?
                    .as_str()?
                    .to_owned(),
            )
        };
        text("message").or_else(|| text("content")).or_else(block)
    };
    events(thread).iter().filter_map(told).collect()
}

#[test]
fn the_person_gets_every_word_once() {
    assert_eq!(
        told("01a22000-0000-7000-8000-00000000000a"),
        [
            "What is on this picture, and how is the weather?",
            "{\"agent_id\":\"01a22000-0500-7000-8000-00000000000b\",\"nickname\":\"Ada\"}",
            "It is *sunny*.",
            "Chunk ID: 2e2bb2\nWall time: 0.0000 seconds\nProcess exited with code 1\nOriginal token count: 0\nOutput:\n",
            "A dot. It is sunny.",
        ]
    );
    assert_eq!(
        told("019e7800-0000-7000-8000-00000000000e"),
        [
            "Name a number",
            "Seven.",
            "Another",
            "Nine.",
            "A last one",
            "Twelve."
        ]
    );
    assert_eq!(
        told("019e1900-5000-7000-8000-000000000009"),
        ["Read the docs", "Read."]
    );
    assert_eq!(
        told("3f1c5a10-1111-4a6b-9c2d-000000000003"),
        [
            "Rename the function",
            "",
            "Renamed it.",
            "Wait, also in the tests"
        ]
    );
}

#[test]
fn a_fork_goes_on_where_its_history_ends() {
    let (parent, fork) = (
        events("01a22000-0000-7000-8000-00000000000a"),
        events("01a22000-2000-7000-8000-00000000000c"),
    );
    assert_eq!(fork[..parent.len()], parent);
    let store = home();
    let mut conversation = store.open("01a22000-2000-7000-8000-00000000000c");
    for event in read(&mut conversation) {
        let stored = conversation.stored(event.key()).expect("readable");
        let record: Value = serde_json::from_slice(&stored.expect("a record")).expect("JSON");
        assert!(record["ordinal"].is_u64(), "{}", event.key());
    }
}

fn list() -> Vec<Arc<Summary>> {
    home().listing().refresh().expect("readable")
}

#[test]
fn a_list_says_what_the_ends_of_files_tell() {
    let list = list();
    assert_eq!(list.len(), FIXTURES.len());
    let find = |thread: &str| {
        let id = format!("codex~{thread}");
        let found = list.iter().find(|summary| summary.id == id);
        Arc::clone(found.expect("listed"))
    };
    let weather = find("01a22000-0000-7000-8000-00000000000a");
    assert_eq!(weather.title.as_deref(), Some("Dot and weather"));
    assert_eq!(weather.workspace.as_deref(), Some("app"));
    assert_eq!(weather.cwd.as_deref(), Some("/home/someone/app"));
    assert_eq!(weather.model.as_deref(), Some("gpt-6"));
    assert_eq!(weather.last_words.as_deref(), Some("A dot. It is sunny."));
    assert_eq!(weather.state, State::Settled);
    assert_eq!(weather.parent, None);
    assert_eq!(
        weather.continue_command.as_deref(),
        Some("codex resume 01a22000-0000-7000-8000-00000000000a")
    );
    let helper = find("01a22000-0500-7000-8000-00000000000b");
    assert_eq!(helper.parent.as_deref(), Some(weather.id.as_str()));
    assert_eq!(helper.title.as_deref(), Some("Look at the weather"));
    let copied = find("019e1900-5000-7000-8000-000000000009");
    assert_eq!(copied.title.as_deref(), Some("Read the docs"));
    assert_eq!(
        copied.parent.as_deref(),
        Some("codex~019e1900-0000-7000-8000-000000000008")
    );
    let archived = find("01a22000-3000-7000-8000-00000000000d");
    assert!(archived.is_archived);
    assert_eq!(archived.state, State::Archived);
    let plan = find("019c4700-0000-7000-8000-000000000004");
    assert_eq!(plan.title.as_deref(), Some("Plan the picture"));
    assert_eq!(plan.workspace.as_deref(), Some("app"));
    let oldest = find("3f1c5a10-1111-4a6b-9c2d-000000000002");
    assert_eq!(oldest.title.as_deref(), Some("Say hello"));
    assert_eq!(oldest.last_words.as_deref(), Some("Hello!"));
    let newest: Vec<_> = list.iter().map(|summary| summary.updated_at_ms).collect();
    assert!(newest.is_sorted_by(|a, b| a >= b), "{newest:?}");
}

#[test]
fn a_conversation_says_the_same_as_the_list() {
    for summary in list() {
        let mut conversation = home().open(&summary.id);
        assert_eq!(conversation.summary().as_ref(), Some(&*summary));
        read(&mut conversation);
        assert_eq!(conversation.state(false), summary.state, "{}", summary.id);
        assert_eq!(conversation.problem(), summary.problem);
        assert_eq!(conversation.reading(), Reading::WholeTexts);
        assert_eq!(conversation.watched().len(), 1);
    }
}

#[test]
fn a_list_reads_again_only_what_changed() {
    let store = home();
    let mut list = store.listing();
    let first = list.refresh().expect("readable");
    let n_read = list.n_read();
    assert_eq!(n_read, FIXTURES.len() as u64);
    let second = list.refresh().expect("readable");
    assert_eq!(list.n_read(), n_read);
    let is_same = |(a, b): (&Arc<Summary>, &Arc<Summary>)| Arc::ptr_eq(a, b);
    assert!(first.iter().zip(&second).all(is_same));
}

#[test]
fn a_store_is_named_by_any_of_its_paths() {
    let thread = "01a22000-0000-7000-8000-00000000000a";
    let name = format!("rollout-2026-11-30T10-00-00-{thread}.jsonl");
    let file = format!("sessions/2026/11/30/{name}");
    let id = format!("codex~{thread}");
    for (path, n_listed) in [
        ("", FIXTURES.len()),
        ("sessions", FIXTURES.len() - 1),
        ("sessions/2026/11", 3),
        ("sessions/2026/11/30", 3),
        ("archived_sessions", 1),
        (file.as_str(), 1),
    ] {
        let store = CodexStore::at(&fixtures().join("home").join(path)).expect("a store");
        let list = store.listing().refresh().expect("readable");
        assert_eq!(list.len(), n_listed, "{path}");
        if n_listed != 1 || path == file {
            for spelled in [thread, &id, &name] {
                assert_eq!(store.resolve(spelled), Some(id.clone()), "{path} {spelled}");
            }
        }
        assert_eq!(store.only().is_some(), path == file);
        assert_eq!(store.resolve("codex~none"), None);
    }
    for path in [
        "../../jp",
        "home/session_index.jsonl",
        "none",
        "../../README.md",
    ] {
        assert!(CodexStore::at(&fixtures().join(path)).is_err(), "{path}");
    }
}

#[test]
fn a_history_is_found_though_only_its_fork_was_named() {
    let fork = "sessions/2026/11/30/rollout-2026-11-30T11-00-00-01a22000-2000-7000-8000-00000000000c.jsonl";
    let store = CodexStore::at(&fixtures().join("home").join(fork)).expect("a store");
    let id = store.only().expect("one");
    let found = read(&mut store.open(&id));
    assert_eq!(found, events("01a22000-2000-7000-8000-00000000000c"));
}

#[test]
fn the_store_of_this_machine_is_where_the_variables_say() {
    let home = fixtures().join("home");
    let variable = |name: &str| (name == "CODEX_HOME").then(|| home.clone().into_os_string());
    let store = CodexStore::here(&variable).expect("a store");
    assert_eq!(
        store.listing().refresh().expect("readable").len(),
        FIXTURES.len()
    );
    assert!(store.list_folders().iter().all(|folder| folder.is_dir()));
    assert!(
        store
            .list_folders()
            .iter()
            .any(|folder| folder.ends_with("2026/11/30"))
    );
    assert!(CodexStore::here(&|_| None).is_none());
    assert!(CodexStore::here(&|name| (name == "HOME").then(|| "/nowhere".into())).is_none());
}

#[test]
fn codexs_files_are_taken_for_no_other_agents() {
    let nowhere = |_: &str| None;
    let machine = Machine {
        variable: &nowhere,
        folder: Path::new("/"),
        restoration: Arc::default(),
        cache: None,
    };
    for summary in list() {
        let store = machine.store_at(&summary.path).expect("a store");
        assert_eq!(store.agent(), "codex", "{}", summary.path.display());
    }
    for folder in ["home", "home/sessions", "home/sessions/2026/11/30"] {
        let store = machine.store_at(&fixtures().join(folder)).expect("a store");
        assert_eq!(store.agent(), "codex", "{folder}");
    }
}
