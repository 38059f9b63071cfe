//! Records that are written once more: resuming copied them, with their ids.

use super::record::{Block, Id, Record, id};
use crate::json::add_value;
use std::collections::HashSet;
use xxhash_rust::xxh3::Xxh3;

/// What a copy may have of its own.
const OWN: [&str; 12] = [
    "uuid",
    "parentUuid",
    "sessionId",
    "session_id",
    "timestamp",
    "cwd",
    "version",
    "gitBranch",
    "entrypoint",
    "userType",
    "slug",
    "forkedFrom",
];

/// The records so far, by a hash of their ids and what they say: ids may be anything in a damaged
/// file.
#[derive(Debug, Default)]
pub(super) struct Copies(HashSet<u64>);

impl Copies {
    /// Whether a record was there before.
    pub(super) fn is_one(&mut self, record: Record<'_>) -> bool {
        let Some(uuid) = record.uuid() else {
            return false;
        };
        !self.0.insert(says(record, id(uuid)))
    }
}

/// A hash of what a record says, in whichever form, and of its id.
fn says(record: Record<'_>, id: Id) -> u64 {
    let mut hash = Xxh3::with_seed(id);
    hash.update(record.kind().as_bytes());
    let Some(content) = record.content() else {
        for (name, value) in record
            .0
            .iter()
            .filter(|(name, _)| !OWN.contains(&name.as_str()))
        {
            hash.update(name.as_bytes());
            add_value(&mut hash, value);
        }
        return hash.digest();
    };
    for block in content.blocks() {
        match block {
            Block::Text(text, _) => {
                hash.update(b"text");
                hash.update(text.as_bytes());
            }
            Block::Other(kind, block) => {
                hash.update(kind.as_bytes());
                for (name, value) in block.0 {
                    hash.update(name.as_bytes());
                    add_value(&mut hash, value);
                }
            }
            Block::None(value) => add_value(&mut hash, value),
        }
    }
    hash.digest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn check(first: &Value, second: &Value, is_copy: bool) {
        let mut copies = Copies::default();
        let record = |value: &'static Value| Record(value.as_object().expect("an object"));
        let (first, second) = (
            Box::leak(Box::new(first.clone())),
            Box::leak(Box::new(second.clone())),
        );
        assert!(!copies.is_one(record(first)));
        assert_eq!(copies.is_one(record(second)), is_copy, "{second}");
    }

    #[test]
    fn a_copy_may_have_another_form() {
        let stored = json!({"uuid": "u", "type": "user", "sessionId": "a", "message": {"role": "user", "content": "hello"}});
        let copy = json!({"uuid": "u", "type": "user", "sessionId": "b", "timestamp": "2026", "message": {"role": "user", "content": [{"type": "text", "text": "hello"}]}});
        check(&stored, &copy, true);
    }

    #[test]
    fn equal_ids_alone_make_no_copy() {
        let stored = json!({"uuid": "u", "type": "user", "message": {"content": "hello"}});
        for other in [
            json!({"uuid": "u", "type": "user", "message": {"content": "hello!"}}),
            json!({"uuid": "v", "type": "user", "message": {"content": "hello"}}),
            json!({"uuid": "u", "type": "assistant", "message": {"content": "hello"}}),
            json!({"uuid": "u", "type": "system", "content": "hello"}),
            json!({"type": "user", "message": {"content": "hello"}}),
        ] {
            check(&stored, &other, false);
        }
    }
}
