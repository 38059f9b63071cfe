//! goose's old files, a message on each line.

use crate::{
    fixtures::{files, samples},
    follow,
    input::Input,
    laws::{Broken, Subject},
    place,
    records::{LINES, Pool},
    seeds,
};
use sources::goose::GooseStore;
use std::{
    fs::{self, File},
    sync::LazyLock,
    time::{Duration, UNIX_EPOCH},
};

const FOLDER: &str = "goose-lines";

static POOL: LazyLock<Pool> = LazyLock::new(|| Pool::of_lines(&files("goose/old", ".jsonl")));

thread_local! {
    static STORE: GooseStore = store();
}

/// A store with a session beside the one that is read, by which it is known as goose's.
fn store() -> GooseStore {
    let folder = place::below(FOLDER);
    let other = files("goose/old", ".jsonl");
    fs::copy(&other[0], folder.join("other.jsonl")).expect("copied");
    GooseStore::at(&folder).expect("a store")
}

/// What fuzzing starts from.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = seeds::chosen(&POOL);
    seeds.extend(seeds::raw_files(0, &files("goose/old", ".jsonl")));
    seeds.extend(seeds::raw_files(0, &samples("goose", ".jsonl")));
    seeds
}

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some(input) = Input::of(data) else { return };
    STORE.with(|store| check_file(store, &input));
}

fn check_file(store: &GooseStore, input: &Input<'_>) {
    let subject = Subject {
        store,
        id: "x",
        is_there: true,
        is_lines: true,
        broken: Broken::IsRead,
        more: input.more,
    };
    let text = POOL.text(input, LINES);
    let path = place::path(FOLDER).join("x.jsonl");
    let mut followed = subject.open();
    follow::write(&path, &text, &input.ends(&text), &mut followed);
    // What rests is whole, however slow this process is.
    let file = File::options().write(true).open(&path).expect("a file");
    let long_ago = UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    file.set_modified(long_ago).expect("set");
    subject.check(followed);
}
