//! The list of a store, kept from one look to the next.

use super::{
    CodexStore,
    files::{FileStamp, Found},
    names::Names,
    summary::{Told, now},
};
use crate::{List, SourceError, Summary, parallel};
use std::{collections::HashMap, path::PathBuf, sync::Arc};

/// Lists a store again and again, and reads only rollouts whose files have changed.
#[derive(Debug)]
pub struct CodexList {
    store: CodexStore,
    known: HashMap<PathBuf, Known>,
    n_read: u64,
}

/// What was found of a thread.
#[derive(Clone, Debug)]
struct Known {
    stamp: FileStamp,
    told: Arc<Told>,
    summary: Arc<Summary>,
}

impl CodexList {
    pub(super) fn new(store: CodexStore) -> Self {
        Self {
            store,
            known: HashMap::new(),
            n_read: 0,
        }
    }

    /// How often the database with the names has been read so far.
    pub fn n_looks(&self) -> u64 {
        self.store.names().n_reads()
    }

    /// How many rollouts have been read so far.
    pub fn n_read(&self) -> u64 {
        self.n_read
    }

    /// What the files tell that have changed.
    fn read(&mut self, all: &[Found]) -> HashMap<PathBuf, Arc<Told>> {
        let is_new = |found: &&Found| {
            let known = self.known.get(&found.path);
            known.is_none_or(|known| known.stamp != found.stamp)
        };
        let new: Vec<&Found> = all.iter().filter(is_new).collect();
        self.n_read += new.len() as u64;
        let restoration = self.store.restoration();
        let read = |found: &&Found| Arc::new(Told::read(found, restoration));
        let told = parallel::map(&new, read, |found| Arc::new(Told::unread(found)));
        let paths = new.into_iter().map(|found| found.path.clone());
        paths.zip(told).collect()
    }

    /// Whether a thread is at work depends on the time, so that what is told of it is looked at each
    /// time, and its file only where it has changed.
    fn look(&self, found: &Found, new: Option<Arc<Told>>, names: &Names) -> Known {
        let known = self.known.get(&found.path);
        let told = new.or_else(|| known.map(|known| Arc::clone(&known.told)));
        let told = told.unwrap_or_default();
        let summary = told.summary(found, &names.of(&found.thread), now());
        let same = known.filter(|known| *known.summary == summary);
        Known {
            stamp: found.stamp,
            summary: same.map_or_else(|| Arc::new(summary), |known| Arc::clone(&known.summary)),
            told,
        }
    }
}

impl List for CodexList {
    fn refresh(&mut self) -> Result<Vec<Arc<Summary>>, SourceError> {
        self.store.check()?;
        let all: Vec<Found> = self.store.all().into_values().collect();
        let mut new = self.read(&all);
        let names = self.store.names();
        let look = |found: Found| {
            let known = self.look(&found, new.remove(&found.path), &names);
            (found.path, known)
        };
        let known: HashMap<PathBuf, Known> = all.into_iter().map(look).collect();
        drop(names);
        self.known = known;
        let mut list: Vec<Arc<Summary>> = self
            .known
            .values()
            .map(|known| Arc::clone(&known.summary))
            .collect();
        list.sort_by(|a, b| (b.updated_at_ms, &b.id).cmp(&(a.updated_at_ms, &a.id)));
        Ok(list)
    }
}
