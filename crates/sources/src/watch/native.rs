//! The system's own watcher.

use super::{Polled, folders::Folders};
use notify::{ErrorKind, RecommendedWatcher, RecursiveMode};
use std::{path::Path, sync::Arc};

/// What watches folders; another in tests.
pub(crate) trait Native: Send {
    /// Begins to watch a folder.
    fn watch(&mut self, folder: &Path) -> Result<(), Polled>;

    /// Ends it. A folder that is gone has no watch to end.
    fn unwatch(&mut self, folder: &Path);
}

/// The watcher of this system, which tells `folders` what happens.
pub(super) fn recommended(folders: &Arc<Folders>) -> Result<Box<dyn Native>, Polled> {
    let folders = Arc::downgrade(folders);
    let watcher = notify::recommended_watcher(move |event| {
        if let Some(folders) = folders.upgrade() {
            folders.dispatch(event);
        }
    });
    match watcher {
        Ok(watcher) => Ok(Box::new(watcher)),
        Err(error) => Err(why(&error)),
    }
}

impl Native for RecommendedWatcher {
    fn watch(&mut self, folder: &Path) -> Result<(), Polled> {
        let watched = notify::Watcher::watch(self, folder, RecursiveMode::NonRecursive);
        watched.map_err(|error| why(&error))
    }

    fn unwatch(&mut self, folder: &Path) {
        drop(notify::Watcher::unwatch(self, folder));
    }
}

fn why(error: &notify::Error) -> Polled {
    match &error.kind {
        ErrorKind::MaxFilesWatch => Polled::Exhausted,
        ErrorKind::Io(io) if is_exhaustion(io) => Polled::Exhausted,
        // Without the path, which is told beside it.
        ErrorKind::Io(io) => Polled::Refused(io.to_string()),
        _ => Polled::Refused(error.to_string()),
    }
}

/// Whether the system has no room for another watcher, or for another watch.
fn is_exhaustion(error: &std::io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let errors = [Errno::MFILE, Errno::NFILE, Errno::NOSPC];
        let raw = error.raw_os_error();
        errors.iter().any(|errno| Some(errno.raw_os_error()) == raw)
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}
