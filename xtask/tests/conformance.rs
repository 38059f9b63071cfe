//! The conformance data in `fixtures/` is the one that the project was given, where that is at hand.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

#[test]
fn the_copies_are_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shared = env::var_os("SERVE_WEB_SHARED").map_or(root.join("../shared"), PathBuf::from);
    let given = shared.join("conformance");
    if !given.is_dir() {
        println!("skipped: no conformance data at {}", given.display());
        return;
    }
    let mut n_compared = 0;
    for entry in fs::read_dir(given).expect("readable").flatten() {
        let copy = root.join("fixtures/conformance").join(entry.file_name());
        let is_same = fs::read(&copy).ok() == fs::read(entry.path()).ok();
        assert!(
            is_same,
            "{} differs from {}",
            copy.display(),
            entry.path().display()
        );
        n_compared += 1;
    }
    assert!(n_compared >= 3, "{n_compared} files");
}
