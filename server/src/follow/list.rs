//! The list of all conversations, and what follows it.

use super::family::Family;
use sources::{List, Store, Summary, Watched, Watcher};
use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::{Notify, watch};

/// How often a list that somebody looks at is read again when nothing says that it changed.
const POLL: Duration = Duration::from_secs(10);
/// How old a list may be when a page begins with it.
const FRESH: Duration = Duration::from_secs(1);
/// The shortest time between two looks: an agent at work changes files many times a second.
const PAUSE: Duration = Duration::from_millis(250);

/// The list as it was read last.
#[derive(Debug, Default)]
pub(crate) struct Snapshot {
    /// The conversations, in the order of [`order`].
    pub all: Vec<Arc<Summary>>,
    /// Which of them stand under which.
    pub family: Family,
    /// What could not be listed, and why.
    pub problems: Vec<String>,
}

/// Reads the lists of all stores, and again while anybody looks at them.
#[derive(Debug)]
pub(crate) struct ListFollower {
    lists: Mutex<Lists>,
    current: watch::Sender<Arc<Snapshot>>,
    is_following: AtomicBool,
    wake: Arc<Notify>,
}

#[derive(Debug)]
struct Lists {
    stores: Vec<(Arc<dyn Store>, Box<dyn List>)>,
    read_at: Option<Instant>,
}

impl ListFollower {
    pub(crate) fn new(stores: &[Arc<dyn Store>]) -> Self {
        let listing = |store: &Arc<dyn Store>| (Arc::clone(store), store.listing());
        let stores = stores.iter().map(listing).collect();
        Self {
            lists: Mutex::new(Lists {
                stores,
                read_at: None,
            }),
            current: watch::Sender::default(),
            is_following: AtomicBool::new(false),
            wake: Arc::new(Notify::new()),
        }
    }

    /// What wakes it: a conversation that changes says so.
    pub(crate) fn wake(&self) -> Arc<Notify> {
        Arc::clone(&self.wake)
    }

    /// The list as it is now. It reads files: not for the threads that serve requests.
    pub(crate) fn now(&self) -> Arc<Snapshot> {
        let mut lists = self.lock();
        if lists.read_at.is_none_or(|at| at.elapsed() > FRESH) {
            self.publish(lists.read());
        }
        Arc::clone(&self.current.borrow())
    }

    /// The list as it was read last, which may be never.
    pub(crate) fn last(&self) -> Arc<Snapshot> {
        Arc::clone(&self.current.borrow())
    }

    /// The list from now on.
    pub(crate) fn subscribe(
        self: &Arc<Self>,
        watcher: &Arc<Watcher>,
    ) -> watch::Receiver<Arc<Snapshot>> {
        let receiver = self.current.subscribe();
        self.keep_following(watcher);
        receiver
    }

    fn publish(&self, snapshot: Snapshot) {
        self.current.send_if_modified(|current| {
            let is_new = current.all != snapshot.all || current.problems != snapshot.problems;
            if is_new {
                *current = Arc::new(snapshot);
            }
            is_new
        });
    }

    fn keep_following(self: &Arc<Self>, watcher: &Arc<Watcher>) {
        if self.is_following.swap(true, Ordering::SeqCst) {
            return;
        }
        let (this, watcher) = (Arc::clone(self), Arc::clone(watcher));
        tokio::spawn(async move {
            this.follow(&watcher).await;
            this.is_following.store(false, Ordering::SeqCst);
            // A reader may have come between the last look and now.
            if this.current.receiver_count() > 0 {
                this.keep_following(&watcher);
            }
        });
    }

    async fn follow(self: &Arc<Self>, watcher: &Watcher) {
        let mut guards = HashMap::new();
        while self.current.receiver_count() > 0 {
            let folders = self.lock().folders();
            guards.retain(|folder, _| folders.contains(folder));
            for folder in folders {
                if let Entry::Vacant(place) = guards.entry(folder) {
                    let wake = Arc::clone(&self.wake);
                    if let Ok(guard) =
                        watcher.watch(Watched::all(place.key()), move || wake.notify_one())
                    {
                        place.insert(guard);
                    }
                }
            }
            let this = Arc::clone(self);
            let read = tokio::task::spawn_blocking(move || {
                let snapshot = this.lock().read();
                this.publish(snapshot);
            });
            if let Err(error) = read.await {
                tracing::warn!("listing stopped: {error}");
            }
            tokio::time::sleep(PAUSE).await;
            // Both ends of the wait lead to a look.
            drop(tokio::time::timeout(POLL, self.wake.notified()).await);
        }
    }

    /// A panic while holding the lock leaves what was read; the next look reads on.
    fn lock(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lists {
    fn read(&mut self) -> Snapshot {
        let mut snapshot = Snapshot::default();
        for (_, list) in &mut self.stores {
            match list.refresh() {
                Ok(all) => snapshot.all.extend(all),
                Err(error) => snapshot.problems.push(error.to_string()),
            }
        }
        // Two paths may lead to one store.
        snapshot.all.sort_by(|a, b| a.id.cmp(&b.id));
        snapshot.all.dedup_by(|a, b| a.id == b.id);
        snapshot.all.sort_by(order);
        snapshot.family = Family::of(&snapshot.all);
        self.read_at = Some(Instant::now());
        snapshot
    }

    fn folders(&self) -> Vec<std::path::PathBuf> {
        let folders = self
            .stores
            .iter()
            .flat_map(|(store, _)| store.list_folders());
        folders.filter(|folder| folder.is_dir()).collect()
    }
}

/// Conversations at work first, then pinned ones, then the others from the last active on; those
/// that were put away at the end.
fn order(a: &Arc<Summary>, b: &Arc<Summary>) -> std::cmp::Ordering {
    let rank = |summary: &Arc<Summary>| match &**summary {
        Summary {
            state: sources::State::Running | sources::State::Waiting,
            ..
        } => 0,
        Summary {
            is_archived: true, ..
        } => 3,
        Summary {
            is_pinned: true, ..
        } => 1,
        _ => 2,
    };
    rank(a)
        .cmp(&rank(b))
        .then_with(|| (b.updated_at_ms, &b.id).cmp(&(a.updated_at_ms, &a.id)))
}
