//! The invented stores of the project, and real ones where they are at hand.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The files below a folder of the fixtures that have this ending, always in the same order.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    below(&root.join(folder), ending)
}

/// The same of the samples; nothing where there are none.
pub(crate) fn samples(folder: &str, ending: &str) -> Vec<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = env::var_os("SERVE_WEB_SHARED").map_or(beside, PathBuf::from);
    below(&shared.join("samples").join(folder), ending)
}

fn below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(below(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}
