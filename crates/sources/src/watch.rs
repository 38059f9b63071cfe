//! One watcher for the whole process. It only says that something in a folder changed; readers look
//! for themselves, and a slow poll behind it finds what a watch misses.

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::{
    collections::HashMap,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

/// A folder cannot be watched: polling has to do.
#[derive(Debug, thiserror::Error)]
#[error("cannot watch {}: {source}; falling back to looking every second", .path.display())]
pub struct WatchError {
    path: PathBuf,
    source: notify::Error,
}

/// Watches folders, each without what lies in its folders.
pub struct Watcher {
    shared: Arc<Shared>,
}

struct Shared {
    native: Mutex<Option<RecommendedWatcher>>,
    folders: Mutex<HashMap<PathBuf, Vec<Registered>>>,
}

struct Registered {
    id: u64,
    wake: Arc<dyn Fn() + Send + Sync>,
}

/// Ends its watch when dropped.
pub struct WatchGuard {
    shared: Weak<Shared>,
    folder: PathBuf,
    id: u64,
}

impl Watcher {
    /// A watcher that watches nothing yet.
    pub fn new() -> Self {
        let shared = Arc::new(Shared {
            native: Mutex::new(None),
            folders: Mutex::default(),
        });
        let for_events = Arc::downgrade(&shared);
        let native = notify::recommended_watcher(move |event| {
            if let Some(shared) = for_events.upgrade() {
                shared.dispatch(event);
            }
        });
        if let Ok(native) = native {
            *lock(&shared.native) = Some(native);
        }
        Self { shared }
    }

    /// Calls `wake` from now on whenever something in `folder` may have changed, from a thread of
    /// the watcher's: it must only pass the word on.
    pub fn watch(
        &self,
        folder: &Path,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<WatchGuard, WatchError> {
        let failed = |source| WatchError {
            path: folder.to_owned(),
            source,
        };
        // Held to the end, so that no other watch of the folder begins or ends in between. The
        // table of folders must not be held then: the watcher's thread waits for it.
        let mut native = lock(&self.shared.native);
        let native = native
            .as_mut()
            .ok_or_else(|| failed(notify::Error::generic("no watcher here")))?;
        let id = self.shared.register(folder, Arc::new(wake));
        // Again also where it is watched: the folder may be another one under the same name.
        if let Err(error) = native.watch(folder, RecursiveMode::NonRecursive) {
            self.shared.unregister(folder, id);
            return Err(failed(error));
        }
        Ok(WatchGuard {
            shared: Arc::downgrade(&self.shared),
            folder: folder.to_owned(),
            id,
        })
    }
}

impl Default for Watcher {
    fn default() -> Self {
        Self::new()
    }
}

impl Shared {
    fn register(&self, folder: &Path, wake: Arc<dyn Fn() + Send + Sync>) -> u64 {
        let mut folders = lock(&self.folders);
        let registered = folders.entry(folder.to_owned()).or_default();
        let id = registered
            .iter()
            .map(|other| other.id + 1)
            .max()
            .unwrap_or(0);
        registered.push(Registered { id, wake });
        id
    }

    /// Whether nobody is left who watches the folder.
    fn unregister(&self, folder: &Path, id: u64) -> bool {
        let mut folders = lock(&self.folders);
        let Some(registered) = folders.get_mut(folder) else {
            return false;
        };
        registered.retain(|other| other.id != id);
        let is_last = registered.is_empty();
        if is_last {
            folders.remove(folder);
        }
        is_last
    }

    fn dispatch(&self, event: notify::Result<notify::Event>) {
        for wake in self.concerned(event) {
            wake();
        }
    }

    /// Whom an event concerns. Reading a file is an event too, and no change. After an error, and
    /// where the system says that it lost events, everything may have changed.
    fn concerned(&self, event: notify::Result<notify::Event>) -> Vec<Arc<dyn Fn() + Send + Sync>> {
        let folders = lock(&self.folders);
        let all = || {
            folders
                .values()
                .flatten()
                .map(|other| Arc::clone(&other.wake))
                .collect()
        };
        let Ok(event) = event else { return all() };
        if event.need_rescan() {
            return all();
        }
        if matches!(event.kind, EventKind::Access(_)) {
            return Vec::new();
        }
        let named = event
            .paths
            .iter()
            .flat_map(|path| [path.parent(), Some(path.as_path())]);
        let registered = named
            .flatten()
            .filter_map(|folder| folders.get(folder))
            .flatten();
        registered.map(|other| Arc::clone(&other.wake)).collect()
    }
}

impl Drop for WatchGuard {
    fn drop(&mut self) {
        let Some(shared) = self.shared.upgrade() else {
            return;
        };
        let mut native = lock(&shared.native);
        if shared.unregister(&self.folder, self.id)
            && let Some(native) = native.as_mut()
        {
            // A folder that is gone has no watch to end.
            drop(native.unwatch(&self.folder));
        }
    }
}

/// A panic while holding a lock leaves these maps as they were; there is nothing to protect.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher")
            .field("folders", &lock(&self.shared.folders).len())
            .finish()
    }
}

impl fmt::Debug for WatchGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WatchGuard")
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}
