//! What the compiler does not check: how long files are, and what may stand where.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The longest that a file of code may be, in lines, and one of tests.
const LONGEST: (usize, usize) = (600, 800);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files below a folder with this ending, and what they hold. Paths are relative to the root.
fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            if path.is_dir() && !matches!(name, "target" | "node_modules" | "dist" | "test-results")
            {
                folders.push(path);
            } else if name.ends_with(ending) {
                let shown = path
                    .strip_prefix(root())
                    .unwrap_or(&path)
                    .display()
                    .to_string();
                found.push((shown, fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    assert!(!found.is_empty(), "no {ending} in {folder}");
    found
}

fn sources() -> Vec<(String, String)> {
    ["app", "crates", "fuzz", "server", "xtask"]
        .iter()
        .flat_map(|folder| files(folder, ".rs"))
        .collect()
}

#[test]
fn no_file_is_too_long() {
    let mut all = sources();
    all.extend(files("style", ".css"));
    for (path, text) in all {
        let is_test = path.contains("/tests");
        let longest = if is_test { LONGEST.1 } else { LONGEST.0 };
        let n_lines = text.lines().count();
        assert!(
            n_lines <= longest,
            "{path} has {n_lines} lines, more than {longest}"
        );
    }
}

/// Each rule: what may not stand in the code below a folder, except in the files named.
const FORBIDDEN: [(&str, &[&str], &[&str]); 5] = [
    ("crates/conversation/src", &IMPURE_STD, &[]),
    ("crates/markdown/src", &IMPURE_STD, &[]),
    ("crates/wire/src", &IMPURE_STD, &[]),
    // HTML reaches the page as `SafeHtml` only, through these two.
    (
        "app/src",
        &["inner_html", "insert_adjacent_html", "set_outer_html"],
        &["app/src/live/dom.rs", "app/src/parts/text.rs"],
    ),
    // Nothing but the server writes to stdout.
    (
        "crates",
        &["io::stdout", "println!"],
        &["crates/sources/tests/samples.rs"],
    ),
];

const IMPURE_STD: [&str; 7] = [
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "Instant::now",
    "SystemTime",
];

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}

#[test]
fn forbidden_words_stand_nowhere() {
    for (folder, words, exceptions) in FORBIDDEN {
        for (path, text) in files(folder, ".rs") {
            // A test may say that it is skipped; a measurement prints what it is for.
            let is_of_us = is_test(&path) || path.contains("/benches/");
            if is_of_us || exceptions.contains(&path.as_str()) {
                continue;
            }
            for word in words {
                assert!(!text.contains(word), "{path} may not use {word}");
            }
        }
    }
}

/// Where audiences are read, and where blocks are made that have one. goose marks messages by them
/// that its host put in.
const KNOW_AUDIENCES: [&str; 5] = [
    "crates/conversation/src",
    "crates/sources/src/goose/mapping",
    "crates/sources/src/restore",
    "server/src/mcp",
    "server/src/demo",
];

#[test]
fn the_views_are_decided_in_one_place() {
    for (path, text) in sources() {
        let is_exempt = KNOW_AUDIENCES.iter().any(|known| path.starts_with(known));
        if is_exempt || is_test(&path) || path.contains("/benches/") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for word in ["\"audience\"", "reaches_user", "reaches_assistant"] {
            assert!(!code.contains(word), "{path} may not decide about {word}");
        }
    }
}

#[test]
fn there_is_no_inline_style() {
    for (path, text) in files("app/src", ".rs") {
        assert!(!text.contains(" style="), "{path} writes a style attribute");
    }
}
