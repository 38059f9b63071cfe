//! The keys of events that stand in a store.

use conversation::EventKey;
use std::collections::{HashMap, HashSet};
use xxhash_rust::xxh3::xxh3_64;

/// Gives each record its key: the first with an id has the id as it is, each later one its number.
///
/// Of the ids only hashes are kept: nearly all of very many ids are there once.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    seen: HashSet<u64>,
    /// How many more there were of an id, where it repeats.
    repeats: HashMap<u64, usize>,
}

impl Keys {
    /// The key of the next record with this id.
    pub(crate) fn next(&mut self, native: &EventKey) -> EventKey {
        let hash = hash(native);
        if self.seen.insert(hash) {
            return native.clone();
        }
        let n = self.repeats.entry(hash).or_default();
        *n += 1;
        native.clone().occurrence(*n)
    }

    /// Takes the last record with this id back.
    pub(crate) fn forget(&mut self, native: &EventKey) {
        let hash = hash(native);
        match self.repeats.get_mut(&hash) {
            Some(n) if *n > 1 => *n -= 1,
            Some(_) => drop(self.repeats.remove(&hash)),
            None => drop(self.seen.remove(&hash)),
        }
    }
}

fn hash(native: &EventKey) -> u64 {
    xxh3_64(native.as_str().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_repeat_have_numbers() {
        let mut keys = Keys::default();
        let id = EventKey::from_native("a");
        let mut next = || keys.next(&id).to_string();
        assert_eq!([next(), next(), next()], ["a", "a.r1", "a.r2"]);
        keys.forget(&id);
        keys.forget(&id);
        assert_eq!(keys.next(&id).as_str(), "a.r1");
        for _ in 0..3 {
            keys.forget(&id);
        }
        assert_eq!(keys.next(&id).as_str(), "a");
    }
}
