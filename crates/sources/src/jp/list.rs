//! The list of a store, kept from one look to the next.

use super::{JpId, JpStore, locks::Locks, roots::Copies, summary::Stamp};
use crate::{List, SourceError, Summary, parallel};
use std::{collections::HashMap, sync::Arc};

/// Lists a store again and again, and reads only conversations whose files have changed.
#[derive(Debug)]
pub struct JpList {
    store: JpStore,
    known: HashMap<JpId, Known>,
    n_read: u64,
}

/// What was found of a conversation.
#[derive(Clone, Debug)]
struct Known {
    stamp: Stamp,
    summary: Arc<Summary>,
    is_new: bool,
}

impl JpList {
    pub(super) fn new(store: JpStore) -> Self {
        Self {
            store,
            known: HashMap::new(),
            n_read: 0,
        }
    }

    /// The store that is listed.
    pub fn store(&self) -> &JpStore {
        &self.store
    }

    /// How many conversations have been read so far.
    pub fn n_read(&self) -> u64 {
        self.n_read
    }

    /// Mostly the system is waited for, so that several wait at once. A thread that panicked leaves its
    /// conversations out of this list.
    fn look_at_all(&self, all: &[(JpId, Copies)], locks: &Locks) -> Vec<(JpId, Known)> {
        let look = |(id, copies): &(JpId, Copies)| Some((*id, self.look_at(*id, copies, locks)));
        let found = parallel::map(all, look, |_| None);
        found.into_iter().flatten().collect()
    }

    fn look_at(&self, id: JpId, copies: &Copies, locks: &Locks) -> Known {
        let entry = self.store.entry(id, copies, locks);
        let stamp = entry.stamp();
        match self.known.get(&id) {
            Some(known) if known.stamp == stamp => Known {
                is_new: false,
                ..known.clone()
            },
            _ => Known {
                stamp,
                summary: Arc::new(entry.summary()),
                is_new: true,
            },
        }
    }
}

impl List for JpList {
    /// All conversations, the last active first.
    fn refresh(&mut self) -> Result<Vec<Arc<Summary>>, SourceError> {
        let locks = self.store.locks();
        let conversations = self.store.conversations()?;
        let found = self.look_at_all(&conversations, &locks);
        self.n_read += found.iter().filter(|(_, known)| known.is_new).count() as u64;
        let mut list: Vec<Arc<Summary>> = found
            .iter()
            .map(|(_, known)| Arc::clone(&known.summary))
            .collect();
        self.known = found.into_iter().collect();
        list.sort_by(|a, b| (b.updated_at_ms, &b.id).cmp(&(a.updated_at_ms, &a.id)));
        Ok(list)
    }
}
