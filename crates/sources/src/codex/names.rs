//! What is kept of all threads beside their rollouts.

use super::{
    state::{State, Thread},
    titles::Titles,
};
use std::path::PathBuf;

/// Where that is.
#[derive(Clone, Debug, Default)]
pub(super) struct Beside {
    /// The index with the names that older versions kept.
    pub index: Option<PathBuf>,
    /// The folder with the databases.
    pub databases: Option<PathBuf>,
    /// Where a database may be copied to that cannot be read where it stands.
    pub cache: Option<PathBuf>,
}

/// What was read last.
#[derive(Debug, Default)]
pub(super) struct Names {
    titles: Titles,
    state: State,
}

impl Names {
    /// Reads what has changed.
    pub(super) fn refresh(&mut self, beside: &Beside) {
        self.titles.refresh(beside.index.as_deref());
        let databases = beside.databases.as_deref();
        self.state.refresh(databases, beside.cache.as_deref());
    }

    /// What is said of a thread. A name in the database counts before one in the index, as it does
    /// for Codex.
    pub(super) fn of(&self, thread: &str) -> Thread {
        let said = self.state.of(thread).cloned().unwrap_or_default();
        let indexed = || self.titles.of(thread).map(str::to_owned);
        Thread {
            name: said.name.or_else(indexed),
            ..said
        }
    }

    /// How often a database has been read so far.
    pub(super) fn n_reads(&self) -> u64 {
        self.state.n_reads()
    }
}
