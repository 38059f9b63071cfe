//! What is remembered of events that were told: little of it in memory, since there may be very many.

use crate::{
    json::hash_of,
    rows::{Row, Rows, number},
};
use conversation::EventKey;
use serde_json::{Map, Value};
use std::collections::HashMap;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Events, and where each comes from.
#[derive(Debug, Default)]
pub(super) struct LoggedEvents {
    all: Rows<LoggedEvent>,
    /// The keys that are longer than a row has room for, by the indices of their events.
    long_keys: HashMap<usize, String>,
    /// How many of them have their chains.
    n_linked: usize,
}

/// An event without what it says.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoggedEvent {
    pub at_ms: Option<i64>,
    /// Where its record stands, in bytes.
    pub at: u64,
    pub len: u64,
    /// A hash over its key and what it holds, which may depend on other records than its own.
    pub hash: u64,
    /// A hash over this event and all before it, once it is linked.
    pub chain: u64,
    key: ShortKey,
}

/// The longest key that a row has room for, in bytes. A native id of the usual length fits, with the
/// numbers that may be added to it.
const LONGEST_KEY: usize = 47;

/// A key; nothing where it is longer than there is room.
type ShortKey = [u8; LONGEST_KEY + 1];

impl Row for LoggedEvent {
    const BYTES: usize = 5 * 8 + LONGEST_KEY + 1;

    fn write(&self, to: &mut Vec<u8>) {
        let at_ms = self.at_ms.unwrap_or(i64::MIN);
        to.extend(at_ms.to_le_bytes());
        for number in [self.at, self.len, self.hash, self.chain] {
            to.extend(number.to_le_bytes());
        }
        to.extend(self.key);
    }

    fn read(from: &[u8]) -> Self {
        let at_ms = number(from, 0).cast_signed();
        let mut key = [0; LONGEST_KEY + 1];
        for (to, from) in key.iter_mut().zip(from.iter().skip(5 * 8)) {
            *to = *from;
        }
        Self {
            at_ms: Some(at_ms).filter(|at_ms| *at_ms != i64::MIN),
            at: number(from, 8),
            len: number(from, 16),
            hash: number(from, 24),
            chain: number(from, 32),
            key,
        }
    }
}

impl LoggedEvents {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<LoggedEvent> {
        self.all.get(index)
    }

    /// The hashes of the events from `start` on.
    pub(super) fn hashes_from(&self, start: usize) -> impl Iterator<Item = u64> {
        self.all.from(start).map(|event| event.hash)
    }

    /// The event with this key.
    pub(super) fn find(&self, key: &EventKey) -> Option<LoggedEvent> {
        let wanted = short(key.as_str());
        let is_it = |(index, event): &(usize, LoggedEvent)| match wanted {
            Some(wanted) => event.key == wanted,
            None => self.long_keys.get(index).map(String::as_str) == Some(key.as_str()),
        };
        let mut all = self.all.from(0).enumerate();
        all.find(is_it).map(|(_, event)| event)
    }

    /// The key of an event.
    pub(super) fn key(&self, index: usize) -> Option<EventKey> {
        if let Some(long) = self.long_keys.get(&index) {
            return Some(EventKey::from_written(long));
        }
        let key = self.all.get(index)?.key;
        let (len, text) = key.split_first()?;
        let text = text.get(..usize::from(*len))?;
        std::str::from_utf8(text).ok().map(EventKey::from_written)
    }

    /// Adds an event whose record stands at `at` and has `len` bytes.
    pub(super) fn add(
        &mut self,
        key: &EventKey,
        at_ms: Option<i64>,
        (at, len): (u64, u64),
        fields: &Map<String, Value>,
    ) {
        let hash = hash(key, fields);
        let short = short(key.as_str());
        if short.is_none() {
            self.long_keys.insert(self.len(), key.to_string());
        }
        self.all.push(LoggedEvent {
            at_ms,
            at,
            len,
            hash,
            chain: 0,
            key: short.unwrap_or([0; LONGEST_KEY + 1]),
        });
    }

    /// An event holds something else now.
    pub(super) fn revise(&mut self, index: usize, key: &EventKey, fields: &Map<String, Value>) {
        if let Some(mut event) = self.all.get(index) {
            event.hash = hash(key, fields);
            self.all.set(index, event);
        }
        self.n_linked = self.n_linked.min(index);
    }

    /// Brings the chains up to date. Not with each change: an early event may change very often.
    pub(super) fn link(&mut self) {
        let last = self.n_linked.checked_sub(1).and_then(|last| self.get(last));
        let mut chain = last.map_or(0, |last| last.chain);
        self.all.change_from(self.n_linked, |event| {
            chain = xxh3_64_with_seed(&event.hash.to_le_bytes(), chain);
            LoggedEvent { chain, ..event }
        });
        self.n_linked = self.all.len();
    }
}

fn short(key: &str) -> Option<ShortKey> {
    let len = u8::try_from(key.len()).ok();
    let len = len.filter(|len| usize::from(*len) <= LONGEST_KEY)?;
    let mut short = [0; LONGEST_KEY + 1];
    for (to, from) in short.iter_mut().zip([len].iter().chain(key.as_bytes())) {
        *to = *from;
    }
    Some(short)
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
        let mut events = LoggedEvents {
            all: Rows::default().holding(2),
            ..LoggedEvents::default()
        };
        let long = EventKey::from_native(&"x".repeat(64)).occurrence(1);
        let uuid = EventKey::from_native("aaaaaaaa-0000-4000-8000-000000000001.e12");
        let keys = [
            EventKey::from_native("a"),
            long,
            uuid,
            EventKey::from_native("b"),
        ];
        for (at, key) in (0..).zip(&keys) {
            events.add(key, None, (at, 1), &Map::new());
        }
        for (index, key) in keys.iter().enumerate() {
            assert_eq!(events.key(index).as_ref(), Some(key));
            assert_eq!(events.find(key).map(|event| event.at), Some(index as u64));
        }
        assert_eq!(events.key(4), None);
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
            events.all.from(0).map(|e| e.chain).collect::<Vec<_>>()
        };
        let plain = chains(&["a", "b", "c"], None);
        assert_eq!(chains(&["a", "x", "c"], Some("b")), plain);
        let other = chains(&["a", "x", "c"], None);
        assert_eq!(other[0], plain[0]);
        assert!(other[1] != plain[1] && other[2] != plain[2]);
    }
}
