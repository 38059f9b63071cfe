//! Copies of databases that cannot be read where they stand.

use super::{
    Failure, now,
    stamp::{Stamp, path_beside},
};
use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, ErrorKind, Read as _},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// The most that is copied, in bytes.
const LARGEST: u64 = 1024 * 1024 * 1024;
/// What the names of copies' folders begin with.
const PREFIX: &str = "sqlite-";
/// How old a folder is that a killed process must have left behind.
const LEFT_BEHIND: Duration = Duration::from_hours(1);

/// A copy that nobody else can read, and that is deleted when it is dropped.
#[derive(Debug)]
pub(super) struct PrivateCopy {
    folder: PathBuf,
    database: PathBuf,
}

impl PrivateCopy {
    /// Copies a database with its log or journal into a new folder below `cache`.
    pub(super) fn of(stamp: &Stamp, cache: &Path) -> Result<Self, Failure> {
        let files = [Some(stamp.database), stamp.log, stamp.journal];
        let bytes = files.into_iter().flatten().map(|file| file.bytes).sum();
        if bytes > LARGEST {
            return Err(Failure::TooLargeForCopy(bytes));
        }
        private().recursive(true).create(cache)?;
        delete_left_behind(cache);
        let folder = new_folder(cache)?;
        let copy = Self {
            database: folder.join("copy.db"),
            folder,
        };
        let mut room = LARGEST;
        for ending in ["", "-wal", "-journal"] {
            let from = path_beside(&stamp.path, ending);
            match copy_file(&from, &path_beside(&copy.database, ending), room) {
                Ok(bytes) => room = room.saturating_sub(bytes),
                Err(error) if !ending.is_empty() && error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(copy)
    }

    /// Where the copy is.
    pub(super) fn database(&self) -> &Path {
        &self.database
    }
}

impl Drop for PrivateCopy {
    fn drop(&mut self) {
        // What cannot be deleted now is, as left behind, when the next copy is made.
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// Copies at most `room` bytes.
fn copy_file(from: &Path, to: &Path, room: u64) -> io::Result<u64> {
    let source = File::open(from)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    io::copy(&mut source.take(room), &mut options.open(to)?)
}

/// A folder that no other copy has.
fn new_folder(cache: &Path) -> io::Result<PathBuf> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = cache.join(format!("{PREFIX}{}-{number}", process::id()));
        match private().create(&folder) {
            Ok(()) => return Ok(folder),
            // A process of the same number left it behind.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

fn private() -> DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Deletes the copies of processes that were killed.
fn delete_left_behind(cache: &Path) {
    for entry in fs::read_dir(cache).into_iter().flatten().flatten() {
        let is_copy = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|at| now().duration_since(at).ok());
        if is_copy && age.is_some_and(|age| age > LEFT_BEHIND) {
            fs::remove_dir_all(entry.path()).ok();
        }
    }
}
