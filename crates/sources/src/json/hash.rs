//! Hashes of JSON values, without writing them.

use serde_json::{Map, Value};
use xxhash_rust::xxh3::Xxh3;

/// A hash of an object: equal for objects with equal fields in the same order.
pub(crate) fn hash_of(fields: &Map<String, Value>) -> u64 {
    let mut hash = Xxh3::new();
    add_object(&mut hash, fields);
    hash.digest()
}

/// Adds a value to a hash.
pub(crate) fn add_value(hash: &mut Xxh3, value: &Value) {
    match value {
        Value::Null => hash.update(b"n"),
        Value::Bool(true) => hash.update(b"t"),
        Value::Bool(false) => hash.update(b"f"),
        Value::Number(number) => {
            hash.update(b"0");
            add_text(hash, &number.to_string());
        }
        Value::String(text) => {
            hash.update(b"s");
            add_text(hash, text);
        }
        Value::Array(entries) => {
            hash.update(b"a");
            hash.update(&entries.len().to_le_bytes());
            for entry in entries {
                add_value(hash, entry);
            }
        }
        Value::Object(fields) => {
            hash.update(b"o");
            add_object(hash, fields);
        }
    }
}

fn add_object(hash: &mut Xxh3, fields: &Map<String, Value>) {
    hash.update(&fields.len().to_le_bytes());
    for (name, value) in fields {
        add_text(hash, name);
        add_value(hash, value);
    }
}

/// With its length, so that no two lists of texts are the same bytes.
fn add_text(hash: &mut Xxh3, text: &str) {
    hash.update(&text.len().to_le_bytes());
    hash.update(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::hash_of;
    use serde_json::{Value, json};
    use std::collections::HashSet;

    #[test]
    fn other_values_have_other_hashes() {
        let all = [
            json!({}),
            json!({"a": null}),
            json!({"a": true}),
            json!({"a": false}),
            json!({"a": 0}),
            json!({"a": "0"}),
            json!({"a": ""}),
            json!({"a": []}),
            json!({"a": {}}),
            json!({"a": [null]}),
            json!({"a": [[], []]}),
            json!({"a": [[[]]]}),
            json!({"ab": "c"}),
            json!({"a": "bc"}),
            json!({"a": 1, "b": 2}),
            json!({"b": 2, "a": 1}),
        ];
        let hash = |value: &Value| hash_of(value.as_object().expect("an object"));
        let hashes: HashSet<u64> = all.iter().map(hash).collect();
        assert_eq!(hashes.len(), all.len());
        assert_eq!(hash(&all[2]), hash(&all[2].clone()));
    }
}
