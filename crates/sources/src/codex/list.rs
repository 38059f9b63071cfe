//! The list of a store, kept from one look to the next.

use super::{
    CodexStore,
    files::{FileStamp, Found},
    summary::{Told, now},
    titles::Titles,
};
use crate::{List, SourceError, Summary};
use std::{collections::HashMap, path::PathBuf, sync::Arc};

/// Lists a store again and again, and reads only rollouts whose files have changed.
#[derive(Debug)]
pub struct CodexList {
    store: CodexStore,
    titles: Titles,
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
            titles: Titles::default(),
            known: HashMap::new(),
            n_read: 0,
        }
    }

    /// How many rollouts have been read so far.
    pub fn n_read(&self) -> u64 {
        self.n_read
    }

    /// Whether a thread is at work depends on the time, so that what is told of it is looked at each
    /// time, and its file only where it has changed.
    fn look(&mut self, found: &Found) -> Known {
        let known = self.known.get(&found.path);
        let known = known.filter(|known| known.stamp == found.stamp);
        let told = known.map(|known| Arc::clone(&known.told));
        let told = told.unwrap_or_else(|| {
            self.n_read += 1;
            Arc::new(Told::read(found, self.store.restoration()))
        });
        let summary = told.summary(found, self.titles.of(&found.thread), now());
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
        self.titles.refresh(self.store.titles_path());
        let all = self.store.all();
        let mut found: Vec<&Found> = all.values().collect();
        found.sort_by(|a, b| a.path.cmp(&b.path));
        let known: HashMap<PathBuf, Known> = found
            .into_iter()
            .map(|found| (found.path.clone(), self.look(found)))
            .collect();
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
