//! The agents whose stores are read, and where each is looked for.

use crate::{
    SourceError, Store,
    claude::ClaudeStore,
    codex::CodexStore,
    goose::GooseStore,
    jp::{JpStore, user_data},
    places::{System, Variable},
    restore::Restoration,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// What stores are found by.
#[expect(
    missing_debug_implementations,
    reason = "what looks up the environment has none"
)]
pub struct Machine<'a> {
    /// Looks up the environment.
    pub variable: Variable<'a>,
    /// The folder that the person is in.
    pub folder: &'a Path,
    /// What all readers know for restoring results.
    pub restoration: Arc<Restoration>,
    /// Where databases that cannot be read in place may be copied to.
    pub cache: Option<PathBuf>,
}

type Named = Result<Arc<dyn Store>, SourceError>;

/// An agent: a row for each.
struct Agent {
    /// The stores that the person has.
    here: fn(&Machine<'_>) -> Vec<Arc<dyn Store>>,
    /// The store that a path names.
    at: fn(&Path, &Machine<'_>) -> Named,
}

const AGENTS: [Agent; 4] = [
    Agent {
        here: jp_here,
        at: |path, machine| {
            let store = JpStore::at(path, machine.user_data().as_deref())?;
            Ok(Arc::new(store.restoring(&machine.restoration)))
        },
    },
    Agent {
        here: |machine| {
            let stores = ClaudeStore::here(machine.variable).into_iter();
            stores.map(|store| machine.claude(store)).collect()
        },
        at: |path, machine| Ok(machine.claude(ClaudeStore::at(path)?)),
    },
    Agent {
        here: |machine| {
            let store = CodexStore::here(machine.variable);
            let store = store.map(|store| machine.codex(store));
            store.into_iter().collect()
        },
        at: |path, machine| Ok(machine.codex(CodexStore::at(path)?)),
    },
    Agent {
        here: |machine| {
            let store = GooseStore::here(machine.variable);
            let store = store.map(|store| machine.goose(store));
            store.into_iter().collect()
        },
        at: |path, machine| Ok(machine.goose(GooseStore::at(path)?)),
    },
];

impl Machine<'_> {
    /// Every store that the person has: in JP's case the workspace at or above their folder, or, where
    /// there is none, all that JP keeps for them.
    pub fn stores(&self) -> Vec<Arc<dyn Store>> {
        AGENTS.iter().flat_map(|agent| (agent.here)(self)).collect()
    }

    /// The store that a path names, whosever it is.
    ///
    /// # Errors
    ///
    /// Where nothing is at the path, or no agent's store.
    pub fn store_at(&self, path: &Path) -> Named {
        let mut refusal = None;
        for agent in &AGENTS {
            match (agent.at)(path, self) {
                Ok(store) => return Ok(store),
                // The first one's says what can be named, the others' only that it is not theirs.
                Err(error) => {
                    refusal.get_or_insert(error);
                }
            }
        }
        Err(refusal.unwrap_or_else(|| SourceError::NoStore(path.to_owned())))
    }

    fn user_data(&self) -> Option<PathBuf> {
        user_data(System::HERE, self.variable)
    }

    fn claude(&self, store: ClaudeStore) -> Arc<dyn Store> {
        Arc::new(store.restoring(&self.restoration))
    }

    fn codex(&self, store: CodexStore) -> Arc<dyn Store> {
        let store = store.restoring(&self.restoration);
        match &self.cache {
            Some(cache) => Arc::new(store.caching(cache)),
            None => Arc::new(store),
        }
    }

    fn goose(&self, store: GooseStore) -> Arc<dyn Store> {
        let store = store.restoring(&self.restoration);
        match &self.cache {
            Some(cache) => Arc::new(store.caching(cache)),
            None => Arc::new(store),
        }
    }
}

fn jp_here(machine: &Machine<'_>) -> Vec<Arc<dyn Store>> {
    let user_data = machine.user_data();
    let stores = match JpStore::nearest(machine.folder, user_data.as_deref()) {
        Ok(store) => vec![store],
        Err(_) => user_data
            .map(|data| JpStore::all(&data))
            .unwrap_or_default(),
    };
    let interface =
        |store: JpStore| -> Arc<dyn Store> { Arc::new(store.restoring(&machine.restoration)) };
    stores.into_iter().map(interface).collect()
}
