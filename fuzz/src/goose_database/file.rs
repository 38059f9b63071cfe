//! A file in the database's place that is the input as it is.

use super::tables;
use crate::{
    follow,
    input::{HEAD, Input, RAW},
    laws::{Broken, Subject},
    place,
};
use sources::goose::GooseStore;
use std::fs;

const FOLDER: &str = "goose-file";
/// A session of each of the fixtures.
const SESSIONS: [&str; 3] = ["20250920_1", "20260301_1", "20261001_1"];

thread_local! {
    static STORE: GooseStore = store();
}

fn store() -> GooseStore {
    let folder = place::below(FOLDER);
    let statements = tables::statements();
    drop(tables::make(&folder.join("sessions.db"), &statements[0]));
    GooseStore::at(&folder).expect("a store")
}

/// The databases of the fixtures.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let path = place::below("goose-seed").join("sessions.db");
    let seed = |(n, statements): (u8, &String)| {
        drop(tables::make(&path, statements));
        let mut seed = vec![RAW; HEAD];
        seed[1] = n;
        seed.extend(fs::read(&path).expect("a database"));
        seed
    };
    (0..).zip(&tables::statements()).map(seed).collect()
}

pub(super) fn check(input: &Input<'_>) {
    STORE.with(|store| check_file(store, input));
}

fn check_file(store: &GooseStore, input: &Input<'_>) {
    let subject = Subject {
        store,
        id: SESSIONS[usize::from(input.variant) % SESSIONS.len()],
        is_there: false,
        is_lines: false,
        broken: Broken::Stays,
        more: input.more,
    };
    let path = place::path(FOLDER).join("sessions.db");
    let mut followed = subject.open();
    follow::write(&path, input.rest, &input.ends(input.rest), &mut followed);
    subject.check(followed);
}
