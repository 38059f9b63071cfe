//! The list of a store, kept from one look to the next.

use super::{JpId, JpStore, locks::Locks, roots::Copies, summary::Stamp};
use crate::{List, SourceError, Summary};
use std::{
    collections::HashMap,
    sync::Arc,
    thread::{self, available_parallelism},
};

/// How many conversations are worth a thread of their own.
const WORTH_A_THREAD: usize = 500;

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

    /// Mostly the system is waited for, so that several wait at once.
    fn look_at_all(&self, all: &[(JpId, Copies)], locks: &Locks) -> Vec<(JpId, Known)> {
        let n_threads = available_parallelism().map_or(1, usize::from).min(8);
        let per_thread = all.len().div_ceil(n_threads).max(WORTH_A_THREAD);
        thread::scope(|scope| {
            let look = |part| scope.spawn(move || self.look_at(part, locks));
            let parts: Vec<_> = all.chunks(per_thread).map(look).collect();
            // A thread that panicked leaves its conversations out of this list.
            parts
                .into_iter()
                .filter_map(|part| part.join().ok())
                .flatten()
                .collect()
        })
    }

    fn look_at(&self, part: &[(JpId, Copies)], locks: &Locks) -> Vec<(JpId, Known)> {
        let look = |(id, copies): &(JpId, Copies)| {
            let entry = self.store.entry(*id, copies, locks);
            let stamp = entry.stamp();
            let known = match self.known.get(id) {
                Some(known) if known.stamp == stamp => Known {
                    is_new: false,
                    ..known.clone()
                },
                _ => Known {
                    stamp,
                    summary: Arc::new(entry.summary()),
                    is_new: true,
                },
            };
            (*id, known)
        };
        part.iter().map(look).collect()
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
