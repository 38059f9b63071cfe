//! Databases that are made of the fixtures' statements.

use crate::fixtures::files;
use rusqlite::Connection;
use std::{fs, path::Path};

/// The statements of each version.
pub(super) fn statements() -> Vec<String> {
    let paths = files("goose", ".sql");
    let texts = paths.iter().map(fs::read_to_string);
    texts.map(|text| text.expect("a fixture")).collect()
}

/// A new database at a path, with small pages, so that an input can hold one.
pub(super) fn make(path: &Path, statements: &str) -> Connection {
    drop(fs::remove_file(path));
    let connection = Connection::open(path).expect("a database");
    let begin = "pragma page_size = 512; pragma synchronous = off;";
    connection.execute_batch(begin).expect("set");
    connection.execute_batch(statements).expect("the fixture");
    connection
}
