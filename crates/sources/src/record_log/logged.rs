//! What is remembered of events that were told: little, since there may be very many.

use crate::json::hash_of;
use conversation::EventKey;
use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Events, and where each comes from.
#[derive(Debug, Default)]
pub(super) struct LoggedEvents {
    all: Vec<LoggedEvent>,
    keys: KeyTexts,
    /// How many of them have their chains.
    n_linked: usize,
}

/// An event without what it says.
#[derive(Debug)]
pub(super) struct LoggedEvent {
    pub at_ms: Option<i64>,
    /// Where its record stands, in bytes.
    pub at: u64,
    pub len: u64,
    /// A hash over its key and what it holds, which may depend on other records than its own.
    pub hash: u64,
    /// A hash over this event and all before it, once it is linked.
    pub chain: u64,
}

/// Keys, one behind the other in one text.
#[derive(Debug, Default)]
struct KeyTexts {
    text: String,
    ends: Vec<usize>,
}

impl LoggedEvents {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<&LoggedEvent> {
        self.all.get(index)
    }

    /// The hashes of the events from `start` on.
    pub(super) fn hashes_from(&self, start: usize) -> impl Iterator<Item = u64> {
        let from = self.all.get(start..).unwrap_or_default();
        from.iter().map(|event| event.hash)
    }

    /// The event with this key.
    pub(super) fn find(&self, key: &EventKey) -> Option<&LoggedEvent> {
        self.get(self.keys.position(key.as_str())?)
    }

    /// The key of an event.
    pub(super) fn key(&self, index: usize) -> Option<EventKey> {
        self.keys.get(index).map(EventKey::from_written)
    }

    /// Adds an event whose record stands at `at` and has `len` bytes.
    pub(super) fn add(
        &mut self,
        key: &EventKey,
        at_ms: Option<i64>,
        (at, len): (u64, u64),
        fields: &Map<String, Value>,
    ) {
        self.keys.add(key.as_str());
        self.all.push(LoggedEvent {
            at_ms,
            at,
            len,
            hash: hash(key, fields),
            chain: 0,
        });
    }

    /// An event holds something else now.
    pub(super) fn revise(&mut self, index: usize, key: &EventKey, fields: &Map<String, Value>) {
        if let Some(event) = self.all.get_mut(index) {
            event.hash = hash(key, fields);
        }
        self.n_linked = self.n_linked.min(index);
    }

    /// Brings the chains up to date. Not with each change: an early event may change very often.
    pub(super) fn link(&mut self) {
        let last = self.n_linked.checked_sub(1).and_then(|last| self.get(last));
        let mut chain = last.map_or(0, |last| last.chain);
        for event in self.all.iter_mut().skip(self.n_linked) {
            chain = xxh3_64_with_seed(&event.hash.to_le_bytes(), chain);
            event.chain = chain;
        }
        self.n_linked = self.all.len();
    }
}

impl KeyTexts {
    fn add(&mut self, key: &str) {
        self.text.push_str(key);
        self.ends.push(self.text.len());
    }

    fn get(&self, index: usize) -> Option<&str> {
        let start = index
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        self.text
            .get(start.copied().unwrap_or(0)..*self.ends.get(index)?)
    }

    fn position(&self, key: &str) -> Option<usize> {
        (0..self.ends.len()).find(|index| self.get(*index) == Some(key))
    }
}

fn hash(key: &EventKey, fields: &Map<String, Value>) -> u64 {
    xxh3_64_with_seed(key.as_str().as_bytes(), hash_of(fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_come_back_as_they_were() {
        let mut events = LoggedEvents::default();
        let long = EventKey::from_native(&"x".repeat(64)).occurrence(1);
        let keys = [EventKey::from_native("a"), long, EventKey::from_native("b")];
        for (at, key) in (0..).zip(&keys) {
            events.add(key, None, (at, 1), &Map::new());
        }
        for (index, key) in keys.iter().enumerate() {
            assert_eq!(events.key(index).as_ref(), Some(key));
            assert_eq!(events.find(key).map(|event| event.at), Some(index as u64));
        }
        assert_eq!(events.key(3), None);
        assert!(events.find(&EventKey::from_native("c")).is_none());
    }

    #[test]
    fn chains_depend_on_what_comes_before_alone() {
        let say = |text: &str| json!({"say": text}).as_object().expect("an object").clone();
        let chains = |words: &[&str], revised: Option<&str>| {
            let mut events = LoggedEvents::default();
            let key = EventKey::from_native("k");
            for word in words {
                events.add(&key, None, (0, 0), &say(word));
                events.link();
            }
            if let Some(word) = revised {
                events.revise(1, &key, &say(word));
            }
            events.link();
            events.all.iter().map(|e| e.chain).collect::<Vec<_>>()
        };
        let plain = chains(&["a", "b", "c"], None);
        assert_eq!(chains(&["a", "x", "c"], Some("b")), plain);
        let other = chains(&["a", "x", "c"], None);
        assert_eq!(other[0], plain[0]);
        assert!(other[1] != plain[1] && other[2] != plain[2]);
    }
}
