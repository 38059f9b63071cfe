//! What goose never writes, or what is left of it after an accident.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod goose_support;

use goose_support::{Follow, Sessions, fixtures};
use rusqlite::Connection;
use serde_json::json;
use sources::{Conversation as _, List as _, SourceError, State, UNREADABLE, goose::GooseStore};
use std::{fs, path::Path};

fn follow_file(bytes: &[u8]) -> Follow {
    let sessions = Sessions::new();
    let path = sessions.folder.path().join("x.jsonl");
    fs::copy(fixtures().join("old/a-name.jsonl"), &path).expect("copied");
    let store = sessions.store();
    fs::write(&path, bytes).expect("written");
    // What is being written is not taken for whole.
    let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let file = fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .expect("there");
    file.set_modified(long_ago).expect("set");
    let mut follow = Follow::new(store.open("x"));
    follow.look();
    follow
}

#[test]
fn lines_of_any_kind() {
    let said = |bytes: &[u8]| {
        let follow = follow_file(bytes);
        let marks = follow
            .types()
            .into_iter()
            .filter(|kind| *kind == UNREADABLE)
            .count();
        let said: Vec<_> = follow.field("message").map(str::to_owned).collect();
        (said, marks)
    };
    let line = |text: &str| {
        format!(
            "{{\"role\":\"assistant\",\"created\":1,\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}]}}"
        )
    };
    let (a, b) = (line("a"), line("b"));
    let words = |words: &[&str]| {
        words
            .iter()
            .map(|word| (*word).to_owned())
            .collect::<Vec<_>>()
    };
    for (bytes, expected) in [
        (
            format!("\u{feff}{a}\r\n\r\n{b}\r\n").into_bytes(),
            (words(&["a", "b"]), 0),
        ),
        (format!("{a}\n{b}").into_bytes(), (words(&["a", "b"]), 0)),
        (
            format!("{a}\n{{\"role\":\n{b}\n").into_bytes(),
            (words(&["a", "b"]), 1),
        ),
        (
            format!("{a}\n[1]\n7\nnull\n{b}\n").into_bytes(),
            (words(&["a", "b"]), 3),
        ),
        (
            format!("{a}\n{}", b.get(..40).expect("long")).into_bytes(),
            (words(&["a"]), 1),
        ),
        (line("x\\ud83dy").into_bytes(), (words(&["x\u{fffd}y"]), 0)),
        (line("\\u00e9").into_bytes(), (words(&["é"]), 0)),
        (
            [line("x").into_bytes(), vec![b'\n'], line("?").into_bytes()].concat(),
            (words(&["x", "?"]), 0),
        ),
        (Vec::new(), (words(&[]), 0)),
        (b"\n \n\r\n".to_vec(), (words(&[]), 0)),
    ] {
        assert_eq!(
            said(&bytes),
            expected,
            "{}",
            String::from_utf8_lossy(&bytes)
        );
    }
    let mut broken = line("x?y").into_bytes();
    let at = broken.iter().position(|byte| *byte == b'?').expect("there");
    broken[at] = 0xff;
    assert_eq!(said(&broken), (words(&["x\u{fffd}y"]), 0));
}

#[test]
fn a_line_of_64_megabytes() {
    let long = format!(
        "{{\"role\":\"user\",\"content\":\"{}\"}}",
        "x".repeat(64 << 20)
    );
    let after = "{\"role\":\"assistant\",\"created\":1,\"content\":[{\"type\":\"text\",\"text\":\"after\"}]}";
    let follow = follow_file(format!("{long}\n{after}\n").as_bytes());
    assert_eq!(follow.types(), [UNREADABLE, "chat_response"]);
    let mark = follow.events[0].fields();
    assert_eq!(mark["bytes"], long.len());
    assert!(
        mark["stored"]
            .as_str()
            .is_some_and(|stored| stored.len() <= 4096)
    );
}

#[test]
fn a_row_of_64_megabytes() {
    let sessions = Sessions::of("v16.sql");
    let long = json!([{"type": "text", "text": "x".repeat(64 << 20)}]).to_string();
    let statement = "update messages set content_json = ?1 where message_id = 'chatcmpl-1'";
    sessions
        .connection()
        .execute(statement, [&long])
        .expect("written");
    let mut follow = sessions.open("20261001_1");
    follow.look();
    let mark = follow
        .events
        .iter()
        .find(|event| event.key().as_str() == "chatcmpl-1")
        .expect("a mark");
    assert_eq!(
        (mark.text("type"), &mark.fields()["bytes"]),
        (Some(UNREADABLE), &json!(long.len()))
    );
    assert!(follow.field("message").any(|message| message == "Goodbye."));
    assert!(sessions.store().listing().refresh().is_ok());
}

#[test]
fn values_of_other_types_in_every_column() {
    let sessions = Sessions::of("v16.sql");
    let connection = sessions.connection();
    let n_rows: i64 = connection
        .query_row(
            "select count(*) from messages where session_id = '20261001_1'",
            [],
            |row| row.get(0),
        )
        .expect("a number");
    for value in [
        "null",
        "7",
        "-1.5e300",
        "x'ff00'",
        "'\u{0}'",
        "''",
        "x''",
        "'{\"a\":'",
    ] {
        for column in [
            "message_id",
            "role",
            "content_json",
            "created_timestamp",
            "timestamp",
            "metadata_json",
        ] {
            // Some columns are not to be empty.
            let set = format!("savepoint s; update messages set {column} = {value}");
            if connection.execute_batch(&set).is_ok() {
                connection.execute_batch("release s").expect("written");
                let mut follow = sessions.open("20261001_1");
                follow.look();
                let total = follow.conversation.outcomes().total();
                assert_eq!(i64::try_from(total), Ok(n_rows), "{column} {value}");
                assert!(sessions.store().listing().refresh().is_ok());
            } else {
                connection
                    .execute_batch("rollback to s; release s")
                    .expect("undone");
            }
        }
        for column in [
            "name",
            "session_type",
            "working_dir",
            "updated_at",
            "created_at",
            "archived_at",
            "parent_session_id",
            "model_config_json",
        ] {
            let set = format!("savepoint s; update sessions set {column} = {value}");
            match connection.execute_batch(&set) {
                Ok(()) => connection.execute_batch("release s").expect("written"),
                Err(_) => connection
                    .execute_batch("rollback to s; release s")
                    .expect("undone"),
            }
            assert_eq!(
                sessions
                    .store()
                    .listing()
                    .refresh()
                    .expect("readable")
                    .len(),
                4
            );
        }
    }
}

#[test]
fn parents_in_a_circle_and_ids_that_are_all_equal() {
    let sessions = Sessions::of("v16.sql");
    sessions
        .connection()
        .execute_batch(
            "update sessions set parent_session_id = '20261001_2' where id = '20261001_1'; \
             update sessions set parent_session_id = id where id = '20261001_3'; \
             update messages set message_id = 'same', created_timestamp = 0",
        )
        .expect("written");
    let list = sessions.store().listing().refresh().expect("readable");
    assert_eq!(list.len(), 4);
    let mut follow = sessions.open("20261001_1");
    follow.look();
    let keys: std::collections::BTreeSet<_> = follow.keys().into_iter().collect();
    assert_eq!(keys.len(), follow.events.len());
}

/// Puts something in the place of the database, and gives what a list and a session say.
fn in_its_place(make: impl FnOnce(&Path)) -> (String, String) {
    let sessions = Sessions::new();
    fs::copy(
        fixtures().join("old/a-name.jsonl"),
        sessions.folder.path().join("a-name.jsonl"),
    )
    .expect("copied");
    let store = sessions.store();
    make(&sessions.database());
    let list = store.listing().refresh().expect("the old file is read");
    assert_eq!(list.len(), 2, "{list:?}");
    let broken = list
        .iter()
        .find(|summary| summary.state == State::Broken)
        .expect("said");
    let error = store.open("20261001_1").refresh().expect_err("not there");
    (broken.problem.clone().expect("why"), error.to_string())
}

/// Puts something at a path.
type Make = Box<dyn FnOnce(&Path)>;

#[test]
fn what_is_in_the_place_of_a_database_says_why_it_is_none() {
    let tables = |statements: &'static str| {
        move |path: &Path| {
            let connection = Connection::open(path).expect("a database");
            connection.execute_batch(statements).expect("written");
        }
    };
    let cases: Vec<(Make, &str)> = vec![
        (
            Box::new(|path| fs::write(path, "").expect("written")),
            "is empty",
        ),
        (
            Box::new(|path| fs::write(path, "a text that is no database").expect("written")),
            "no SQLite database",
        ),
        (
            Box::new(|path| fs::create_dir(path).expect("a folder")),
            "directory",
        ),
        (
            Box::new(tables("create table other (a)")),
            "no table messages as goose writes it",
        ),
        (
            Box::new(tables(
                "create table schema_version (version); insert into schema_version values (99); \
                create table messages (session_id, role, parts); create table sessions (id)",
            )),
            "no column content_json; it is of version 99",
        ),
    ];
    for (make, expected) in cases {
        let (listed, opened) = in_its_place(make);
        assert!(
            listed.contains(expected) && listed.contains("sessions.db"),
            "{listed}"
        );
        assert!(opened.starts_with("cannot read"), "{opened}");
    }
}

#[test]
fn a_newer_form_of_the_tables_is_read_as_far_as_it_is_known() {
    let sessions = Sessions::of("v16.sql");
    sessions
        .connection()
        .execute_batch(
            "update schema_version set version = 99; alter table messages add column later text; \
             alter table sessions add column later text; alter table sessions drop column archived_at",
        )
        .expect("written");
    assert_eq!(
        sessions
            .store()
            .listing()
            .refresh()
            .expect("readable")
            .len(),
        4
    );
    let mut follow = sessions.open("20261001_1");
    follow.look();
    assert!(follow.field("message").any(|message| message == "Goodbye."));
}

#[test]
fn what_is_nothing_of_gooses_is_not_taken_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path
    };
    let missing = folder.path().join("none");
    assert!(matches!(
        GooseStore::at(&missing),
        Err(SourceError::Io { .. })
    ));
    for path in [
        folder.path().to_owned(),
        at("notes.txt", "{}"),
        at("empty.jsonl", ""),
        at("other.db", "a text"),
        {
            let path = folder.path().join("db/sessions.db");
            fs::create_dir(folder.path().join("db")).expect("a folder");
            let connection = Connection::open(&path).expect("a database");
            connection
                .execute_batch("create table sessions (session_id, prompt)")
                .expect("written");
            path
        },
        folder.path().join("db"),
        at(
            "claude.jsonl",
            "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"x\"}}\n",
        ),
        at(
            "codex.jsonl",
            "{\"timestamp\":\"2026-01-01T00:00:00Z\",\"type\":\"session_meta\",\"payload\":{}}\n",
        ),
    ] {
        let error = GooseStore::at(&path).expect_err("nothing of goose's");
        assert!(error.to_string().contains("goose"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn links_in_a_circle() {
    let sessions = Sessions::of("v16.sql");
    let circle = sessions.folder.path().join("circle.jsonl");
    std::os::unix::fs::symlink(&circle, &circle).expect("a link");
    let up = sessions.folder.path().join("up.jsonl");
    std::os::unix::fs::symlink(sessions.folder.path(), up).expect("a link");
    assert_eq!(
        sessions
            .store()
            .listing()
            .refresh()
            .expect("readable")
            .len(),
        4
    );
    assert!(GooseStore::at(&circle).is_err());
}
