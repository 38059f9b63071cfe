//! Sessions of Claude Code, and what is a sub-agent's in them.

use crate::{
    fixtures::{files, samples},
    follow,
    input::Input,
    laws::{Broken, Subject},
    place,
    records::{LINES, Pool},
    seeds,
};
use sources::claude::ClaudeStore;
use std::sync::{Arc, LazyLock};

const PROJECT: &str = "claude/projects/-p";

static POOL: LazyLock<Pool> = LazyLock::new(|| Pool::of_lines(&files("claude", ".jsonl")));

/// Which conversation is read, the file that it is in, and whether it is there, whatever is in that.
fn conversation(variant: u8) -> (String, &'static str, bool) {
    let n = variant >> 3;
    match variant % 8 {
        5 => (format!("claude~s.side-i{}", n % 5), "s.jsonl", false),
        6 => (format!("claude~s.agent-i{}", n % 5), "s.jsonl", false),
        7 => ("claude~s.agent-w".to_owned(), "agent-w.jsonl", true),
        _ => ("claude~s".to_owned(), "s.jsonl", true),
    }
}

/// What fuzzing starts from.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = seeds::chosen(&POOL);
    seeds.extend(seeds::raw_files(0, &files("claude", ".jsonl")));
    seeds.extend(seeds::raw_files(0, &samples("claude", ".jsonl")));
    seeds
}

thread_local! {
    static STORE: ClaudeStore = store();
}

fn store() -> ClaudeStore {
    let folder = place::below("claude");
    place::below(PROJECT);
    ClaudeStore::at(&folder).expect("a store")
}

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some(input) = Input::of(data) else { return };
    let text = POOL.text(&input, LINES);
    let (id, name, is_there) = conversation(input.variant);
    // What a store remembers of files does not hold where they are written anew in the same moment.
    let store = STORE.with(|store| store.clone().restoring(&Arc::default()));
    let project = place::path(PROJECT);
    for old in ["s.jsonl", "agent-w.jsonl"] {
        drop(std::fs::remove_file(project.join(old)));
    }
    let subject = Subject {
        store: &store,
        id: &id,
        is_there,
        is_lines: true,
        broken: Broken::IsRead,
        more: input.more,
    };
    let mut followed = subject.open();
    let ends = input.ends(&text);
    follow::write(&project.join(name), &text, &ends, &mut followed);
    subject.check(followed);
}
