//! The opened conversations.

use super::{Follower, POLL, Settings, list::ListFollower, tell_polled};
use crate::{config::Config, folders::cache_here};
use sources::{SourceError, Store, Summary, Watcher};
use std::{
    collections::HashMap,
    env::temp_dir,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How many conversations that nobody follows stay open, so that the next page of one need not read
/// it again.
const MOST_IDLE: usize = 8;

/// All stores and the conversations of them that are open.
#[derive(Debug)]
pub(crate) struct Hub {
    stores: Vec<Arc<dyn Store>>,
    open: Mutex<Open>,
    watcher: Arc<Watcher>,
    list: Arc<ListFollower>,
    settings: Settings,
}

#[derive(Debug, Default)]
struct Open {
    followers: HashMap<String, Entry>,
    n_uses: u64,
}

#[derive(Debug)]
struct Entry {
    follower: Arc<Follower>,
    last_use: u64,
}

/// A conversation that was asked for.
#[derive(Debug)]
pub(crate) struct Found {
    /// Its id as URLs have it.
    pub id: String,
    pub follower: Arc<Follower>,
}

impl Hub {
    pub(crate) fn new(stores: Vec<Arc<dyn Store>>, config: Config) -> Self {
        let list = Arc::new(ListFollower::new(&stores));
        Self {
            stores,
            open: Mutex::default(),
            watcher: Arc::new(Watcher::telling(tell_polled)),
            list,
            settings: Settings {
                policy: Arc::new(config.page),
                folder: cache_here().unwrap_or_else(temp_dir),
                poll: POLL,
            },
        }
    }

    pub(crate) fn watcher(&self) -> &Arc<Watcher> {
        &self.watcher
    }

    /// Where conversations are looked for.
    pub(crate) fn looked_in(&self) -> String {
        let paths: Vec<String> = self
            .stores
            .iter()
            .map(|store| store.path().display().to_string())
            .collect();
        paths.join(", ")
    }

    /// The list of all conversations.
    pub(crate) fn list(&self) -> &Arc<ListFollower> {
        &self.list
    }

    /// What a conversation is called; nothing where it is not there. It may read files: not for the
    /// threads that serve requests.
    pub(crate) fn title(&self, id: &str) -> Option<String> {
        let listed = self.list.last();
        if let Some(summary) = listed.all.iter().find(|summary| summary.id == id) {
            return Some(called(summary));
        }
        let mut stores = self.stores.iter();
        let store = stores.find(|store| store.resolve(id).as_deref() == Some(id))?;
        store.open(id).summary().as_ref().map(called)
    }

    /// How many events a conversation has, if it is open.
    pub(crate) fn n_events(&self, id: &str) -> Option<u64> {
        let follower = self
            .lock()
            .followers
            .get(id)
            .map(|entry| Arc::clone(&entry.follower))?;
        follower.n_events()
    }

    /// Opens the conversation that a person names, in any spelling, and reads what is new in it.
    /// Nothing where there is none. It reads files: not for the threads that serve requests.
    pub(crate) fn open(&self, spelled: &str) -> Result<Option<Found>, SourceError> {
        let named = self
            .stores
            .iter()
            .find_map(|store| Some((store, store.resolve(spelled)?)));
        let Some((store, id)) = named else {
            return Ok(None);
        };
        let follower = self.lock().follower(&id, || {
            Follower::new(store.open(&id), self.settings.clone(), self.list.wake())
        });
        // One that cannot be read any more still shows what was read before.
        let is_known = follower.n_events().is_some_and(|n| n > 0);
        match follower.refresh() {
            Err(error) if !is_known => Err(error),
            _ => Ok(Some(Found { id, follower })),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a conversation is called: its title, or else its id.
pub(crate) fn called(summary: &Summary) -> String {
    let title = summary.title.as_ref();
    title.unwrap_or(&summary.id).clone()
}

impl Open {
    fn follower(&mut self, id: &str, open: impl FnOnce() -> Follower) -> Arc<Follower> {
        self.n_uses += 1;
        let last_use = self.n_uses;
        if !self.followers.contains_key(id) {
            self.close_idle();
        }
        let new = || Entry {
            follower: Arc::new(open()),
            last_use,
        };
        let entry = self.followers.entry(id.to_owned()).or_insert_with(new);
        entry.last_use = last_use;
        Arc::clone(&entry.follower)
    }

    /// Closes those that nobody follows, the longest unused first, until one more may be opened.
    fn close_idle(&mut self) {
        let idle = self
            .followers
            .iter()
            .filter(|(_, entry)| !entry.follower.has_readers());
        let mut idle: Vec<(u64, String)> = idle
            .map(|(id, entry)| (entry.last_use, id.clone()))
            .collect();
        idle.sort();
        let n_too_many = (idle.len() + 1).saturating_sub(MOST_IDLE);
        for (_, id) in idle.into_iter().take(n_too_many) {
            self.followers.remove(&id);
        }
    }
}
