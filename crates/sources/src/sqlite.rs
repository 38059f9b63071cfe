//! Databases that agents write, read without leaving anything in them or beside them.
//!
//! SQLite's own read-only mode is not enough for that: in a database with a write-ahead log it
//! creates the log and its index where they are missing, and writes to the index where they are
//! not. So it depends on the files beside the database how it is read:
//!
//! - A log and its index: with the index read only. Only SQLite's read lock is taken, which no
//!   writer waits for, and no transaction is longer than [`steps::LONGEST`].
//! - No log, or an empty one: as a file that does not change, without any lock. Whether it did
//!   change is looked at afterwards.
//! - A log without an index, or a journal: from a copy in a folder of our own.
//!
//! A connection is closed after each look. While one is open, a writer that ends leaves its log
//! behind, which it would otherwise write back and delete. Whether anything changed since the last
//! look is told by the files' times and sizes, once readers see all that stands in the log.

mod copy;
mod failure;
mod published;
mod stamp;
mod steps;
mod uri;

pub(crate) use failure::Failure;
pub(crate) use steps::{Columns, LONGEST, bytes, in_steps, text};

use copy::PrivateCopy;
use rusqlite::{Connection, OpenFlags, config::DbConfig};
use stamp::{Stamp, Way};
use std::{
    path::{Path, PathBuf},
    sync::{PoisonError, RwLock},
    thread::sleep,
    time::{Duration, SystemTime},
};
use uri::uri;

/// How long to wait before each try. A writer may begin, end or write between two steps of ours.
const PAUSES: [Duration; 3] = [
    Duration::ZERO,
    Duration::from_millis(30),
    Duration::from_millis(100),
];
/// How long SQLite waits for a lock that a writer holds for a moment.
const PATIENCE: Duration = Duration::from_millis(50);

/// How soon to look again for what does not count yet.
const SOON: Duration = Duration::from_millis(1);
/// For how long that may take: what a writer that was killed leaves behind never counts.
const STALE: Duration = Duration::from_secs(1);

/// Held for reading by whoever has locks on a database. To close a file takes away the locks that
/// this process has on it, so an index is opened by ourselves only while nobody holds this.
static WITH_LOCKS: RwLock<()> = RwLock::new(());

/// A database that is looked into again and again.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    path: PathBuf,
    /// Where copies may be made.
    cache: Option<PathBuf>,
    /// The files as they were when they were read last.
    seen: Option<Stamp>,
    /// For how long something has stood in the log that did not count when it was read last.
    unpublished: Option<Duration>,
    n_reads: u64,
}

impl Database {
    /// A database of which nothing has been read. Without a folder for copies, one that can only be
    /// read from a copy is not.
    pub(crate) fn new(path: &Path, cache: Option<&Path>) -> Self {
        Self {
            path: path.to_owned(),
            cache: cache.map(Path::to_owned),
            seen: None,
            unpublished: None,
            n_reads: 0,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How often it has been read.
    pub(crate) fn n_reads(&self) -> u64 {
        self.n_reads
    }

    /// Whether a program has it open now, as far as files tell. One that was killed leaves the same
    /// files.
    pub(crate) fn is_in_use(&self) -> bool {
        Stamp::of(&self.path).is_ok_and(|stamp| stamp.is_in_use())
    }

    /// Reads it, if it has changed since it was read last. What `read` gives is from one state of
    /// the database, except under a writer that never rests: then the next look reads again.
    pub(crate) fn look<T>(
        &mut self,
        read: impl FnMut(&Connection) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        if self.is_untouched() {
            return Ok(None);
        }
        self.look_again(read).map(Some)
    }

    /// Whether it has not changed since it was read last, as far as files tell.
    pub(crate) fn is_untouched(&self) -> bool {
        self.seen.is_some() && self.seen == Stamp::of(&self.path).ok()
    }

    /// Reads it, also where it has not changed since it was read last.
    pub(crate) fn look_again<T>(
        &mut self,
        read: impl FnMut(&Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.seen = None;
        self.unpublished = None;
        self.n_reads += 1;
        let (value, stamp) = self.read_steady(read)?;
        self.unpublished = stamp.unpublished_for();
        self.seen = Some(stamp).filter(Stamp::is_settled);
        Ok(value)
    }

    /// How soon to look again for what stood in the log and did not count yet: no file's change tells
    /// when it does.
    pub(crate) fn look_again_in(&self) -> Option<Duration> {
        let for_so_long = self.unpublished?;
        (for_so_long < STALE).then(|| for_so_long.max(SOON))
    }

    /// Reads it in any case.
    pub(crate) fn read<T>(
        &self,
        read: impl FnMut(&Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        Ok(self.read_steady(read)?.0)
    }

    fn read_steady<T>(
        &self,
        mut read: impl FnMut(&Connection) -> Result<T, Failure>,
    ) -> Result<(T, Stamp), Failure> {
        let mut last = Failure::Busy;
        for pause in PAUSES {
            sleep(pause);
            let stamp = self.stamp()?;
            match self.read_once(&stamp, &mut read) {
                Ok(value) => return Ok((value, stamp)),
                // What went wrong under a writer's hands is no fault of the database.
                Err(failure) if failure.is_passing() || self.has_changed_since(&stamp) => {
                    last = failure;
                }
                Err(failure) => return Err(failure),
            }
        }
        Err(last)
    }

    /// The files before they are read. Where others read at this moment it stays open whether all of
    /// the log counts, and the next look reads again.
    fn stamp(&self) -> Result<Stamp, Failure> {
        match WITH_LOCKS.try_write() {
            Ok(_alone) => Stamp::with_index(&self.path),
            Err(_) => Stamp::of(&self.path),
        }
    }

    fn read_once<T>(
        &self,
        stamp: &Stamp,
        read: &mut impl FnMut(&Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match stamp.way()? {
            Way::Live => {
                let _held = WITH_LOCKS.read().unwrap_or_else(PoisonError::into_inner);
                let connection = open(&stamp.path, "mode=ro&readonly_shm=1")?;
                let before = data_version(&connection)?;
                let value = read(&connection)?;
                if data_version(&connection)? == before {
                    return Ok(value);
                }
                // A second reading, right now, is most often from one state.
                read(&connection)
            }
            Way::Still => {
                let connection = open(&stamp.path, "mode=ro&immutable=1")?;
                let value = read(&connection)?;
                match self.has_changed_since(stamp) {
                    true => Err(Failure::Busy),
                    false => Ok(value),
                }
            }
            Way::Copied => {
                let cache = self.cache.as_deref().ok_or(Failure::NoPlaceForCopy)?;
                let copy = PrivateCopy::of(stamp, cache)?;
                if self.has_changed_since(stamp) {
                    return Err(Failure::Busy);
                }
                read(&open_copy(copy.database())?)
            }
        }
    }

    fn has_changed_since(&self, stamp: &Stamp) -> bool {
        Stamp::of(&self.path).ok().as_ref() != Some(stamp)
    }
}

/// Opens a database of somebody else's.
fn open(path: &Path, parameters: &str) -> Result<Connection, Failure> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    set_up(Connection::open_with_flags(uri(path, parameters), flags)?)
}

/// Opens a copy, in which SQLite may bring log or journal into order.
fn open_copy(path: &Path) -> Result<Connection, Failure> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    // It is deleted afterwards.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    set_up(connection)
}

fn set_up(connection: Connection) -> Result<Connection, Failure> {
    connection.busy_timeout(PATIENCE)?;
    connection.execute_batch(
        "PRAGMA query_only = 1; PRAGMA temp_store = memory; PRAGMA trusted_schema = 0;",
    )?;
    Ok(connection)
}

/// A number that differs once another connection has changed the database.
fn data_version(connection: &Connection) -> Result<i64, Failure> {
    Ok(connection.pragma_query_value(None, "data_version", |row| row.get(0))?)
}

/// The time, for what depends on it.
pub(crate) fn now() -> SystemTime {
    SystemTime::now()
}

#[cfg(test)]
mod tests;
