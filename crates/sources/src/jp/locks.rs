//! Whether JP is at work in a conversation.
//!
//! JP holds a lock on a file for as long as a turn runs. Asking for the lock would take it, and JP
//! would find it taken: so nobody asks. Linux tells which files are locked; elsewhere the process
//! that the file names is looked for.

use serde_json::Value;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use super::JpId;

/// The locks of a store at one moment.
#[derive(Debug, Default)]
pub(super) struct Locks {
    held: HashSet<JpId>,
}

impl Locks {
    /// Looks at the lock files in these folders.
    pub(super) fn read(folders: &[PathBuf]) -> Self {
        let table = fs::read_to_string("/proc/locks").ok();
        let entries = folders
            .iter()
            .filter_map(|folder| fs::read_dir(folder).ok());
        let files = entries.flatten().flatten().map(|entry| entry.path());
        let held = files.filter_map(|file| {
            let id = id_of(&file)?;
            is_held(&file, table.as_deref()).then_some(id)
        });
        Self {
            held: held.collect(),
        }
    }

    /// Whether a turn runs in one conversation, without looking at the locks of others.
    pub(super) fn is_held(folders: &[PathBuf], id: JpId) -> bool {
        let is_its = |file: &PathBuf| id_of(file) == Some(id);
        let entries = folders
            .iter()
            .filter_map(|folder| fs::read_dir(folder).ok());
        let mut files = entries
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(is_its);
        files.any(|file| is_held(&file, fs::read_to_string("/proc/locks").ok().as_deref()))
    }

    /// Whether a turn runs in the conversation.
    pub(super) fn has(&self, id: JpId) -> bool {
        self.held.contains(&id)
    }
}

/// `jp-c17457886043.lock`, also with the workspace's id behind it.
fn id_of(file: &Path) -> Option<JpId> {
    let name = file.file_name()?.to_str()?.strip_suffix(".lock")?;
    JpId::parse(name).map(|(id, _)| id)
}

fn is_held(file: &Path, table: Option<&str>) -> bool {
    match table {
        Some(table) => inode(file).is_some_and(|inode| is_locked(table, inode)),
        None => names_living_process(file),
    }
}

/// Whether `/proc/locks` has the file: `1: FLOCK  ADVISORY  WRITE 4242 fe:01:1234 0 EOF`.
fn is_locked(table: &str, inode: u64) -> bool {
    let ending = format!(":{inode}");
    let is_this = |line: &str| {
        // A process that waits for a lock has an arrow in its line.
        !line.contains("->") && line.split_whitespace().any(|word| word.ends_with(&ending))
    };
    table.lines().any(is_this)
}

fn names_living_process(file: &Path) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lock: Value = serde_json::from_str(&text).unwrap_or_default();
    lock.get("pid")
        .and_then(Value::as_i64)
        .is_some_and(is_alive)
}

#[cfg(unix)]
fn is_alive(pid: i64) -> bool {
    let pid = i32::try_from(pid)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok())
}

/// Windows refuses to delete or write a file that is locked, but tells nobody by whom.
#[cfg(not(unix))]
fn is_alive(_: i64) -> bool {
    true
}

#[cfg(unix)]
fn inode(file: &Path) -> Option<u64> {
    file.metadata()
        .ok()
        .map(|metadata| std::os::unix::fs::MetadataExt::ino(&metadata))
}

#[cfg(not(unix))]
fn inode(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_locks_names_files_by_number() {
        let table = "1: FLOCK  ADVISORY  WRITE 42 fe:01:1234 0 EOF\n2: -> FLOCK  ADVISORY  WRITE 43 fe:01:99 0 EOF\n";
        assert!(is_locked(table, 1234));
        assert!(!is_locked(table, 234));
        assert!(!is_locked(table, 99), "it only waits");
    }

    #[test]
    fn a_file_that_is_left_over_holds_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("jp-c17800000001.lock");
        fs::write(&file, r#"{"pid":1,"session":"s"}"#).expect("written");
        let folders = [folder.path().to_owned()];
        if cfg!(target_os = "linux") {
            assert!(!Locks::read(&folders).has(JpId(17_800_000_001)));
            let open = fs::File::open(&file).expect("open");
            open.lock().expect("locked");
            assert!(Locks::read(&folders).has(JpId(17_800_000_001)));
            assert!(!Locks::read(&folders).has(JpId(1)));
        }
    }
}
