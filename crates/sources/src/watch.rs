//! One watcher for the whole process. It only says that something changed, in a folder or in what
//! has certain names there; readers look for themselves, and a slow poll behind it finds what a watch misses.
//!
//! A folder of which the system does not tell what changes is left to that poll, and the watcher says
//! so. One that is moved away and comes back, or is replaced, is watched again.

mod file_system;
mod folders;
mod keeper;
mod native;
mod watched;

pub use folders::WatchGuard;
pub(crate) use native::Native;
pub use watched::Watched;

use folders::{Folders, lock};
use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::AtomicBool},
    time::Duration,
};

/// How often it is looked whether a watched folder is still the one at its path.
const KEEP: Duration = Duration::from_secs(1);

/// A folder cannot be watched, nor looked into: it is not there.
#[derive(Debug, thiserror::Error)]
#[error("cannot watch {}: {source}", .path.display())]
pub struct WatchError {
    path: PathBuf,
    source: std::io::Error,
}

/// Why a folder is looked at again and again, and not watched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Polled {
    /// Others may change it without this system being told.
    #[error("it is on {0}, which does not tell what changes elsewhere")]
    Network(&'static str),
    /// There are too many watches.
    #[error(
        "the system's limit of watches is used up (on Linux fs.inotify.max_user_watches and max_user_instances)"
    )]
    Exhausted,
    /// The system refused for another reason.
    #[error("the system does not watch it: {0}")]
    Refused(String),
}

/// Watches folders, each without what lies in its folders.
pub struct Watcher {
    shared: Arc<Shared>,
}

type Tell = Box<dyn Fn(&Path, &Polled) + Send + Sync>;

/// What the watcher, its guards and its threads share.
struct Shared {
    /// The system's watcher, or why there is none.
    native: Mutex<Result<Box<dyn Native>, Polled>>,
    folders: Arc<Folders>,
    /// Names the file system of a folder where changes from elsewhere are not told.
    network: fn(&Path) -> Option<&'static str>,
    tell: Tell,
    keep: Duration,
    is_kept: AtomicBool,
}

impl Watcher {
    /// A watcher that watches nothing yet.
    pub fn new() -> Self {
        Self::telling(|_, _| {})
    }

    /// A watcher that says of each folder that it has to leave to polling, once, and why.
    pub fn telling(tell: impl Fn(&Path, &Polled) + Send + Sync + 'static) -> Self {
        let folders = Arc::<Folders>::default();
        let native = native::recommended(&folders);
        Self::of(Shared {
            native: Mutex::new(native),
            folders,
            network: file_system::network,
            tell: Box::new(tell),
            keep: KEEP,
            is_kept: AtomicBool::new(false),
        })
    }

    /// A watcher that leaves all folders to polling.
    pub fn polling(why: Polled) -> Self {
        Self::of(Shared {
            native: Mutex::new(Err(why)),
            folders: Arc::default(),
            network: |_| None,
            tell: Box::new(|_, _| {}),
            keep: KEEP,
            is_kept: AtomicBool::new(false),
        })
    }

    fn of(shared: Shared) -> Self {
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Calls `wake` from now on whenever something of what is `watched` may have changed, from a
    /// thread of the watcher's: it must only pass the word on. Whether the system tells of changes, or the
    /// folder has to be looked at again and again, says [`WatchGuard::polled`].
    ///
    /// # Errors
    ///
    /// Where there is nothing at the path.
    pub fn watch(
        &self,
        watched: Watched,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<WatchGuard, WatchError> {
        let folder = &watched.folder.clone();
        let id = self.shared.folders.register(watched, Arc::new(wake));
        // Again also where it is watched: the folder may be another one under the same name.
        if let Err(source) = self.shared.begin(folder) {
            self.shared.end(folder, id);
            let path = folder.to_owned();
            return Err(WatchError { path, source });
        }
        if lock(&self.shared.native).is_ok() {
            keeper::keep(&self.shared);
        }
        Ok(WatchGuard::new(&self.shared, folder, id))
    }
}

impl Default for Watcher {
    fn default() -> Self {
        Self::new()
    }
}

impl Shared {
    /// Begins to watch a folder, or says why it has to be polled.
    fn begin(&self, folder: &Path) -> std::io::Result<()> {
        // Held to the end, so that no other watch of the folder begins or ends in between. The
        // table of folders must not be held then: the watcher's thread waits for it.
        let mut native = lock(&self.native);
        // Before the watch begins: what takes the folder's place afterwards is noticed.
        let identity = file_system::Identity::of(folder)?;
        let polled = match ((self.network)(folder), native.as_mut()) {
            (Some(kind), _) => Some(Polled::Network(kind)),
            (None, Err(why)) => Some(why.clone()),
            (None, Ok(native)) => native.watch(folder).err(),
        };
        if let Some(why) = &polled
            && self.folders.is_news(folder)
        {
            (self.tell)(folder, why);
        }
        self.folders.begin(folder, identity, polled);
        Ok(())
    }

    /// Ends what one reader asked for.
    fn end(&self, folder: &Path, id: u64) {
        let mut native = lock(&self.native);
        if self.folders.unregister(folder, id)
            && let Ok(native) = native.as_mut()
        {
            native.unwatch(folder);
        }
    }

    /// Watches the folder that is at the path now, in the place of the one that was.
    fn begin_again(&self, folder: &Path) {
        if let Ok(native) = lock(&self.native).as_mut() {
            native.unwatch(folder);
        }
        // One that is gone again is looked for again, and one that is still polled needs no word.
        if self.begin(folder).is_ok() && self.folders.polled(folder).is_none() {
            self.folders.wake(folder);
        }
    }
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher")
            .field("folders", &self.shared.folders)
            .finish()
    }
}

#[cfg(test)]
mod tests;
