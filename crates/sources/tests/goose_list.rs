//! The list of goose's sessions.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod goose_support;

use goose_support::{Sessions, fixtures};
use sources::{Conversation as _, List as _, State, Summary, goose::GooseStore};
use std::{fs, sync::Arc, thread::sleep, time::Duration};

fn named<'a>(list: &'a [Arc<Summary>], native: &str) -> &'a Summary {
    let is_named = |summary: &&Arc<Summary>| summary.id.starts_with(&format!("goose~{native}-"));
    list.iter()
        .find(is_named)
        .unwrap_or_else(|| panic!("no {native}"))
}

#[test]
fn a_list_says_what_a_row_and_the_last_messages_say() {
    let sessions = Sessions::of("v16.sql");
    let list = sessions.store().listing().refresh().expect("readable");
    let order: Vec<_> = list
        .iter()
        .map(|summary| summary.id.get(6..16).expect("an id"))
        .collect();
    assert_eq!(
        order,
        ["20261001_3", "20261001_2", "20261001_1", "20261001_4"]
    );
    let main = named(&list, "20261001_1");
    let expected = Summary {
        id: main.id.clone(),
        title: Some("Look at a photo".to_owned()),
        agent: "goose",
        workspace: Some("photos".to_owned()),
        cwd: Some("/home/ada/photos".to_owned()),
        model: Some("large-model".to_owned()),
        continue_command: Some("goose session --resume --session-id 20261001_1".to_owned()),
        updated_at_ms: Some(1_790_848_810_000),
        bytes: main.bytes,
        last_words: Some("Goodbye.".to_owned()),
        path: sessions.database().canonicalize().expect("there"),
        ..Summary::default()
    };
    assert_eq!(*main, expected);
    assert!(main.bytes > 2000, "{}", main.bytes);
    let sub = named(&list, "20261001_2");
    assert_eq!(sub.parent.as_ref(), Some(&main.id));
    assert_eq!(
        sub.labels.get("type").map(String::as_str),
        Some("sub_agent")
    );
    let away = named(&list, "20261001_4");
    assert_eq!((away.state, away.is_archived), (State::Archived, true));
    assert_eq!(away.labels.get("type").map(String::as_str), Some("gateway"));
}

#[test]
fn older_tables_are_listed_too() {
    for (fixture, native, title, words) in [
        ("v1.sql", "20250920_1", "Count the birds", "Seven."),
        ("v13.sql", "20260301_1", "Ask a helper", "It is 7."),
    ] {
        let sessions = Sessions::of(fixture);
        let list = sessions.store().listing().refresh().expect("readable");
        let summary = named(&list, native);
        assert_eq!(summary.title.as_deref(), Some(title));
        assert_eq!(summary.last_words.as_deref(), Some(words));
        assert_eq!(summary.state, State::Settled);
    }
}

#[test]
fn an_opened_session_says_the_same_as_the_list() {
    let sessions = Sessions::of("v16.sql");
    for summary in sessions.store().listing().refresh().expect("readable") {
        let mut follow = sessions.open(&summary.id);
        follow.look();
        assert_eq!(follow.conversation.summary().as_ref(), Some(&*summary));
    }
}

#[test]
fn a_second_look_reads_only_what_has_changed() {
    let sessions = Sessions::of("v16.sql");
    let connection = sessions.connection();
    let mut list = sessions.store().listing();
    assert_eq!(list.refresh().expect("readable").len(), 4);
    assert_eq!(list.n_read(), 4);
    sleep(Duration::from_millis(150));
    list.refresh().expect("readable");
    let n_looks = list.n_looks();
    list.refresh().expect("readable");
    assert_eq!(
        (list.n_read(), list.n_looks()),
        (4, n_looks),
        "not even looked into"
    );
    connection
        .execute_batch("insert into messages (session_id, role, content_json, created_timestamp) values ('20261001_2', 'assistant', '[{\"type\":\"text\",\"text\":\"Words\"}]', 1790900000)")
        .expect("written");
    let all = list.refresh().expect("readable");
    assert_eq!(list.n_read(), 5);
    assert_eq!(all[0].last_words.as_deref(), Some("Words"));
    connection
        .execute_batch("update sessions set name = 'Another name' where id = '20261001_4'")
        .expect("written");
    let all = list.refresh().expect("readable");
    assert_eq!(
        named(&all, "20261001_4").title.as_deref(),
        Some("Another name")
    );
    connection
        .execute_batch("delete from messages where session_id = '20261001_4'; delete from sessions where id = '20261001_4'")
        .expect("written");
    assert_eq!(list.refresh().expect("readable").len(), 3);
    assert_eq!(list.n_read(), 6);
}

#[test]
fn a_session_that_is_answered_now_is_running() {
    let sessions = Sessions::of("v16.sql");
    let connection = sessions.connection();
    connection
        .execute_batch("insert into messages (session_id, role, content_json, created_timestamp, metadata_json) values \
            ('20261001_1', 'user', '[{\"type\":\"text\",\"text\":\"And now?\"}]', unixepoch(), null), \
            ('20261001_1', 'user', '[{\"type\":\"text\",\"text\":\"<turn-context>\"}]', unixepoch(), '{\"userVisible\":false}')")
        .expect("written");
    let state = || {
        named(
            &sessions.store().listing().refresh().expect("readable"),
            "20261001_1",
        )
        .state
    };
    assert_eq!(state(), State::Running);
    let mut follow = sessions.open("20261001_1");
    follow.look();
    assert_eq!(follow.conversation.state(false), State::Running);
    drop(connection);
    assert_eq!(
        (state(), follow.conversation.state(false)),
        (State::Settled, State::Settled)
    );
}

#[test]
fn old_files_stand_beside_the_database_that_took_some_over() {
    let sessions = Sessions::of("v1.sql");
    let old = fixtures().join("old");
    for (name, to) in [
        ("20250724_101500", "20250724_101500"),
        ("a-name", "20250920_1"),
        ("a-name", "a name"),
    ] {
        let copy = sessions.folder.path().join(format!("{to}.jsonl"));
        fs::copy(old.join(format!("{name}.jsonl")), copy).expect("copied");
    }
    fs::create_dir(sessions.folder.path().join("a folder.jsonl")).expect("a folder");
    let list = sessions.store().listing().refresh().expect("readable");
    let mut titles: Vec<_> = list
        .iter()
        .map(|summary| summary.title.as_deref())
        .collect();
    titles.sort_unstable();
    assert_eq!(
        titles,
        [None, Some("Count the birds"), Some("Feed the birds")]
    );
    let birds = named(&list, "20250724_101500");
    assert_eq!(birds.last_words.as_deref(), Some("Insects, most of all."));
    assert_eq!(birds.workspace.as_deref(), Some("birds"));
    let command = birds.continue_command.as_deref().expect("a command");
    assert!(
        command.starts_with("goose session --resume --path /"),
        "{command}"
    );
    // The id of a name that cannot stand in a URL leads to it.
    let odd = list
        .iter()
        .find(|summary| summary.title.is_none())
        .expect("there");
    let mut follow = sessions.open(&odd.id);
    follow.look();
    assert_eq!(
        follow.types(),
        ["turn_start", "chat_request", "chat_response"]
    );
    assert_eq!(sessions.store().resolve("a name").as_ref(), Some(&odd.id));
}

#[test]
fn one_file_is_a_list_of_one() {
    let store = GooseStore::at(&fixtures().join("old/a-name.jsonl")).expect("a store");
    let list = store.listing().refresh().expect("readable");
    assert_eq!(list.len(), 1);
    assert_eq!(store.path(), list[0].path);
    let sessions = Sessions::of("v1.sql");
    fs::copy(
        fixtures().join("old/a-name.jsonl"),
        sessions.folder.path().join("a-name.jsonl"),
    )
    .expect("copied");
    let store = GooseStore::at(&sessions.database()).expect("a store");
    assert_eq!(
        store.listing().refresh().expect("readable").len(),
        1,
        "the database alone"
    );
}
