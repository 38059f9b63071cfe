//! The last elements of an array that is laid out over lines, without reading what comes before.

use super::split;
use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

/// How much of a file's end is read at first, and at most, in bytes.
const FIRST: u64 = 16 * 1024;
const MOST: u64 = 256 * 1024;

/// Calls `look` with the elements of the array in a file, the last one first, until it finds what it
/// looks for. Of a long file only elements that begin on a line of their own with two spaces, as JP
/// writes them, are found: no line break of that kind can stand inside a JSON string.
pub(crate) fn find_last<T>(
    path: &Path,
    mut look: impl FnMut(&[u8]) -> Option<T>,
) -> io::Result<Option<T>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut taken = FIRST;
    let mut n_seen = 0;
    loop {
        let start = length.saturating_sub(taken);
        file.seek(SeekFrom::Start(start))?;
        let mut text = Vec::new();
        file.by_ref().take(taken).read_to_end(&mut text)?;
        let elements = if start == 0 {
            all_elements(&text)
        } else {
            last_elements(&text)
        };
        for element in elements.iter().skip(n_seen) {
            if let Some(found) = look(element) {
                return Ok(Some(found));
            }
        }
        n_seen = elements.len();
        if start == 0 || taken >= MOST {
            return Ok(None);
        }
        taken *= 4;
    }
}

/// The elements of a whole text, the last one first.
fn all_elements(text: &[u8]) -> Vec<&[u8]> {
    let elements = split(text).elements.into_iter().rev();
    elements.filter_map(|bytes| text.get(bytes)).collect()
}

/// The elements that stand whole in the end of a text, the last one first.
fn last_elements(text: &[u8]) -> Vec<&[u8]> {
    let mut elements = Vec::new();
    let mut end = text.len();
    for at in (0..text.len().saturating_sub(3)).rev() {
        if text.get(at..at + 4) != Some(b"\n  {") {
            continue;
        }
        let element = text.get(at + 1..end).unwrap_or_default();
        elements.push(trim_after_object(element));
        end = at;
    }
    elements
}

/// Cuts off what follows the last `}`: the comma, or the end of the array.
fn trim_after_object(element: &[u8]) -> &[u8] {
    let end = element
        .iter()
        .rposition(|byte| *byte == b'}')
        .map_or(0, |last| last + 1);
    element.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn found(text: &str) -> Vec<Value> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("events.json");
        std::fs::write(&path, text).expect("written");
        let mut all = Vec::new();
        let none: Option<()> = find_last(&path, |element| {
            all.push(serde_json::from_slice(element).unwrap_or_default());
            None
        })
        .expect("readable");
        assert_eq!(none, None);
        all
    }

    #[test]
    fn elements_come_from_the_last_to_the_first() {
        let list = json!([{"a": "\n  {"}, {"b": {"c": [1, {"d": "}"}]}}, {"e": ""}]);
        let text = serde_json::to_string_pretty(&list).expect("JSON") + "\n";
        let mut expected = list.as_array().expect("a list").clone();
        expected.reverse();
        assert_eq!(found(&text), expected);
    }

    #[test]
    fn a_short_file_may_have_any_layout() {
        let both = [json!({"b": 2}), json!({"a": 1})];
        for text in [
            "[{\"a\":1},{\"b\":2}]",
            "[\n{\"a\":1},\n{\"b\":2}",
            " [ {\"a\":1} , {\"b\":2} ] x",
        ] {
            assert_eq!(found(text), both, "{text:?}");
        }
        for text in ["", "[]", "{}"] {
            assert_eq!(found(text), Vec::<Value>::new(), "{text:?}");
        }
    }

    #[test]
    fn a_long_file_is_read_from_its_end_only() {
        let list: Vec<Value> = (0..20_000)
            .map(|n| json!({"n": n, "text": "x".repeat(40)}))
            .collect();
        let text = serde_json::to_string_pretty(&list).expect("JSON");
        let found = found(&text);
        assert_eq!(found.first(), list.last());
        assert!(found.len() > 1000 && found.len() < 5000, "{}", found.len());
    }
}
