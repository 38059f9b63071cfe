//! The list of a store, kept from one look to the next.

use super::{JpId, JpStore, summary::Stamp};
use crate::{SourceError, Summary};
use std::collections::HashMap;

/// Lists a store again and again, and reads only conversations whose files have changed.
#[derive(Debug)]
pub struct JpList {
    store: JpStore,
    known: HashMap<JpId, (Stamp, Summary)>,
    n_read: u64,
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

    /// All conversations, the last active first.
    pub fn refresh(&mut self) -> Result<Vec<Summary>, SourceError> {
        let locks = self.store.locks();
        let mut seen = HashMap::new();
        for (id, copies) in self.store.conversations()? {
            let entry = self.store.entry(id, &copies, &locks);
            let stamp = entry.stamp();
            let summary = match self.known.remove(&id) {
                Some((known, summary)) if known == stamp => summary,
                _ => {
                    self.n_read += 1;
                    entry.summary()
                }
            };
            seen.insert(id, (stamp, summary));
        }
        self.known = seen;
        let mut list: Vec<Summary> = self
            .known
            .values()
            .map(|(_, summary)| summary.clone())
            .collect();
        list.sort_by(|a, b| (b.updated_at_ms, &b.id).cmp(&(a.updated_at_ms, &a.id)));
        Ok(list)
    }

    /// How many conversations have been read so far.
    pub fn n_read(&self) -> u64 {
        self.n_read
    }
}
