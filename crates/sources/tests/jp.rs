//! JP's store, read from the invented workspace in `fixtures/jp`.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::{Event, View};
use sources::{Conversation as _, List as _, State, jp::JpStore};
use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/jp/workspace")
}

fn read(id: &str) -> Vec<Event> {
    let store = JpStore::at(&workspace(), None).expect("the fixture");
    let id = store.resolve(id).expect("the conversation");
    store
        .open(id)
        .refresh()
        .expect("readable")
        .expect("something new")
        .events
}

fn keys(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.key().as_str()).collect()
}

#[test]
fn the_list_has_all_conversations_the_last_active_first() {
    let list = JpStore::at(&workspace(), None)
        .expect("the fixture")
        .list()
        .expect("readable");
    // A conversation without readable metadata has the time of its file, which is that of the
    // checkout.
    let dated = list.iter().filter(|s| s.title.is_some());
    let told: Vec<_> = dated
        .map(|s| (s.id.as_str(), s.title.as_deref(), s.state))
        .collect();
    assert_eq!(
        told[..2],
        [
            (
                "jp~c17800000001-fix01",
                Some("A note in the middle"),
                State::Settled
            ),
            ("jp~c17700000002-fix01", Some("Every kind"), State::Settled),
        ]
    );
    let archived = told.iter().find(|(id, ..)| *id == "jp~c17600000003-fix01");
    assert_eq!(archived.map(|told| told.2), Some(State::Archived));
    let broken = list
        .iter()
        .find(|s| s.id == "jp~c17500000007-fix01")
        .expect("listed");
    assert_eq!(broken.state, State::Broken);
    let problem = broken.problem.as_deref().unwrap_or_default();
    assert!(
        problem.contains("metadata.json cannot be read"),
        "{problem}"
    );
    assert_eq!(list.len(), 7);
}

#[test]
fn what_jp_encodes_is_decoded_once() {
    let events = read("17800000001");
    let arguments = &events[3].fields()["arguments"];
    assert_eq!(
        arguments.to_string(),
        r#"{"pattern":"old_name","limit":20,"paths":["src","tests"]}"#
    );
    let content = events[4].text("content").expect("a string");
    assert!(content.starts_with("src/lib.rs:3: old_name()\n"));
    let rendered = &events[7].fields()["metadata"]["rendered_arguments"];
    assert_eq!(rendered, "G1szMm0rbmV3X25hbWUoKRtbMzlt");
}

#[test]
fn keys_are_ids_or_times() {
    let events = read("17800000001");
    assert_eq!(
        keys(&events)[..4],
        [
            "a1b2c3d",
            "a1b2c3e",
            "20260529194240.0-chat_response".replace('.', "").as_str(),
            "202605291942411-tool_call_request",
        ]
    );
}

#[test]
fn equal_records_have_keys_of_their_own() {
    let events = read("17700000002");
    let keys = keys(&events);
    assert_eq!(
        keys[7..9],
        [
            "202601021000070-turn_start",
            "202601021000070-turn_start.r1"
        ]
    );
    assert!(
        keys[13].starts_with("x-"),
        "a record without a time: {}",
        keys[13]
    );
}

#[test]
fn every_kind_is_carried_whole() {
    let events = read("17700000002");
    let path = workspace().join(".jp/conversations/17700000002-every-kind/events.json");
    let stored: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the file")).expect("JSON");
    assert_eq!(serde_json::to_value(&events).expect("JSON"), stored);
}

#[test]
fn the_user_view_of_a_note_in_the_middle() {
    let events = read("17800000001");
    let shown = events.iter().filter_map(|event| View::User.project(event));
    let told: Vec<String> = shown
        .map(|event| {
            let fields = event.to_fields();
            format!(
                "{} {}",
                fields["type"].as_str().unwrap_or_default(),
                fields.len()
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "turn_start 3",
            "chat_request 5",
            "tool_call_response 5",
            "tool_call_response 5",
            "tool_call_response 5",
            "chat_response 3",
            "chat_response 3",
        ]
    );
}

#[test]
fn a_file_that_is_cut_off_shows_what_is_before_the_cut() {
    let store = JpStore::at(&workspace(), None).expect("the fixture");
    let mut conversation = store.open(store.resolve("17500000004").expect("listed"));
    let events = conversation
        .refresh()
        .expect("readable")
        .expect("new")
        .events;
    assert_eq!(
        events
            .iter()
            .filter_map(|e| e.text("content"))
            .collect::<Vec<_>>(),
        ["Still here."]
    );
    let summary = conversation.summary().expect("it is there");
    assert_eq!(summary.state, State::Broken);
    let problem = summary.problem.unwrap_or_default();
    assert!(
        problem.contains("ends in the middle of event 2, at byte"),
        "{problem}"
    );
}

#[test]
fn a_file_that_is_no_list_says_so() {
    let store = JpStore::at(&workspace(), None).expect("the fixture");
    let mut conversation = store.open(store.resolve("17500000005").expect("listed"));
    assert_eq!(
        conversation
            .refresh()
            .expect("readable")
            .expect("new")
            .events,
        []
    );
    let problem = conversation
        .summary()
        .and_then(|s| s.problem)
        .unwrap_or_default();
    assert!(
        problem.contains("is not a list of events: it begins with \"{\\\"events\\\": []}\""),
        "{problem}"
    );
}

#[test]
fn a_bad_record_is_a_mark_and_the_rest_is_read() {
    let events = read("17500000006");
    let told: Vec<_> = events
        .iter()
        .map(|e| {
            e.text("content")
                .or(e.text("message"))
                .or(e.text("problem"))
                .unwrap_or_default()
        })
        .collect();
    assert_eq!(
        told,
        [
            "Before.",
            "a number is no object",
            "half a pair: \u{fffd}",
            "expected ident at line 1 column 16",
            "After.",
        ]
    );
    assert!(
        events
            .iter()
            .filter(|e| e.text("type") == Some(sources::UNREADABLE))
            .count()
            == 2
    );
}

#[test]
fn paths_that_name_the_store() {
    let conversations = workspace().join(".jp/conversations");
    for path in [workspace(), workspace().join(".jp"), conversations.clone()] {
        assert_eq!(
            JpStore::at(&path, None)
                .expect("a store")
                .list()
                .expect("readable")
                .len(),
            7
        );
    }
    for (folder, id) in [
        ("17700000002-every-kind", "jp~c17700000002-fix01"),
        (".archive/17600000003-put-away", "jp~c17600000003-fix01"),
    ] {
        let one = JpStore::at(&conversations.join(folder), None).expect("a store");
        let list = one.list().expect("readable");
        assert_eq!(list.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(), [id]);
    }
    let below = JpStore::nearest(&conversations, None).expect("the workspace above");
    assert_eq!(
        below.path().canonicalize().expect("there"),
        conversations.canonicalize().expect("there")
    );
}

#[test]
fn paths_that_name_none_say_what_to_do() {
    let empty = tempfile::tempdir().expect("a folder");
    for (path, words) in [
        (
            empty.path().to_owned(),
            "holds no conversations: name a JP workspace",
        ),
        (empty.path().join("missing"), "there is nothing at"),
        (workspace().join(".jp/.id"), "holds no conversations"),
    ] {
        let error = JpStore::at(&path, None).expect_err("no store").to_string();
        assert!(
            error.contains(words)
                && error.contains(&*path.file_name().expect("a name").to_string_lossy()),
            "{error}"
        );
    }
    let error = JpStore::nearest(empty.path(), None)
        .expect_err("no workspace")
        .to_string();
    assert!(error.contains("no JP workspace at or above"), "{error}");
}

#[test]
fn the_list_has_the_last_words_from_their_first_piece_on() {
    let list = JpStore::at(&workspace(), None)
        .expect("the fixture")
        .list()
        .expect("readable");
    let words = |id: &str| {
        let summary = list
            .iter()
            .find(|summary| summary.id.contains(id))
            .expect("listed");
        summary.last_words.clone()
    };
    assert_eq!(
        words("17800000001").as_deref(),
        Some("Two places are moved, the third file is read-only: src/lib.rs src/main.rs")
    );
    assert_eq!(words("17500000005"), None);
}

#[test]
fn a_list_that_is_read_again_reads_only_what_has_changed() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = |n: u64| {
        root.path()
            .join(format!(".jp/conversations/{}", 17_800_000_000 + n))
    };
    let write = |n: u64, title: &str| {
        std::fs::write(
            folder(n).join("metadata.json"),
            format!("{{\"title\":\"{title}\"}}"),
        )
        .expect("written");
    };
    for n in 0..1200 {
        std::fs::create_dir_all(folder(n)).expect("a folder");
        std::fs::write(folder(n).join("events.json"), "[]").expect("written");
        write(n, "first");
    }
    let mut list = JpStore::at(root.path(), None).expect("a store").listing();
    assert_eq!(list.refresh().expect("readable").len(), 1200);
    assert_eq!(list.n_read(), 1200);
    write(7, "another");
    let again = list.refresh().expect("readable");
    assert_eq!(list.n_read(), 1201);
    let titled = again
        .iter()
        .filter(|summary| summary.title.as_deref() == Some("another"));
    assert_eq!(titled.count(), 1);
}
