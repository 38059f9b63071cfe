//! The names that threads have in `session_index.jsonl`.

use super::{files::FileStamp, record::text};
use crate::json::{Record, read_record};
use std::{collections::HashMap, fs, path::Path};

/// The largest index that is read, in bytes.
const LARGEST: u64 = 32 * 1024 * 1024;

/// The names that were given, as they were read last.
#[derive(Debug, Default)]
pub(super) struct Titles {
    seen: Option<FileStamp>,
    names: HashMap<String, String>,
}

impl Titles {
    /// Reads the names again where the file has changed.
    pub(super) fn refresh(&mut self, path: Option<&Path>) {
        let metadata = path.and_then(|path| fs::metadata(path).ok());
        let metadata = metadata.filter(|file| file.is_file() && file.len() <= LARGEST);
        let seen = metadata.as_ref().map(FileStamp::of);
        if seen == self.seen {
            return;
        }
        self.seen = seen;
        let index = path.and_then(|path| fs::read(path).ok());
        self.names = names(&index.unwrap_or_default());
    }

    /// The name of a thread.
    pub(super) fn of(&self, thread: &str) -> Option<&str> {
        self.names.get(thread).map(String::as_str)
    }
}

/// The last name of each thread wins.
fn names(index: &[u8]) -> HashMap<String, String> {
    let line = |line: &[u8]| {
        let Record::Object(fields) = read_record(line) else {
            return None;
        };
        let name = text(&fields, "thread_name")?.trim();
        let name = (!name.is_empty()).then(|| name.to_owned())?;
        Some((text(&fields, "id")?.to_owned(), name))
    };
    index.split(|b| *b == b'\n').filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_name_of_a_thread_wins() {
        let index = br#"{"id":"a","thread_name":"first","updated_at":"x"}
not JSON
{"id":"b","thread_name":"  "}
{"id":"a","thread_name":"second"}"#;
        let names = names(index);
        assert_eq!(names.get("a").map(String::as_str), Some("second"));
        assert_eq!(names.get("b"), None);
    }
}
