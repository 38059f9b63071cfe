//! What a writer notices of a reader.

use super::*;
use std::{ops::ControlFlow, thread};

#[test]
fn a_busy_writer_is_never_in_the_way_nor_is_the_reader() {
    let mut writer = Writer::start("pragma journal_mode = wal; pragma synchronous = off");
    writer.insert();
    let mut database = Database::new(&writer.path(), None);
    writer.send("loop 1500");
    let reading = thread::spawn(move || {
        let begin = std::time::Instant::now();
        let mut counts = Vec::new();
        while begin.elapsed() < Duration::from_millis(1400) {
            let look = database.look(|connection| {
                let query = "select rowid, length(a) from t where rowid > ?1 order by rowid";
                let mut n = 0;
                in_steps(
                    connection,
                    query,
                    &[],
                    |row| row.get::<_, i64>(1),
                    |_| {
                        n += 1;
                        ControlFlow::Continue(())
                    },
                )?;
                Ok(n)
            });
            counts.extend(look.expect("readable"));
        }
        counts
    });
    let counts = reading.join().expect("no panic");
    let said = writer.run("select 1");
    let numbers: Vec<u64> = said
        .split(' ')
        .map(|n| n.parse().expect("a number"))
        .collect();
    let [n, n_failed, slowest_ms] = numbers[..] else {
        panic!("{said}");
    };
    assert!(counts.len() > 3 && counts.is_sorted(), "{counts:?}");
    assert!(counts.last() > counts.first());
    assert_eq!(n_failed, 0, "of {n} commits");
    // On a machine that does much else.
    assert!(slowest_ms < 1000, "{slowest_ms} ms");
}

#[test]
fn a_writer_cleans_up_after_itself() {
    let mut writer = Writer::start("pragma journal_mode = wal");
    let mut database = Database::new(&writer.path(), None);
    for _ in 0..3 {
        writer.insert();
        let look = database.look(data_version);
        assert!(look.expect("readable").is_some());
    }
    let folder = writer.quit();
    assert_eq!(names(folder.path()), ["x.db"]);
    assert_eq!(count(&database), Ok(3));
}

#[test]
fn what_is_done_with_rows_is_done_outside_the_transaction() {
    let mut writer = Writer::start("pragma journal_mode = wal");
    writer.insert();
    writer.insert();
    let database = Database::new(&writer.path(), None);
    let mut seen = Vec::new();
    let read = database.read(|connection| {
        seen.clear();
        in_steps(
            connection,
            "select rowid from t where rowid > ?1 order by rowid",
            &[],
            |row| row.get::<_, i64>(0),
            |number| {
                writer.run("delete from t where rowid = 1");
                let copied = "pragma busy_timeout = 0; pragma wal_checkpoint(truncate)";
                assert_eq!(writer.run(copied), "", "no reader is in the way");
                seen.push(number);
                ControlFlow::Continue(())
            },
        )
    });
    read.expect("readable");
    assert!(seen.contains(&2), "{seen:?}");
    assert_eq!(
        fs::metadata(writer.folder.path().join("x.db-wal"))
            .expect("there")
            .len(),
        0
    );
}
