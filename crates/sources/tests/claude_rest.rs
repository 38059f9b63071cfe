//! Of files that rest, a list parses fewer lines: it says the same of them.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod real_samples;

use real_samples::sample;
use sources::{List as _, Summary, claude::ClaudeStore};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// The files of lines below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false if path.extension().is_some_and(|ending| ending == "jsonl") => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

/// What a list says of a file of this age, but for how old it is, and how many records it parsed.
fn listed(text: &[u8], age: Duration) -> (Vec<Summary>, u64) {
    let root = tempfile::tempdir().expect("a folder");
    let project = root.path().join("projects/-p");
    fs::create_dir_all(&project).expect("a folder");
    let path = project.join("s.jsonl");
    fs::write(&path, text).expect("written");
    let file = File::options().write(true).open(&path).expect("there");
    file.set_modified(SystemTime::now() - age).expect("set");
    let mut list = ClaudeStore::at(root.path()).expect("a store").list();
    let all = list.refresh().expect("readable").into_iter();
    let all = all.map(|found| Summary {
        path: PathBuf::new(),
        state: sources::State::Settled,
        // Where no record has a time, the file's stands in.
        updated_at_ms: None,
        ..(*found).clone()
    });
    (all.collect(), list.cost().records_parsed)
}

/// Checks that the age of a file makes no difference, and says how many records were parsed.
fn check(path: &Path) -> (u64, u64) {
    let text = fs::read(path).expect("readable");
    let (young, n_young) = listed(&text, Duration::from_mins(5));
    let (old, n_old) = listed(&text, Duration::from_hours(48));
    assert_eq!(old, young, "{}", path.display());
    (n_young, n_old)
}

#[test]
fn invented_sessions_are_told_the_same() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/claude/projects");
    let all = files(&fixtures);
    assert!(all.len() > 5);
    for path in all {
        check(&path);
    }
}

#[test]
fn real_sessions_are_told_the_same() {
    let Some(samples) = sample("claude") else {
        return;
    };
    let all = files(&samples);
    assert!(all.len() > 20);
    for path in all {
        check(&path);
    }
}

#[test]
fn titles_between_the_ends_are_found() {
    let record = |kind: &str, n: usize, content: &str| {
        let message = serde_json::json!({"role": kind, "content": content});
        serde_json::json!({"type": kind, "uuid": n.to_string(), "sessionId": "s", "message": message})
    };
    let long = "words ".repeat(200);
    let said = |n: usize| match n % 2 {
        0 => record("user", n, &long),
        _ => record("assistant", n, &long),
    };
    let title = |kind: &str, field: &str, text: &str| serde_json::json!({"type": kind, "sessionId": "s", field: text});
    let mut lines: Vec<_> = (0..40).map(said).collect();
    lines.insert(20, title("custom-title", "customTitle", "Mine"));
    lines.push(title("ai-title", "aiTitle", "Made"));
    let text: String = lines.iter().map(|line| line.to_string() + "\n").collect();
    let (all, n_parsed) = listed(text.as_bytes(), Duration::from_hours(48));
    assert_eq!(all[0].title.as_deref(), Some("Mine"));
    assert!(n_parsed < 20, "{n_parsed} of 42 records");
}
