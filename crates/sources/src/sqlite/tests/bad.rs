//! What is no database, or none that can be read.

use super::*;

fn why(path: &Path) -> String {
    let cache = tempfile::tempdir().expect("a folder");
    count(&Database::new(path, Some(cache.path()))).expect_err("not readable")
}

#[test]
fn what_cannot_be_read_says_why() {
    let folder = Writer::start("pragma journal_mode = wal").quit();
    let whole = fs::read(folder.path().join("x.db")).expect("readable");
    let at = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        path
    };
    let mut holed = whole.clone();
    holed[100..1000].fill(0xff);
    for (path, expected) in [
        (folder.path().join("none.db"), "No such file"),
        (folder.path().to_owned(), "directory"),
        (at("empty.db", b""), "is empty"),
        (
            at(
                "text.db",
                b"not a database, but long enough to be taken for one",
            ),
            "no SQLite database",
        ),
        (at("cut.db", whole.get(..2000).expect("long")), "damaged"),
        (at("holed.db", &holed), "damaged"),
    ] {
        let before = listing(folder.path());
        let why = why(&path);
        assert!(why.contains(expected), "{}: {why}", path.display());
        assert_eq!(listing(folder.path()), before);
    }
}

#[test]
fn an_empty_database_keeps_its_log() {
    let mut writer = Writer::start("pragma journal_mode = wal");
    writer.insert();
    let folder = writer.kill();
    fs::write(folder.path().join("x.db"), "").expect("written");
    assert_eq!(why(&folder.path().join("x.db")), "the database is empty");
    assert_eq!(names(folder.path()), ["x.db", "x.db-shm", "x.db-wal"]);
}

#[test]
fn a_damaged_log_is_left_out() {
    let mut writer = Writer::start("pragma journal_mode = wal");
    writer.run("pragma wal_checkpoint(truncate)");
    writer.insert();
    let folder = writer.kill();
    let log = folder.path().join("x.db-wal");
    let mut bytes = fs::read(&log).expect("readable");
    let middle = bytes.len() / 2;
    bytes.iter_mut().skip(middle).for_each(|byte| *byte = 0xff);
    fs::write(&log, bytes).expect("written");
    assert_eq!(
        count(&Database::new(&folder.path().join("x.db"), None)),
        Ok(0)
    );
}

#[test]
fn what_is_too_large_is_not_copied() {
    let mut writer = Writer::start("pragma journal_mode = wal");
    writer.insert();
    let folder = writer.kill();
    let path = folder.path().join("x.db");
    fs::remove_file(folder.path().join("x.db-shm")).expect("removed");
    let file = fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .expect("there");
    file.set_len(2 << 30).expect("a file with a hole");
    let why = why(&path);
    assert!(why.contains("too many for one"), "{why}");
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_are_no_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.db");
    std::os::unix::fs::symlink(&path, &path).expect("a link");
    assert!(!why(&path).is_empty());
}

#[test]
fn a_program_that_holds_it_for_itself_is_read_past() {
    let cache = tempfile::tempdir().expect("a folder");
    let mut writer = Writer::start("pragma journal_mode = delete");
    writer.insert();
    let database = Database::new(&writer.path(), Some(cache.path()));
    writer.run("begin exclusive; insert into t values (2)");
    // What is not committed yet is not there.
    assert_eq!(count(&database), Ok(1));
    writer.run("commit");
    assert_eq!(count(&database), Ok(2));
}
