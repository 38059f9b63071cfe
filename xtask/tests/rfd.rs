//! The table of RFD 094 names tests: each has to be there.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own == ending)
}

/// The names of all functions, and of all files of tests.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut folders: Vec<PathBuf> = ["crates", "server", "app", "xtask", "e2e"]
        .iter()
        .map(|folder| root().join(folder))
        .collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && name != "node_modules" {
                folders.push(path);
            } else if has_ending(&path, "rs") || has_ending(&path, "ts") {
                let text = fs::read_to_string(&path).unwrap_or_default();
                let functions = text.split("fn ").skip(1);
                let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                names.extend(
                    functions.map(|rest| rest.chars().take_while(|c| is_of_name(*c)).collect()),
                );
                names.insert(name);
            }
        }
    }
    names
}

#[test]
fn every_test_of_the_table_exists() {
    let names = names();
    let table = fs::read_to_string(root().join("docs/rfd-094.md")).expect("the table");
    let rows = table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| rule"));
    let mut n_tests = 0;
    for row in rows {
        let tests = row
            .trim_end_matches('|')
            .rsplit('|')
            .next()
            .unwrap_or_default();
        for name in tests.split('`').skip(1).step_by(2) {
            let file = name.rsplit('/').next().unwrap_or(name);
            if has_ending(Path::new(file), "json") {
                continue;
            }
            n_tests += 1;
            assert!(names.contains(file), "{name} is nowhere: {row}");
        }
    }
    assert!(n_tests > 40, "{n_tests}");
}
