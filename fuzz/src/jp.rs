//! Conversations of JP.

use crate::{
    fixtures::{files, samples},
    follow,
    input::Input,
    laws::{Broken, Subject},
    place,
    records::{LIST, Pool},
    seeds,
};
use serde_json::Value;
use sources::jp::JpStore;
use std::{fs, sync::LazyLock};

const ID: &str = "17800000001";
const FOLDER: &str = "jp/.jp/conversations/17800000001-x";

static POOL: LazyLock<Pool> = LazyLock::new(|| {
    let texts = events_files()
        .into_iter()
        .filter_map(|path| fs::read(path).ok());
    let records = texts.filter_map(|text| serde_json::from_slice::<Vec<Value>>(&text).ok());
    Pool::new(records.flatten().collect())
});

fn events_files() -> Vec<std::path::PathBuf> {
    let mut all = files("jp", "events.json");
    all.extend(files("border", "events.json"));
    all
}

/// What fuzzing starts from.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = seeds::chosen(&POOL);
    seeds.extend(seeds::raw_files(0, &events_files()));
    seeds.extend(seeds::raw_files(0, &samples("jp", "events.json")));
    for other in ["metadata.json", "base_config.json"] {
        seeds.extend(seeds::raw_files(BESIDE, &files("jp", other)));
    }
    seeds
}

/// The variant in which an input is what stands beside the events.
const BESIDE: u8 = 7;

thread_local! {
    static STORE: JpStore = store();
}

fn store() -> JpStore {
    let folder = place::below(FOLDER);
    fs::write(folder.join("events.json"), "[]").expect("written");
    JpStore::at(&place::path("jp"), None).expect("a store")
}

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some(input) = Input::of(data) else { return };
    STORE.with(|store| check_file(store, &input));
}

fn check_file(store: &JpStore, input: &Input<'_>) {
    let subject = Subject {
        store,
        id: ID,
        is_there: true,
        is_lines: false,
        broken: Broken::IsRead,
        more: input.more,
    };
    let text = POOL.text(input, LIST);
    let folder = place::path(FOLDER);
    let mut followed = subject.open();
    if input.variant % 8 == BESIDE {
        for name in ["metadata.json", "base_config.json"] {
            fs::write(folder.join(name), &text).expect("written");
        }
        drop(followed.conversation.base_config());
    }
    let path = folder.join("events.json");
    follow::write(&path, &text, &input.ends(&text), &mut followed);
    subject.check(followed);
}
