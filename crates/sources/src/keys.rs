//! The keys of events that stand in a store.

use conversation::EventKey;
use std::collections::HashMap;

/// Gives each record its key: the first with an id has the id as it is, each later one its number.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    n_seen: HashMap<EventKey, usize>,
}

impl Keys {
    /// The key of the next record with this id.
    pub(crate) fn next(&mut self, native: &EventKey) -> EventKey {
        let n = self.n_seen.entry(native.clone()).or_default();
        *n += 1;
        native.clone().occurrence(*n - 1)
    }

    /// Takes the last record with this id back.
    pub(crate) fn forget(&mut self, native: &EventKey) {
        if let Some(n) = self.n_seen.get_mut(native) {
            *n = n.saturating_sub(1);
        }
    }
}
