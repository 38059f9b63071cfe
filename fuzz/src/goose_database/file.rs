//! A file in the database's place that is the input as it is.

use super::tables;
use crate::{
    follow,
    input::{HEAD, Input, RAW},
    laws::{Broken, Subject},
    place,
};
use sources::{List as _, goose::GooseStore};
use std::fs;

/// The session that is read where none is listed.
const SESSION: &str = "20261001_1";

/// The databases of the fixtures.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let path = place::below("goose-seed").join("sessions.db");
    let seed = |statements: &String| {
        drop(tables::make(&path, statements));
        let mut seed = vec![RAW; HEAD];
        seed.extend(fs::read(&path).expect("a database"));
        seed
    };
    tables::statements().iter().map(seed).collect()
}

pub(super) fn check(input: &Input<'_>) {
    let folder = place::below("goose-file");
    let path = folder.join("sessions.db");
    fs::write(&path, input.rest).expect("written");
    let Ok(store) = GooseStore::at(&folder) else {
        return;
    };
    let listed = store.listing().refresh().unwrap_or_default();
    let first = listed.first().map(|summary| summary.id.clone());
    let subject = Subject {
        store: &store,
        id: first.as_deref().unwrap_or(SESSION),
        is_there: false,
        broken: Broken::Stays,
        more: input.more,
    };
    let mut followed = subject.open();
    follow::write(&path, input.rest, &input.ends(input.rest), &mut followed);
    subject.check(followed);
}
