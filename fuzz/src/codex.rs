//! Rollouts of Codex CLI: lines, and the one JSON text of the first versions.

use crate::{
    fixtures::{files, samples},
    follow,
    input::Input,
    laws::{Broken, Subject},
    place,
    records::{LINES, Layout, Pool},
    seeds,
};
use sources::codex::CodexStore;
use std::{fs, path::Path, sync::LazyLock};

const NAME: &str = "rollout-2026-12-01T10-00-00-01a23000-0000-7000-8000-000000000001";
const ID: &str = "codex~01a23000-0000-7000-8000-000000000001";
/// The form of the first versions.
const ITEMS: Layout = Layout {
    begin: r#"{"session":{"id":"x","timestamp":"2025-04-20T09:00:00.000Z"},"items":["#,
    between: ",\n",
    end: "]}",
};
/// The variant that is read in that form.
const ITEMS_VARIANT: u8 = 3;

static POOL: LazyLock<Pool> = LazyLock::new(|| Pool::of_lines(&files("codex", ".jsonl")));

thread_local! {
    /// A home with another thread, in which a history may begin.
    static LINES_HOME: CodexStore = lines_home();
    static ITEMS_HOME: CodexStore = home("codex-items");
}

fn lines_home() -> CodexStore {
    let folder = place::below("codex-lines/sessions");
    for path in files("codex/home/sessions/2026/11/30", "a.jsonl") {
        let name = path.file_name().expect("a name");
        fs::copy(&path, folder.join(name)).expect("copied");
    }
    home("codex-lines")
}

fn home(name: &str) -> CodexStore {
    place::below(&format!("{name}/sessions"));
    CodexStore::at(&place::below(name)).expect("a store")
}

/// What fuzzing starts from.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = seeds::chosen(&POOL);
    for find in [files, samples] {
        seeds.extend(seeds::raw_files(0, &find("codex", ".jsonl")));
        seeds.extend(seeds::raw_files(ITEMS_VARIANT, &find("codex", ".json")));
    }
    seeds
}

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some(input) = Input::of(data) else { return };
    if input.variant % 4 == ITEMS_VARIANT {
        let path = place::path("codex-items/sessions").join(format!("{NAME}.json"));
        let text = POOL.text(&input, ITEMS);
        ITEMS_HOME.with(|store| check_file(store, &path, &text, &input, Broken::Stays));
    } else {
        let path = place::path("codex-lines/sessions").join(format!("{NAME}.jsonl"));
        let text = POOL.text(&input, LINES);
        LINES_HOME.with(|store| check_file(store, &path, &text, &input, Broken::IsRead));
    }
}

fn check_file(store: &CodexStore, path: &Path, text: &[u8], input: &Input<'_>, broken: Broken) {
    let subject = Subject {
        store,
        id: ID,
        is_there: true,
        is_lines: true,
        broken,
        more: input.more,
    };
    let mut followed = subject.open();
    follow::write(path, text, &input.ends(text), &mut followed);
    subject.check(followed);
}
