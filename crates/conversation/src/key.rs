//! The name of an event, the same in every view and after every append.

use crate::read::FromJson;
use serde::Serialize;
use serde_json::Value;
use std::{fmt, sync::Arc};

/// An event's key: what the page's anchors, frames and URLs call it.
///
/// Made of letters, digits, `-`, `_` and `.` only, so that it can stand in a URL and in an `id`
/// attribute as it is. Readers take it from the record's own id, or from what else names the record
/// without counting what comes after it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct EventKey(Arc<str>);

/// What cursors that name an event begin with: the place is in front of it, or behind it.
pub const BEFORE: &str = "before~";
/// See [`BEFORE`].
pub const BEHIND: &str = "behind~";

/// The longest native id that is used as it stands.
const LONGEST_NATIVE: usize = 64;

impl EventKey {
    /// The key for a record's own id. An id that could not stand in a URL is replaced by a hash of
    /// itself, which is as stable as the id is.
    pub fn from_native(id: &str) -> Self {
        let fits = !id.is_empty()
            && id.len() <= LONGEST_NATIVE
            && id
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
        if fits {
            Self(id.into())
        } else {
            Self(format!("h-{:016x}", xxhash_rust::xxh3::xxh3_64(id.as_bytes())).into())
        }
    }

    /// The key that was written as this text.
    pub fn from_written(key: &str) -> Self {
        Self(key.into())
    }

    /// The key of the record that is the `occurrence`th (from 0) with this native id.
    #[must_use]
    pub fn occurrence(self, occurrence: usize) -> Self {
        match occurrence {
            0 => self,
            n => Self(format!("{}.r{n}", self.0).into()),
        }
    }

    /// The name of the event's block number `n`, as the page's anchors use it.
    pub fn block(&self, n: u32) -> String {
        format!("{}.{n}", self.0)
    }

    /// The cursor that names the place in front of the event, where nobody has counted those before it.
    pub fn cursor_before(&self) -> String {
        [BEFORE, &self.0].concat()
    }

    /// The cursor that names the place behind it, likewise.
    pub fn cursor_behind(&self) -> String {
        [BEHIND, &self.0].concat()
    }

    /// The key as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromJson for EventKey {
    fn from_json(value: Value) -> Option<Self> {
        value.as_str().map(Self::from_written)
    }
}

impl fmt::Display for EventKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for EventKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_id_is_its_own_key() {
        assert_eq!(
            EventKey::from_native("toolu_01A-b.c").as_str(),
            "toolu_01A-b.c"
        );
    }

    #[test]
    fn an_id_with_markup_or_of_no_length_becomes_a_hash() {
        for id in ["", "a b", "<script>", "é", &"x".repeat(65)] {
            let key = EventKey::from_native(id);
            assert!(key.as_str().starts_with("h-"), "{id:?} became {key}");
            assert_eq!(key, EventKey::from_native(id));
        }
    }

    #[test]
    fn repeats_are_told_apart() {
        let key = EventKey::from_native("a");
        assert_eq!(key.clone().occurrence(0).as_str(), "a");
        assert_eq!(key.occurrence(2).as_str(), "a.r2");
    }
}
