//! What invented sessions of goose are as events: `fixtures/goose`. `SERVE_WEB_BLESS=1` writes what
//! is expected anew.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod goose_support;

use conversation::{EventKey, Kind, View};
use goose_support::{Follow, Sessions, as_json, fixtures};
use serde_json::{Value, json};
use sources::{Conversation as _, List as _, Outcomes, State, goose::GooseStore};
use std::{ffi::OsString, fs};

/// Compares the events of a session with those that stand beside the fixture.
fn check(fixture: &str, session: &str, follow: &mut Follow, outcomes: [u64; 4]) {
    follow.look();
    let path = fixtures().join(format!("{fixture}.{session}.json"));
    let mark = follow.conversation.summary().expect("there").id;
    let mark = mark.rsplit('-').next().expect("a mark");
    let read = serde_json::to_string_pretty(&as_json(&follow.events)).expect("JSON") + "\n";
    let read = read.replace(&format!("-{mark}\""), "-MARK\"");
    if std::env::var_os("SERVE_WEB_BLESS").is_some() {
        fs::write(&path, &read).expect("written");
    }
    let expected = fs::read_to_string(&path).expect("what is expected");
    let differs = read
        .lines()
        .zip(expected.lines())
        .position(|(read, expected)| read != expected);
    let around = |text: &str| {
        let from = differs.unwrap_or(0).saturating_sub(8);
        text.lines()
            .skip(from)
            .take(16)
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert!(
        read == expected,
        "{}:\n{}\n\nread:\n{}",
        path.display(),
        around(&expected),
        around(&read)
    );
    let [mapped, folded, carried, unreadable] = outcomes;
    let expected = Outcomes {
        mapped,
        folded,
        carried,
        unreadable,
    };
    assert_eq!(follow.conversation.outcomes(), expected);
}

fn check_rows(fixture: &str, session: &str, outcomes: [u64; 4]) {
    let sessions = Sessions::of(&format!("{fixture}.sql"));
    check(fixture, session, &mut sessions.open(session), outcomes);
}

#[test]
fn the_first_form_of_the_tables() {
    check_rows("v1", "20250920_1", [7, 0, 1, 0]);
}

#[test]
fn texts_and_calls_in_messages_of_their_own() {
    check_rows("v13", "20260301_1", [5, 0, 0, 0]);
    check_rows("v13", "20260301_2", [2, 0, 0, 0]);
}

#[test]
fn every_kind_of_block() {
    check_rows("v16", "20261001_1", [11, 0, 3, 1]);
    check_rows("v16", "20261001_2", [2, 0, 0, 0]);
    check_rows("v16", "20261001_3", [3, 0, 0, 0]);
}

#[test]
fn old_files() {
    for (name, outcomes) in [("20250724_101500", [4, 1, 0, 0]), ("a-name", [2, 0, 0, 0])] {
        let path = fixtures().join("old").join(format!("{name}.jsonl"));
        let store = GooseStore::at(&path).expect("a store");
        let id = store.resolve(name).expect("the only session");
        check("old", name, &mut Follow::new(store.open(&id)), outcomes);
    }
}

#[test]
fn nothing_that_is_hidden_reaches_the_person() {
    let sessions = Sessions::of("v16.sql");
    let mut follow = sessions.open("20261001_1");
    follow.look();
    let shown: Vec<Value> = follow
        .events
        .iter()
        .filter_map(|event| View::User.project(event))
        .map(|shown| Value::Object(shown.to_fields()))
        .collect();
    let shown = json!(shown).to_string();
    for hidden in [
        "HIDDEN",
        "turn-context",
        "A summary for the model",
        "For the model alone",
        "was shrunk",
        "Be kind",
        "wren 0.93",
        "A bird, I think",
        "c2VjcmV0",
        "thoughtSignature",
    ] {
        assert!(!shown.contains(hidden), "{hidden}");
    }
    for told in [
        "What is this?",
        "A **wren**.",
        "Only the small one, please",
        "A wren.",
        "Goodbye.",
    ] {
        assert!(shown.contains(told), "{told}");
    }
}

#[test]
fn a_record_is_given_as_it_is_stored() {
    let sessions = Sessions::of("v16.sql");
    let mut follow = sessions.open("20261001_1");
    follow.look();
    let stored = |key: &str| {
        let stored = follow
            .conversation
            .stored(&EventKey::from_native(key))
            .expect("readable");
        stored.map(|bytes| serde_json::from_slice::<Value>(&bytes).expect("JSON"))
    };
    let row = stored("chatcmpl-1.b2").expect("a row");
    assert_eq!(
        (&row["message_id"], &row["role"]),
        (&json!("chatcmpl-1"), &json!("assistant"))
    );
    assert_eq!(row["content_json"][0]["data"], "c2VjcmV0");
    assert_eq!(row["metadata_json"]["usage"]["cost"], 0.01);
    assert_eq!(
        stored("msg_10").expect("a row")["content_json"],
        "[{\"type\":\"text\",\"text\":"
    );
    assert_eq!(stored("none"), None);
}

#[test]
fn a_session_that_asks_waits() {
    let sessions = Sessions::of("v16.sql");
    let mut follow = sessions.open("20261001_3");
    follow.look();
    let last = follow.events.last().expect("events");
    assert_eq!(last.kind(), Kind::InquiryRequest);
    // Of long ago: whoever asked has gone.
    assert_eq!(follow.conversation.state(true), State::Settled);
    let now = "update messages set created_timestamp = unixepoch() where message_id = 'msg_31'";
    sessions.connection().execute_batch(now).expect("written");
    assert!(follow.look());
    assert_eq!(follow.conversation.state(true), State::Waiting);
    let list = sessions.store().listing().refresh().expect("readable");
    assert_eq!(list[0].state, State::Waiting);
    sessions
        .connection()
        .execute_batch("insert into messages (message_id, session_id, role, content_json, created_timestamp) values ('msg_32', '20261001_3', 'user', '[{\"type\":\"toolResponse\",\"id\":\"c1\",\"toolResult\":{\"status\":\"success\",\"value\":{\"content\":[]}}}]', 1790852410)")
        .expect("written");
    assert!(follow.look());
    assert_eq!(follow.conversation.state(false), State::Settled);
}

#[test]
fn a_session_is_found_by_its_names() {
    let sessions = Sessions::of("v16.sql");
    let store = sessions.store();
    let id = store.resolve("20261001_1").expect("there");
    assert!(id.starts_with("goose~20261001_1-"), "{id}");
    for spelled in [id.as_str(), "goose~20261001_1"] {
        assert_eq!(store.resolve(spelled).as_ref(), Some(&id));
    }
    for spelled in [
        "20261001_9",
        "goose~20261001_1-000000",
        "jp~20261001_1",
        "",
        "'; drop table messages; --",
    ] {
        assert_eq!(store.resolve(spelled), None, "{spelled}");
    }
    // The same store, however it is named.
    for path in [
        sessions.database(),
        sessions
            .folder
            .path()
            .join("../")
            .join(sessions.folder.path().file_name().expect("a name")),
    ] {
        let store = GooseStore::at(&path).expect("a store");
        assert_eq!(store.resolve("20261001_1").as_ref(), Some(&id));
    }
}

#[test]
fn the_environment_says_where_sessions_are() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("data/sessions");
    let variable = |name: &str| (name == "GOOSE_PATH_ROOT").then(|| OsString::from(root.path()));
    assert!(GooseStore::here(&variable).is_none());
    fs::create_dir_all(&folder).expect("a folder");
    let store = GooseStore::here(&variable).expect("a store");
    assert_eq!(store.path(), folder.canonicalize().expect("there"));
    assert_eq!(store.listing().refresh().expect("readable").len(), 0);
}
