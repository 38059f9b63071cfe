//! The ids of records. With few of them, records of different fixtures speak of each other.

use serde_json::Value;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// What the names of fields with ids end with.
const ENDINGS: [&str; 6] = ["id", "Id", "ID", "uuid", "Uuid", "Uuids"];

/// How many ids there are, by a byte; nothing where they stay as they are.
pub(crate) fn number(byte: u8) -> Option<u64> {
    match byte % 4 {
        0 => None,
        1 => Some(2),
        2 => Some(5),
        _ => Some(16),
    }
}

/// Gives the ids in a value other names, always the same to the same.
pub(crate) fn rename(value: &mut Value, n_ids: Option<u64>) {
    let Some(n_ids) = n_ids else { return };
    match value {
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
                    rename_all(value, n_ids);
                } else {
                    rename(value, Some(n_ids));
                }
            }
        }
        Value::Array(values) => {
            for value in values {
                rename(value, Some(n_ids));
            }
        }
        _ => {}
    }
}

fn rename_all(value: &mut Value, n_ids: u64) {
    match value {
        Value::String(id) => {
            let mut hash = DefaultHasher::new();
            id.hash(&mut hash);
            *id = format!("i{}", hash.finish() % n_ids);
        }
        Value::Array(values) => {
            for value in values {
                rename_all(value, n_ids);
            }
        }
        other => rename(other, Some(n_ids)),
    }
}
