//! Each state of the files beside a database, read without a trace.

use super::*;

/// Reads a database twice, and checks what it sees and that nothing in its folder changes.
fn check(folder: &Path, expected: (Way, i64)) {
    let cache = tempfile::tempdir().expect("a folder");
    let path = folder.join("x.db");
    let database = Database::new(&path, Some(cache.path()));
    let before = listing(folder);
    assert_eq!((way(&path), count(&database)), (expected.0, Ok(expected.1)));
    assert_eq!(count(&database), Ok(expected.1));
    assert_eq!(listing(folder), before, "{expected:?}");
    assert_eq!(names(cache.path()), [""; 0], "copies are deleted");
}

fn with_rows(mode: &str) -> Writer {
    let mut writer = Writer::start(mode);
    writer.insert();
    writer.insert();
    writer
}

#[test]
fn a_database_that_nobody_has_open() {
    for mode in ["pragma journal_mode = delete", "pragma journal_mode = wal"] {
        let folder = with_rows(mode).quit();
        assert_eq!(names(folder.path()), ["x.db"]);
        check(folder.path(), (Way::Still, 2));
    }
}

#[test]
fn a_log_that_a_program_writes_to() {
    let writer = with_rows("pragma journal_mode = wal");
    check(writer.folder.path(), (Way::Live, 2));
}

#[test]
fn a_log_that_a_killed_program_left() {
    let folder = with_rows("pragma journal_mode = wal").kill();
    assert_eq!(names(folder.path()), ["x.db", "x.db-shm", "x.db-wal"]);
    check(folder.path(), (Way::Live, 2));
    // An index of nothing or of something else is not relied on.
    fs::write(folder.path().join("x.db-shm"), "").expect("written");
    check(folder.path(), (Way::Live, 2));
    fs::write(folder.path().join("x.db-shm"), vec![7; 32768]).expect("written");
    check(folder.path(), (Way::Live, 2));
}

#[test]
fn a_log_without_an_index() {
    let folder = with_rows("pragma journal_mode = wal").kill();
    fs::remove_file(folder.path().join("x.db-shm")).expect("removed");
    check(folder.path(), (Way::Copied, 2));
    let without = Database::new(&folder.path().join("x.db"), None);
    let why = count(&without).expect_err("no place");
    assert!(why.contains("no folder for one"), "{why}");
}

#[test]
fn a_log_without_an_index_that_a_program_writes_to() {
    let writer = with_rows("pragma locking_mode = exclusive; pragma journal_mode = wal");
    assert_eq!(names(writer.folder.path()), ["x.db", "x.db-wal"]);
    check(writer.folder.path(), (Way::Copied, 2));
}

#[test]
fn an_empty_log() {
    let mut writer = with_rows("pragma journal_mode = wal");
    writer.run("pragma wal_checkpoint(truncate)");
    check(writer.folder.path(), (Way::Still, 2));
    let folder = writer.kill();
    fs::remove_file(folder.path().join("x.db-shm")).expect("removed");
    check(folder.path(), (Way::Still, 2));
}

#[test]
fn a_journal_of_what_was_not_committed() {
    let mut writer = with_rows("pragma journal_mode = delete; pragma cache_size = 1");
    // More than fits into the cache: a part of it is in the file already.
    writer.run("begin; insert into t select zeroblob(4000) from (values (1), (2), (3), (4), (5), (6), (7), (8), (9));");
    let folder = writer.kill();
    assert_eq!(names(folder.path()), ["x.db", "x.db-journal"]);
    check(folder.path(), (Way::Copied, 2));
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_to() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = with_rows("pragma journal_mode = wal").kill();
    let allow = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    };
    for name in names(folder.path()) {
        allow(&folder.path().join(name), 0o400);
    }
    allow(folder.path(), 0o500);
    check(folder.path(), (Way::Live, 2));
    allow(folder.path(), 0o700);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_database() {
    let writer = with_rows("pragma journal_mode = wal");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let link = elsewhere.path().join("a name?mode=rwc&x#y%20.db");
    std::os::unix::fs::symlink(writer.path(), &link).expect("a link");
    assert_eq!(count(&Database::new(&link, None)), Ok(2));
    assert_eq!(names(elsewhere.path()).len(), 1);
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_a_copy() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = with_rows("pragma journal_mode = wal").kill();
    fs::remove_file(folder.path().join("x.db-shm")).expect("removed");
    let parent = tempfile::tempdir().expect("a folder");
    let cache = parent.path().join("cache/serve-web");
    let stamp = Stamp::of(&folder.path().join("x.db")).expect("there");
    let copy = PrivateCopy::of(&stamp, &cache).expect("a copy");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    let copied = copy.database().parent().expect("a folder");
    assert_eq!((mode(&cache), mode(copied)), (0o700, 0o700));
    for name in names(copied) {
        assert_eq!(mode(&copied.join(&name)), 0o600, "{name}");
    }
    drop(copy);
    assert_eq!(names(&cache), [""; 0]);
}
