//! Build folders that several checkouts share.
//!
//! Cargo tells whether a crate of the workspace changed by the times of its files, and calls the
//! crates of two checkouts by the same names. So a checkout that is older than another one's build
//! would get that one's crates. Whoever comes to a folder that another checkout built in last makes
//! its own sources new; what comes from the registry stays built.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::workspace::Workspace;

/// Names the checkout that built in a folder last.
const OWNER: &str = ".checkout";

/// The path of a build folder, which belongs to this checkout from now on.
pub(crate) fn claim(workspace: &Workspace, kind: &str) -> PathBuf {
    let folder = workspace.target(kind);
    let owner = workspace.root.display().to_string();
    let marker = folder.join(OWNER);
    if fs::read_to_string(&marker).is_ok_and(|old| old == owner) {
        return folder;
    }
    touch_sources(&workspace.root);
    // Where it cannot be written, the next call makes the sources new once more.
    drop(fs::create_dir_all(&folder).and_then(|()| fs::write(&marker, owner)));
    folder
}

/// Gives the files from which cargo compiles each crate the time of now.
fn touch_sources(root: &Path) {
    let mut crates: Vec<PathBuf> = ["app", "e2e/bench/text", "fuzz", "server", "xtask"]
        .iter()
        .map(|name| root.join(name))
        .collect();
    crates.extend(children(&root.join("crates")));
    for package in crates {
        let mut files: Vec<PathBuf> = ["build.rs", "src/lib.rs", "src/main.rs"]
            .iter()
            .map(|name| package.join(name))
            .collect();
        files.extend(children(&package.join("tests")));
        for file in files.iter().filter(|file| file.is_file()) {
            let opened = fs::File::options().append(true).open(file);
            // A read-only checkout is never older than its build.
            drop(opened.and_then(|file| file.set_modified(SystemTime::now())));
        }
    }
}

fn children(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_checkout_makes_its_sources_new_and_the_same_one_does_not() {
        let folder = std::env::temp_dir().join(format!("serve-web-claim-{}", std::process::id()));
        let root = folder.join("root");
        fs::create_dir_all(root.join("server/src")).unwrap();
        let source = root.join("server/src/lib.rs");
        fs::write(&source, "").unwrap();
        let workspace = Workspace {
            root,
            cache: folder.join("cache"),
        };
        let make_old = || {
            let file = fs::File::options().append(true).open(&source).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        };
        let is_old =
            || fs::metadata(&source).unwrap().modified().unwrap() == SystemTime::UNIX_EPOCH;

        make_old();
        let target = claim(&workspace, "native");
        assert!(!is_old(), "nobody built here before");
        make_old();
        claim(&workspace, "native");
        assert!(is_old(), "this checkout did");
        fs::write(target.join(OWNER), "/elsewhere").unwrap();
        claim(&workspace, "native");
        assert!(!is_old(), "another checkout did");
        fs::remove_dir_all(folder).unwrap();
    }
}
