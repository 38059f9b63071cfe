//! What is in the place of a database, beside conversations in files.

use crate::place::{Form, Place, read};
use rusqlite::Connection;
use std::{
    fs::{self, File},
    path::Path,
};

/// Something in the place of a database.
type Make = fn(&Path);

/// What is made there, and the word by which it is told.
const BAD: [(&str, Make); 9] = [
    ("empty", |path| fs::write(path, "").expect("written")),
    ("no SQLite database", |path| {
        fs::write(
            path,
            "a text that is no database, and is long enough for one",
        )
        .expect("written");
    }),
    ("no SQLite database", |path| {
        fs::write(path, vec![0; 8192]).expect("written");
    }),
    ("directory", |path| fs::create_dir(path).expect("a folder")),
    ("damaged", |path| {
        whole(path);
        let file = File::options().write(true).open(path).expect("there");
        file.set_len(2000).expect("cut");
    }),
    ("damaged", |path| {
        whole(path);
        let mut bytes = fs::read(path).expect("readable");
        bytes[100..1000].fill(0xff);
        fs::write(path, bytes).expect("written");
    }),
    ("no table", |path| sql(path, "create table other (a)")),
    ("no table", |path| {
        sql(
            path,
            "create table threads (label); create table messages (a); create table sessions (a)",
        );
    }),
    ("", |path| {
        #[cfg(unix)]
        std::os::unix::fs::symlink(path, path).expect("a link");
        #[cfg(not(unix))]
        fs::create_dir(path).expect("a folder");
    }),
];

fn sql(path: &Path, statements: &str) {
    let connection = Connection::open(path).expect("a database");
    connection.execute_batch(statements).expect("written");
}

/// A database with tables of both agents.
fn whole(path: &Path) {
    sql(
        path,
        "create table threads (id text primary key, title text, first_user_message text); \
         create table sessions (id text primary key, working_dir text); \
         create table messages (session_id text, role text, content_json text); \
         insert into sessions values ('x', '/w'); insert into threads values ('x', 'y', 'z')",
    );
}

#[test]
fn gooses_database_is_marked_and_its_old_files_are_read() {
    for (why, make) in BAD {
        let place = Place::new(Form::GooseFile);
        make(&place.root.path().join("sessions.db"));
        let marked = place.rest_is_read();
        // A link to nothing is nothing.
        let Some(marked) = marked else {
            assert_eq!(why, "");
            continue;
        };
        let problem = marked.problem.as_deref().expect("a problem");
        assert!(
            problem.contains(why) && problem.contains("sessions.db"),
            "{problem}"
        );
        assert!(read(&*place.store(), "20261001_1").is_err(), "{why}");
    }
}

#[test]
fn codexs_database_leaves_what_the_rollouts_say() {
    for (why, make) in BAD {
        let place = Place::of(
            Form::Codex,
            &[Form::Codex.record("a", &serde_json::json!({}))],
        );
        make(&place.root.path().join("state_5.sqlite"));
        let listed = place.rest_is_read().expect("listed");
        assert_eq!(listed.problem, None, "{why}");
        assert_eq!(listed.last_words.as_deref(), Some("a"), "{why}");
    }
}

#[test]
fn a_database_that_another_program_holds_is_read_past() {
    let records = [Form::GooseRows.record("a", &serde_json::json!({}))];
    for mode in ["delete", "wal"] {
        let place = Place::of(Form::GooseRows, &records);
        let connection = place.connection();
        let hold = format!("pragma journal_mode = {mode}; begin exclusive; delete from messages");
        connection.execute_batch(&hold).expect("held");
        assert_eq!(
            place.rest_is_read().expect("listed").problem,
            None,
            "{mode}"
        );
        assert_eq!(place.read().said(), ["a"], "{mode}");
    }
}
