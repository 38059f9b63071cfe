//! What Codex's database says of threads, and what is left where it cannot be read.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use rusqlite::Connection;
use sources::{
    Conversation as _, List as _, State, Store as _, Summary,
    codex::{CodexList, CodexStore},
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    thread::sleep,
    time::Duration,
};
use tempfile::TempDir;

const DOT: &str = "codex~01a22000-0000-7000-8000-00000000000a";
const FORK: &str = "codex~01a22000-2000-7000-8000-00000000000c";
const DOCS: &str = "codex~019e1800-0000-7000-8000-000000000005";
const NUMBERS: &str = "codex~019e7800-0000-7000-8000-00000000000e";
const BACK: &str = "codex~019c4700-0000-7000-8000-000000000004";
const OLDEST: &str = "codex~3f1c5a10-1111-4a6b-9c2d-000000000001";

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/codex")
}

/// Codex's folder with the invented rollouts.
fn home() -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    copy(&fixtures().join("home"), home.path());
    home
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).expect("copied")),
        }
    }
}

/// Makes the invented database.
fn database(path: &Path) -> Connection {
    let connection = Connection::open(path).expect("a database");
    let sql = fs::read_to_string(fixtures().join("state_5.sql")).expect("readable");
    let sql = format!("pragma journal_mode = wal; begin; {sql} commit;");
    connection.execute_batch(&sql).expect("written");
    connection
}

fn store(home: &TempDir) -> CodexStore {
    CodexStore::at(home.path()).expect("a store")
}

fn list(home: &TempDir) -> Vec<Arc<Summary>> {
    store(home).listing().refresh().expect("readable")
}

fn of<'a>(list: &'a [Arc<Summary>], id: &str) -> &'a Summary {
    list.iter()
        .find(|summary| summary.id == id)
        .expect("listed")
}

fn title<'a>(list: &'a [Arc<Summary>], id: &str) -> Option<&'a str> {
    of(list, id).title.as_deref()
}

#[test]
fn names_are_found_as_codex_finds_them() {
    let home = home();
    let without = list(&home);
    drop(database(&home.path().join("state_5.sqlite")));
    let with = list(&home);
    for (id, before, after) in [
        (
            DOT,
            Some("Dot and weather"),
            Some("Dot, named in the database"),
        ),
        (
            DOCS,
            title(&without, DOCS),
            Some("Docs, named in the database"),
        ),
        (NUMBERS, Some("Numbers"), Some("Numbers")),
        (FORK, title(&without, FORK), title(&without, FORK)),
        (BACK, title(&without, BACK), title(&without, BACK)),
    ] {
        assert_eq!(title(&without, id), before, "{id}");
        assert_eq!(title(&with, id), after, "{id}");
    }
    assert_eq!(with.len(), without.len());
}

#[test]
fn what_the_rollouts_tell_counts_before_what_the_database_does() {
    let home = home();
    let without = list(&home);
    drop(database(&home.path().join("state_5.sqlite")));
    let with = list(&home);
    let told = |list: &[Arc<Summary>], id: &str| {
        let summary = of(list, id);
        (summary.cwd.clone(), summary.model.clone())
    };
    assert_eq!(told(&with, DOT), told(&without, DOT));
    assert_eq!(told(&without, OLDEST), (None, None));
    let (cwd, model) = (
        Some("/home/ada/old".to_owned()),
        Some("first-model".to_owned()),
    );
    assert_eq!(told(&with, OLDEST), (cwd, model));
    assert_eq!(of(&with, OLDEST).workspace.as_deref(), Some("old"));
    assert!(of(&with, DOT).is_pinned && !of(&with, FORK).is_pinned);
    let archived = |id: &str| (of(&with, id).is_archived, of(&with, id).state);
    assert_eq!(archived(DOCS), (true, State::Archived));
    assert_eq!(
        archived(BACK),
        (false, State::Settled),
        "its file was moved back"
    );
}

#[test]
fn a_conversation_says_the_same_as_the_list() {
    let home = home();
    drop(database(&home.path().join("state_5.sqlite")));
    for summary in list(&home) {
        let mut conversation = store(&home).open(&summary.id);
        assert_eq!(conversation.summary().as_ref(), Some(&*summary));
    }
}

#[test]
fn the_highest_number_counts() {
    let home = home();
    drop(database(&home.path().join("state_5.sqlite")));
    let newer = database(&home.path().join("state_12.sqlite"));
    newer
        .execute_batch("update threads set name = 'The newest' where name like ' Dot%'")
        .expect("written");
    drop(newer);
    fs::write(home.path().join("state_x.sqlite"), "").expect("written");
    fs::write(home.path().join("state_13.sqlite.bak"), "").expect("written");
    assert_eq!(title(&list(&home), DOT), Some("The newest"));
    // A form that is not known yet leaves what the files say.
    let unknown = Connection::open(home.path().join("state_13.sqlite")).expect("a database");
    unknown
        .execute_batch("create table conversations (id, label)")
        .expect("written");
    assert_eq!(title(&list(&home), DOT), Some("Dot and weather"));
}

#[test]
fn versions_with_fewer_columns_say_what_they_have() {
    for (dropped, expected) in [
        (&["is_pinned"][..], Some("Dot, named in the database")),
        (&["name"], Some("Dot and weather")),
        (&["history_mode"], Some("Dot and weather")),
        (&["name", "first_user_message"], Some("Dot and weather")),
        (
            &["title", "archived", "model", "cwd", "rollout_path"],
            Some("Dot, named in the database"),
        ),
    ] {
        let home = home();
        let connection = database(&home.path().join("state_5.sqlite"));
        for column in dropped {
            let drop = format!("alter table threads drop column {column}");
            connection.execute_batch(&drop).expect("dropped");
        }
        drop(connection);
        assert_eq!(title(&list(&home), DOT), expected, "{dropped:?}");
    }
}

/// Looks until the database has settled, and gives what was seen last.
fn settle(list: &mut CodexList) -> Vec<Arc<Summary>> {
    for _ in 0..100 {
        let before = list.n_looks();
        let seen = list.refresh().expect("readable");
        if list.n_looks() == before {
            return seen;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("it never rests");
}

#[test]
fn the_database_is_read_once_for_each_change() {
    let home = home();
    let connection = database(&home.path().join("state_5.sqlite"));
    let mut list = store(&home).listing();
    settle(&mut list);
    let (n_looks, n_read) = (list.n_looks(), list.n_read());
    for _ in 0..3 {
        list.refresh().expect("readable");
    }
    assert_eq!(list.n_looks(), n_looks);
    connection
        .execute_batch("update threads set name = 'Another' where name like ' Dot%'")
        .expect("written");
    assert_eq!(title(&settle(&mut list), DOT), Some("Another"));
    assert_eq!(list.n_read(), n_read, "no rollout is read for it");
}

#[test]
fn a_database_that_is_held_keeps_what_was_read() {
    let home = home();
    let connection = database(&home.path().join("state_5.sqlite"));
    let mut list = store(&home).listing();
    assert_eq!(
        title(&settle(&mut list), DOT),
        Some("Dot, named in the database")
    );
    connection
        .execute_batch(
            "pragma locking_mode = exclusive; begin exclusive; update threads set name = 'x'",
        )
        .expect("written");
    let seen = list.refresh().expect("readable");
    assert_eq!(title(&seen, DOT), Some("Dot, named in the database"));
}

#[test]
fn databases_elsewhere_are_found() {
    let home = home();
    let elsewhere = tempfile::tempdir().expect("a folder");
    drop(database(&elsewhere.path().join("state_5.sqlite")));
    let variable = |name: &str| match name {
        "CODEX_HOME" => Some(home.path().into()),
        "CODEX_SQLITE_HOME" => Some(elsewhere.path().into()),
        _ => None,
    };
    let store = CodexStore::here(&variable).expect("a store");
    let list = store.listing().refresh().expect("readable");
    assert_eq!(title(&list, DOT), Some("Dot, named in the database"));
    assert!(store.list_folders().contains(&elsewhere.path().to_owned()));
}
