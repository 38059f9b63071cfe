//! The folders that are watched, and for whom.

use super::{Polled, Shared, Watched, file_system::Identity};
use notify::EventKind;
use std::{
    collections::{HashMap, HashSet},
    ffi::OsStr,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

type Wake = Arc<dyn Fn() + Send + Sync>;

/// The table of folders.
#[derive(Default)]
pub(super) struct Folders {
    all: Mutex<HashMap<PathBuf, Folder>>,
    /// The folders of which it was told that they are polled.
    told: Mutex<HashSet<PathBuf>>,
}

#[derive(Default)]
struct Folder {
    readers: Vec<Reader>,
    /// What was at the path when its watch began.
    identity: Option<Identity>,
    polled: Option<Polled>,
}

struct Reader {
    id: u64,
    watched: Watched,
    wake: Wake,
}

/// Ends its watch when dropped.
pub struct WatchGuard {
    shared: Weak<Shared>,
    folder: PathBuf,
    id: u64,
}

impl Folders {
    pub(super) fn register(&self, watched: Watched, wake: Wake) -> u64 {
        let mut all = lock(&self.all);
        let folder = watched.folder.clone();
        let readers = &mut all.entry(folder).or_default().readers;
        let id = readers.iter().map(|other| other.id + 1).max().unwrap_or(0);
        readers.push(Reader { id, watched, wake });
        id
    }

    /// Whether nobody is left who watches the folder.
    pub(super) fn unregister(&self, folder: &Path, id: u64) -> bool {
        let mut all = lock(&self.all);
        let Some(found) = all.get_mut(folder) else {
            return false;
        };
        found.readers.retain(|other| other.id != id);
        let is_last = found.readers.is_empty();
        if is_last {
            all.remove(folder);
        }
        is_last
    }

    /// Notes how a folder is watched from now on.
    pub(super) fn begin(&self, folder: &Path, identity: Identity, polled: Option<Polled>) {
        if let Some(found) = lock(&self.all).get_mut(folder) {
            found.identity = Some(identity);
            found.polled = polled;
        }
    }

    /// Whether nobody was told yet that a folder is polled.
    pub(super) fn is_news(&self, folder: &Path) -> bool {
        lock(&self.told).insert(folder.to_owned())
    }

    pub(super) fn is_empty(&self) -> bool {
        lock(&self.all).is_empty()
    }

    /// The folders that are no longer what is watched: another one is at their path, or none was
    /// and one is, or there was no room for their watch.
    pub(super) fn lost(&self) -> Vec<PathBuf> {
        let known: Vec<(PathBuf, Option<Identity>, bool)> = lock(&self.all)
            .iter()
            // To ask for a folder of another machine may take long.
            .filter(|(_, folder)| !matches!(folder.polled, Some(Polled::Network(_))))
            .map(|(path, folder)| (path.clone(), folder.identity, folder.polled.is_some()))
            .collect();
        let is_lost = |(path, identity, is_polled): &(PathBuf, Option<Identity>, bool)| {
            let now = Identity::of(path).ok();
            if now.is_none() {
                self.forget_identity(path);
            }
            now.is_some() && (now != *identity || *is_polled)
        };
        let lost = known.into_iter().filter(is_lost);
        lost.map(|(path, ..)| path).collect()
    }

    /// What comes back to the path is to be watched anew, also where it is the same.
    fn forget_identity(&self, folder: &Path) {
        if let Some(found) = lock(&self.all).get_mut(folder) {
            found.identity = None;
        }
    }

    /// Wakes whoever reads a folder.
    pub(super) fn wake(&self, folder: &Path) {
        let wakes = lock(&self.all).get(folder).map(Folder::wakes);
        for wake in wakes.into_iter().flatten() {
            wake();
        }
    }

    pub(super) fn dispatch(&self, event: notify::Result<notify::Event>) {
        for wake in self.concerned(event) {
            wake();
        }
    }

    /// Whom an event concerns. Reading a file is an event too, and no change. After an error, and
    /// where the system says that it lost events, everything may have changed.
    fn concerned(&self, event: notify::Result<notify::Event>) -> Vec<Wake> {
        let all = lock(&self.all);
        let Some(event) = event.ok().filter(|event| !event.need_rescan()) else {
            return all.values().flat_map(Folder::wakes).collect();
        };
        if matches!(event.kind, EventKind::Access(_)) {
            return Vec::new();
        }
        let mut wakes = Vec::new();
        for path in &event.paths {
            let folder = path.parent().and_then(|folder| all.get(folder));
            let within = folder.map(|folder| folder.concerned(path.file_name()));
            let itself = all.get(path).map(Folder::wakes);
            wakes.extend([within, itself].into_iter().flatten().flatten());
        }
        wakes
    }

    pub(super) fn polled(&self, folder: &Path) -> Option<Polled> {
        lock(&self.all).get(folder)?.polled.clone()
    }
}

impl Folder {
    /// Whoever reads the folder.
    fn wakes(&self) -> Vec<Wake> {
        self.concerned(None)
    }

    /// Whom a change under this name concerns.
    fn concerned(&self, name: Option<&OsStr>) -> Vec<Wake> {
        let readers = self.readers.iter();
        let readers = readers.filter(|reader| reader.watched.concerns(name));
        readers.map(|reader| Arc::clone(&reader.wake)).collect()
    }
}

impl WatchGuard {
    pub(super) fn new(shared: &Arc<Shared>, folder: &Path, id: u64) -> Self {
        Self {
            shared: Arc::downgrade(shared),
            folder: folder.to_owned(),
            id,
        }
    }

    /// Why the folder has to be looked at again and again; nothing where the system tells what
    /// changes in it.
    pub fn polled(&self) -> Option<Polled> {
        self.shared.upgrade()?.folders.polled(&self.folder)
    }
}

impl Drop for WatchGuard {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.upgrade() {
            shared.end(&self.folder, self.id);
        }
    }
}

/// A panic while holding a lock leaves these maps as they were; there is nothing to protect.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Folders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(lock(&self.all).keys()).finish()
    }
}

impl fmt::Debug for WatchGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WatchGuard")
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}
