//! What the beginning of a rollout says of its thread.

use super::{
    files::Form,
    mapping::is_subagent,
    record::{Entry, list, object, text},
};
use crate::json::{Record, read_record};
use serde_json::{Map, Value, json};
use std::{
    fs::File,
    io::{BufRead as _, BufReader, Read as _},
    path::{Path, PathBuf},
};

/// How much of a file is read to learn about its thread, in bytes.
pub(super) const MOST: u64 = 64 * 1024;
/// How much of it is read to learn where its history begins.
const MOST_OF_META: u64 = 4 * 1024 * 1024;
/// How many forks may stand on each other.
const MOST_BASES: usize = 64;

/// What the first record says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Head {
    /// The thread's id.
    pub id: Option<String>,
    /// The thread whose agent started it, where it is a sub-agent's.
    pub parent: Option<String>,
    /// Where its history begins, if in another file.
    pub base: Option<Base>,
    /// Whether the record is one of Codex's.
    pub is_codexs: bool,
}

/// The beginning of a history, in another thread's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Base {
    pub thread: String,
    pub end: Option<u64>,
    pub end_ordinal: Option<u64>,
}

/// The beginning of a file that a history begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The file; nothing where it is not at hand.
    pub path: Option<PathBuf>,
    pub base: Base,
}

impl Head {
    /// Reads the beginning of a file. What cannot be read says nothing.
    pub(super) fn read(path: &Path, form: Form) -> Self {
        let beginning = beginning(path, MOST).unwrap_or_default();
        Self::of(&beginning, form)
    }

    /// What the beginning of a file says.
    pub(super) fn of(beginning: &[u8], form: Form) -> Self {
        match form {
            Form::Compressed => Self::default(),
            Form::Items => {
                let whole = first_object(beginning);
                let session = whole.as_ref().and_then(|whole| object(whole, "session"));
                Self {
                    id: session
                        .and_then(|session| text(session, "id"))
                        .map(str::to_owned),
                    is_codexs: whole.is_some_and(|whole| whole.contains_key("items")),
                    ..Self::default()
                }
            }
            Form::Lines => first_object(beginning)
                .map_or_else(Self::default, |first| Self::of_record(&Entry::of(&first))),
        }
    }

    fn of_record(entry: &Entry<'_>) -> Self {
        let is_codexs = entry.is_of_known_kind();
        if entry.kind != "session_meta" {
            return Self {
                is_codexs,
                ..Self::default()
            };
        }
        let parent = text(entry.payload, "parent_thread_id");
        Self {
            id: entry.text("id").map(str::to_owned),
            parent: parent
                .filter(|_| is_subagent(entry.payload))
                .map(str::to_owned),
            base: object(entry.payload, "history_base").and_then(Base::of),
            is_codexs,
        }
    }
}

impl Base {
    fn of(fields: &Map<String, Value>) -> Option<Self> {
        let number = |name: &str| fields.get(name).and_then(Value::as_u64);
        Some(Self {
            thread: text(fields, "thread_id")?.to_owned(),
            end: number("end_byte_offset"),
            end_ordinal: number("end_ordinal_exclusive"),
        })
    }
}

/// The beginnings of other files that a file's history begins with, the oldest first; nothing where
/// the file has no whole record yet. `find` gives the file of a thread.
pub(super) fn parts(own: &Path, find: impl Fn(&str) -> Option<PathBuf>) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let mut base = whole_head(own)?.base;
    while let Some(found) = base.take().filter(|_| parts.len() < MOST_BASES) {
        // A history that stands on itself has no beginning.
        let is_new = |path: &PathBuf| {
            let known = parts.iter().filter_map(|part| part.path.as_deref());
            known.chain([own]).all(|known| known != path)
        };
        let path = find(&found.thread).filter(is_new);
        base = path
            .as_deref()
            .and_then(whole_head)
            .and_then(|head| head.base);
        parts.push(Part { path, base: found });
    }
    parts.reverse();
    Some(parts)
}

/// What the first record says, once it is whole.
fn whole_head(path: &Path) -> Option<Head> {
    let mut file = BufReader::new(File::open(path).ok()?.take(MOST_OF_META));
    let mut line = Vec::new();
    while line.trim_ascii().is_empty() {
        line.clear();
        file.read_until(b'\n', &mut line).ok().filter(|n| *n > 0)?;
    }
    line.ends_with(b"\n").then(|| Head::of(&line, Form::Lines))
}

/// The first bytes of a file.
pub(super) fn beginning(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The object that a text begins with, as far as the text goes.
fn first_object(text: &[u8]) -> Option<Map<String, Value>> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let text = text.trim_ascii_start();
    let line = text.split(|b| *b == b'\n').next().unwrap_or_default();
    for whole in [line, text] {
        if let Record::Object(fields) = read_record(whole) {
            return Some(fields);
        }
    }
    match read_record(&closed(text)?) {
        Record::Object(fields) => Some(fields),
        Record::Unreadable(_) => None,
    }
}

/// A text of JSON that breaks off, up to its last whole entry, and closed there.
fn closed(text: &[u8]) -> Option<Vec<u8>> {
    let mut open: Vec<u8> = Vec::new();
    let mut last: Option<(usize, Vec<u8>)> = None;
    let (mut is_text, mut is_escaped) = (false, false);
    for (n, byte) in text.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            _ if is_text => {}
            b'{' => open.push(b'}'),
            b'[' => open.push(b']'),
            b'}' | b']' => {
                open.pop();
            }
            b',' => last = Some((n, open.clone())),
            _ => {}
        }
    }
    let (end, open) = last?;
    let mut whole = text.get(..end)?.to_vec();
    whole.extend(open.iter().rev());
    Some(whole)
}

/// The items of a file of the first versions: the session, and what was said in it.
pub(super) fn items(text: &[u8]) -> Option<Vec<Value>> {
    let whole: Value = serde_json::from_slice(text).ok()?;
    let session = whole.get("session").cloned();
    let items = match &whole {
        Value::Array(items) => items.as_slice(),
        Value::Object(fields) if fields.contains_key("items") => list(fields, "items"),
        _ => return None,
    };
    let session = session.map(|session| json!({"type": "session_meta", "payload": session}));
    Some(session.into_iter().chain(items.iter().cloned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Head {
        Head::of(text.as_bytes(), Form::Lines)
    }

    #[test]
    fn the_first_record_says_whose_thread_it_is() {
        let text = r#"{"type":"session_meta","payload":{"id":"b","parent_thread_id":"a","source":{"subagent":{}},
            "history_base":{"thread_id":"a","end_ordinal_exclusive":3,"end_byte_offset":99}}}"#;
        let expected = Head {
            id: Some("b".to_owned()),
            parent: Some("a".to_owned()),
            base: Some(Base {
                thread: "a".to_owned(),
                end: Some(99),
                end_ordinal: Some(3),
            }),
            is_codexs: true,
        };
        assert_eq!(head(&text.replace('\n', "")), expected);
    }

    #[test]
    fn a_record_that_is_too_long_says_what_stands_before_its_end() {
        let text = r#"{"type":"session_meta","payload":{"id":"b","cwd":"/x,y","base_instructions":{"text":"You are, "#;
        assert_eq!(head(text).id.as_deref(), Some("b"));
    }

    #[test]
    fn other_files_are_not_codexs() {
        for text in [
            "",
            "{}",
            "[1]",
            "x",
            r#"{"type":"user","message":{}}"#,
            "{\"a\":",
        ] {
            assert!(!head(text).is_codexs, "{text}");
        }
        let header = r#"{"id":"b","timestamp":"2025-05-07T17:24:21.123Z","instructions":null}"#;
        assert!(head(&format!("\u{feff}\r\n{header}\r\n")).is_codexs);
    }

    #[test]
    fn histories_stand_on_each_other_and_never_on_themselves() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for (thread, base) in [("c", "b"), ("b", "a"), ("a", "c"), ("e", "d")] {
            let text = format!(
                r#"{{"type":"session_meta","payload":{{"id":"{thread}","history_base":{{"thread_id":"{base}"}}}}}}"#
            ) + "\n";
            std::fs::write(path(thread), text).expect("written");
        }
        let found = |thread: &str| {
            let parts = parts(&path(thread), |thread| {
                Some(path(thread)).filter(|path| path.exists())
            });
            let told = |part: Part| (part.base.thread, part.path.is_some());
            let parts = parts.expect("a whole record").into_iter();
            parts.map(told).collect::<Vec<_>>()
        };
        let part = |thread: &str, is_there| (thread.to_owned(), is_there);
        assert_eq!(
            found("c"),
            [part("c", false), part("a", true), part("b", true)]
        );
        assert_eq!(found("e"), [part("d", false)]);
    }
}
