//! What a second look finds.

use super::*;

fn look(database: &mut Database) -> Option<i64> {
    let read = |connection: &Connection| {
        Ok(connection.query_row("select count(*) from t", [], |row| row.get(0))?)
    };
    database.look(read).expect("readable")
}

/// Looks until what it sees has settled, and says what it saw last.
fn settle(database: &mut Database) -> Option<i64> {
    let mut last = None;
    // While other tests read, nobody asks what their indexes say.
    for _ in 0..500 {
        match look(database) {
            None => return last,
            seen => last = seen,
        }
        sleep(Duration::from_millis(20));
    }
    panic!("it never rests");
}

#[test]
fn nothing_is_read_while_nothing_changes() {
    let mut writer = Writer::start("pragma journal_mode = wal");
    let mut database = Database::new(&writer.path(), None);
    assert_eq!(settle(&mut database), Some(0));
    let n_reads = database.n_reads();
    assert_eq!((look(&mut database), look(&mut database)), (None, None));
    assert_eq!(database.n_reads(), n_reads);
    writer.insert();
    assert_eq!(settle(&mut database), Some(1));
    // The log begins anew and keeps its length.
    writer.run("pragma wal_checkpoint");
    for n in 2..6 {
        writer.insert();
        assert_eq!(look(&mut database), Some(n), "right away");
    }
    drop(writer.quit());
}

#[test]
fn a_writer_that_begins_and_ends_is_noticed() {
    let folder = Writer::start("pragma journal_mode = wal").quit();
    let path = folder.path().join("x.db");
    let mut database = Database::new(&path, None);
    assert_eq!(settle(&mut database), Some(0));
    let connection = Connection::open(&path).expect("a database");
    connection
        .execute_batch("insert into t values (1)")
        .expect("written");
    assert_eq!(way(&path), Way::Live);
    assert_eq!(settle(&mut database), Some(1));
    drop(connection);
    assert_eq!(way(&path), Way::Still);
    assert_eq!(settle(&mut database), Some(1));
}

#[test]
fn a_database_in_the_place_of_another_is_noticed() {
    let mut other = Writer::start("pragma journal_mode = wal");
    other.insert();
    let other = other.quit();
    let folder = Writer::start("pragma journal_mode = wal").quit();
    let path = folder.path().join("x.db");
    let mut database = Database::new(&path, None);
    assert_eq!(settle(&mut database), Some(0));
    // Of the same length and time.
    let modified = fs::metadata(&path)
        .and_then(|file| file.modified())
        .expect("a time");
    let new = other.path().join("x.db");
    let file = fs::OpenOptions::new()
        .write(true)
        .open(&new)
        .expect("there");
    file.set_modified(modified).expect("set");
    fs::rename(new, &path).expect("renamed");
    assert_eq!(look(&mut database), Some(1));
}

/// Writes over the beginning of a file, where an index says how far its log counts.
fn write_head(path: &Path, head: &[u8]) {
    let file = fs::OpenOptions::new().write(true).open(path);
    let written = file.and_then(|mut file| file.write_all(head));
    written.expect("written");
}

#[test]
fn what_counts_only_after_a_look_is_noticed() {
    let mut writer = Writer::start("pragma journal_mode = wal");
    writer.insert();
    let index = writer.folder.path().join("x.db-shm");
    let head = || fs::read(&index).expect("an index")[..96].to_vec();
    let before = head();
    writer.insert();
    let after = head();
    // As long as the disk takes to keep the log, the index is the old one.
    write_head(&index, &before);
    let mut database = Database::new(&writer.path(), None);
    for _ in 0..20 {
        sleep(Duration::from_millis(10));
        assert_ne!(look(&mut database), Some(2), "that does not count yet");
    }
    write_head(&index, &after);
    assert_eq!(settle(&mut database), Some(2));
    drop(writer.quit());
}
