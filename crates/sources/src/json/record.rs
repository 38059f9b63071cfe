//! One stored record, read although it is not quite JSON.

use crate::UNREADABLE;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// What a record turned out to be.
#[derive(Debug, PartialEq)]
pub(crate) enum Record {
    /// An object.
    Object(Map<String, Value>),
    /// No object, or no JSON at all, and why.
    Unreadable(String),
}

/// The longest piece of an unreadable record that its event carries, in bytes; the whole is one step
/// away, as the stored record.
const LONGEST_EXCERPT: usize = 4096;

/// The beginning of a stored record, as much as is told of an unreadable one.
pub(crate) fn excerpt(stored: &[u8]) -> &[u8] {
    stored.get(..LONGEST_EXCERPT).unwrap_or(stored)
}

/// The event that stands for a record that cannot be read. `beginning` is at least its excerpt,
/// `bytes` the length of all of it.
pub(crate) fn unreadable(beginning: &[u8], bytes: u64, why: &str) -> Map<String, Value> {
    let fields = json!({
        "type": UNREADABLE,
        "problem": why,
        "stored": String::from_utf8_lossy(excerpt(beginning)),
        "bytes": bytes,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Reads a record. Bytes that are no UTF-8 and halves of surrogate pairs become U+FFFD.
pub(crate) fn read_record(bytes: &[u8]) -> Record {
    let error = match serde_json::from_slice(bytes) {
        Ok(value) => return object(value),
        Err(error) => error,
    };
    let text = String::from_utf8_lossy(bytes);
    let repaired = replace_lone_surrogates(&text);
    match serde_json::from_str(&repaired) {
        Ok(value) => object(value),
        // The first reading's reason is about the record as it is stored.
        Err(_) => Record::Unreadable(error.to_string()),
    }
}

fn object(value: Value) -> Record {
    match value {
        Value::Object(fields) => Record::Object(fields),
        Value::Null => Record::Unreadable("null is no object".to_owned()),
        Value::Bool(_) => Record::Unreadable("a truth value is no object".to_owned()),
        Value::Number(_) => Record::Unreadable("a number is no object".to_owned()),
        Value::String(_) => Record::Unreadable("a string is no object".to_owned()),
        Value::Array(_) => Record::Unreadable("a list is no object".to_owned()),
    }
}

/// Writes `\ufffd` in the place of each `\udXXX` that is not one half of a pair.
fn replace_lone_surrogates(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let taken = match (surrogate(escape), escape.get(6..).and_then(surrogate)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(_), _) => {
                out.push_str("\\ufffd");
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            (None, _) => escape.chars().take(2).map(char::len_utf8).sum(),
        };
        out.push_str(escape.get(..taken).unwrap_or_default());
        rest = escape.get(taken..).unwrap_or_default();
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The value of a `\udXXX` escape at the beginning of `text`.
fn surrogate(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16)
        .ok()
        .filter(|unit| (0xd800..=0xdfff).contains(unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(stored: &[u8], expected: &Value) {
        let Record::Object(fields) = read_record(stored) else {
            panic!("{:?} is unreadable", String::from_utf8_lossy(stored));
        };
        assert_eq!(Value::Object(fields), *expected);
    }

    #[test]
    fn halves_of_pairs_are_replaced_and_pairs_kept() {
        check(br#"{"a":"x\ud83dy"}"#, &json!({"a": "x\u{fffd}y"}));
        check(
            br#"{"a":"\ude00\ud83d\ude00\ud83d"}"#,
            &json!({"a": "\u{fffd}\u{1f600}\u{fffd}"}),
        );
        check(
            br#"{"a":"\\ud83d \ud83d\n"}"#,
            &json!({"a": "\\ud83d \u{fffd}\n"}),
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        check(b"{\"a\":\"x\xffy\"}", &json!({"a": "x\u{fffd}y"}));
    }

    #[test]
    fn what_is_no_object_says_why() {
        assert_eq!(
            read_record(b"7"),
            Record::Unreadable("a number is no object".to_owned())
        );
        assert!(matches!(read_record(b"{\"a\":}"), Record::Unreadable(_)));
    }
}
