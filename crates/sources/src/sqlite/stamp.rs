//! The files of a database, as far as they can be told without opening one.

use super::{Failure, now, published::is_all_published};
use std::{
    fs::{self, Metadata},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// How long a file has to rest until its time tells whether it is written to once more: clocks of
/// file systems are coarse, and a write within the same tick leaves the same time.
const TICK: Duration = Duration::from_millis(100);

/// The files of a database at one moment.
#[derive(Clone, Debug)]
pub(super) struct Stamp {
    /// Where the database is: the files beside it stand where the file itself does, and not where a
    /// link to it does.
    pub path: PathBuf,
    pub database: FileStamp,
    pub log: Option<FileStamp>,
    pub journal: Option<FileStamp>,
    pub has_index: bool,
    taken_at: SystemTime,
    /// Whether readers see all that stands in the log, as far as anybody has asked.
    is_published: bool,
}

/// How a database is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Where it stands, while it may change.
    Live,
    /// Where it stands, as a file that does not change.
    Still,
    /// From a copy.
    Copied,
}

/// What tells one state of a file from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileStamp {
    pub bytes: u64,
    modified: Option<SystemTime>,
    /// Its number, where the system has one.
    number: u64,
}

impl Stamp {
    /// The files of the database at `path` now.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let path = fs::canonicalize(path)?;
        let taken_at = now();
        let database = fs::metadata(&path)?;
        if database.is_dir() {
            return Err(io::Error::from(ErrorKind::IsADirectory).into());
        }
        Ok(Self {
            database: FileStamp::of(&database),
            log: beside(&path, "-wal"),
            journal: beside(&path, "-journal"),
            has_index: beside(&path, "-shm").is_some(),
            path,
            taken_at,
            is_published: false,
        })
    }

    /// The files of the database at `path` before it is read. Its index is opened for that, and
    /// closed: no connection may have locks on it.
    pub(super) fn with_index(path: &Path) -> Result<Self, Failure> {
        let mut stamp = Self::of(path)?;
        stamp.is_published = match stamp.way() {
            Ok(Way::Live) => {
                let beside = |ending| path_beside(&stamp.path, ending);
                is_all_published(&beside("-wal"), &beside("-shm"))
            }
            // There is no index that is asked.
            Ok(Way::Still | Way::Copied) | Err(_) => true,
        };
        Ok(stamp)
    }

    /// How to read it.
    pub(super) fn way(&self) -> Result<Way, Failure> {
        let is_filled = |file: Option<FileStamp>| file.is_some_and(|file| file.bytes > 0);
        if self.database.bytes == 0 {
            // SQLite would delete the log of an empty database.
            return Err(Failure::Empty);
        }
        Ok(match (is_filled(self.log), self.has_index) {
            _ if is_filled(self.journal) => Way::Copied,
            (true, true) => Way::Live,
            (true, false) => Way::Copied,
            (false, _) => Way::Still,
        })
    }

    /// Whether a later change shows in the files' times.
    pub(super) fn is_settled(&self) -> bool {
        let files = [Some(self.database), self.log, self.journal];
        self.is_published
            && files.into_iter().flatten().all(|file| {
                file.modified
                    .and_then(|modified| self.taken_at.duration_since(modified).ok())
                    // A time to come is not of a clock of ours, and says nothing.
                    .is_none_or(|age| age > TICK)
            })
    }

    /// For how long something has stood in the log that readers do not see; nothing where they see all
    /// of it.
    pub(super) fn unpublished_for(&self) -> Option<Duration> {
        let written = self.log?.modified?;
        let age = self.taken_at.duration_since(written).unwrap_or_default();
        (!self.is_published).then_some(age)
    }

    /// Whether a program has the database open, or was killed while it had.
    pub(super) fn is_in_use(&self) -> bool {
        self.log.is_some() && self.has_index
    }
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        let state = |stamp: &Self| (stamp.database, stamp.log, stamp.journal, stamp.has_index);
        self.path == other.path && state(self) == state(other)
    }
}

impl FileStamp {
    fn of(metadata: &Metadata) -> Self {
        Self {
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
            number: number(metadata),
        }
    }
}

/// The path of a file that SQLite keeps beside a database.
pub(super) fn path_beside(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn beside(database: &Path, ending: &str) -> Option<FileStamp> {
    let metadata = fs::metadata(path_beside(database, ending)).ok()?;
    metadata.is_file().then(|| FileStamp::of(&metadata))
}

#[cfg(unix)]
fn number(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> u64 {
    0
}
