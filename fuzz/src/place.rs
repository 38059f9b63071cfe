//! Where stores are written: in memory where the system has a folder there, since a disk would be
//! most of the time of a run.

use std::{fs, path::PathBuf};
use tempfile::{Builder, TempDir};

const IN_MEMORY: &str = "/dev/shm";

thread_local! {
    /// One folder for all inputs. It is deleted when the process ends; a find leaves it behind.
    static FOLDER: TempDir = folder();
}

fn folder() -> TempDir {
    let named = || {
        let mut named = Builder::new();
        named.prefix("serve-web-fuzz-");
        named
    };
    let in_memory = named().tempdir_in(IN_MEMORY);
    in_memory.unwrap_or_else(|_| named().tempdir().expect("a temporary folder"))
}

/// The path of a folder below that folder.
pub(crate) fn path(name: &str) -> PathBuf {
    FOLDER.with(|folder| folder.path().join(name))
}

/// Makes a folder below that folder.
pub(crate) fn below(name: &str) -> PathBuf {
    let folder = path(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
