//! What the two ends of a rollout tell of it, without reading what lies between.

use super::{
    files::{Form, Found},
    head::{self, Head, items},
    mapping::{CodexMapping, Known},
    summary::Pace,
};
use crate::{
    blank::is_blank,
    json::{Record, read_record},
    mapping::{Events, Mapping as _, Step},
    restore::Restoration,
};
use conversation::{Event, EventKey, Kind, Said, View, first_words, said};
use serde_json::{Map, Value};
use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
    sync::Arc,
};

/// The largest file that is read as a whole for a list, in bytes.
const LARGEST: u64 = 4 * 1024 * 1024;

/// What the ends of a file tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ends {
    /// The name that was given to the thread.
    pub title: Option<String>,
    /// The beginning of the first prompt.
    pub first_words: Option<String>,
    pub last_words: Option<String>,
    pub last_ms: Option<i64>,
    pub cwd: Option<String>,
    pub model: Option<String>,
    /// The thread whose agent started it.
    pub parent: Option<String>,
    pub pace: Pace,
    /// There is nothing in the file.
    pub is_blank: bool,
    /// The file is not what its name says.
    pub is_broken: bool,
    /// The file cannot be read.
    pub problem: Option<String>,
}

/// What some records are.
#[derive(Debug)]
struct Read {
    events: Vec<Event>,
    mapping: CodexMapping,
}

impl Ends {
    /// Reads the ends of a file.
    pub(super) fn read(found: &Found, restoration: &Arc<Restoration>) -> Self {
        let known = Known::restoring(restoration);
        let read = match found.form {
            Form::Compressed => return Self::default(),
            // The versions that wrote so wrote little; a larger file is opened, but not listed.
            Form::Items if found.stamp.bytes > LARGEST => return Self::default(),
            Form::Items => Self::of_items(&found.path, &known),
            Form::Lines => Self::of_lines(&found.path, found.stamp.bytes, &known),
        };
        read.unwrap_or_else(|error| Self {
            problem: Some(format!("cannot read {}: {error}", found.path.display())),
            ..Self::default()
        })
    }

    fn of_items(path: &Path, known: &Known) -> io::Result<Self> {
        let text = std::fs::read(path)?;
        let Some(items) = items(&text) else {
            return Ok(Self {
                is_blank: is_blank(&text),
                is_broken: true,
                ..Self::default()
            });
        };
        let lines: Vec<Vec<u8>> = items
            .iter()
            .map(|item| item.to_string().into_bytes())
            .collect();
        let read = Read::of(lines.iter().map(Vec::as_slice), known);
        Ok(Self::of(&read, &read, true))
    }

    fn of_lines(path: &Path, bytes: u64, known: &Known) -> io::Result<Self> {
        let beginning = head::beginning(path, head::MOST)?;
        let is_whole = bytes <= head::MOST;
        let first = Read::of(whole_lines(&beginning, is_whole), known);
        let mut ends = if is_whole {
            Self::of(&first, &first, true)
        } else {
            let end = end(path, bytes)?;
            // What stands before the first line break may have begun before.
            let after = end
                .iter()
                .position(|b| *b == b'\n')
                .map_or(end.len(), |n| n + 1);
            let lines = end.get(after..).unwrap_or_default();
            // Which records are another thread's is told by ids that stand in the first ones.
            let heads = whole_lines(&beginning, false)
                .filter(|line| first.mapping.has_copy() && is_session_meta(line));
            let last = Read::of(heads.chain(whole_lines(lines, true)), known);
            Self::of(&first, &last, false)
        };
        ends.parent = Head::of(&beginning, Form::Lines).parent;
        ends.is_blank = is_whole && is_blank(&beginning);
        Ok(ends)
    }

    fn of(first: &Read, last: &Read, is_whole: bool) -> Self {
        let facts = |read: &Read| read.mapping.facts().clone();
        let (first_facts, last_facts) = (facts(first), facts(last));
        let goes_on = last.mapping.goes_on();
        Self {
            title: last_facts.title.or(first_facts.title),
            first_words: first.first_words().or_else(|| last.first_words()),
            last_words: last.last_words(),
            last_ms: last.events.iter().rev().find_map(Event::at_ms),
            cwd: last_facts.cwd.or(first_facts.cwd),
            model: last_facts.model.or(first_facts.model),
            pace: Pace {
                // A turn of which neither the beginning nor the end is near the end goes on.
                is_open: goes_on.unwrap_or(!is_whole),
                asks: last.mapping.asks(),
            },
            ..Self::default()
        }
    }
}

impl Read {
    fn of<'a>(lines: impl Iterator<Item = &'a [u8]>, known: &Known) -> Self {
        let records = lines.filter_map(|line| match read_record(line) {
            Record::Object(record) => Some(record),
            Record::Unreadable(_) => None,
        });
        let records: Vec<_> = records.collect();
        let read = Self::of_records(&records, known.clone());
        if read.mapping.known() == known {
            return read;
        }
        // Some of them are taken back by others, or are another thread's.
        Self::of_records(&records, read.mapping.known().clone())
    }

    fn of_records(records: &[Map<String, Value>], known: Known) -> Self {
        let mut events: Vec<Event> = Vec::new();
        let mut mapping = CodexMapping::new(known);
        for record in records {
            let mut steps = Vec::new();
            mapping.take(
                record,
                &mut Events {
                    next: events.len(),
                    steps: &mut steps,
                },
            );
            for step in steps {
                apply(step, &mut events);
            }
        }
        Self { events, mapping }
    }

    /// The beginning of the first prompt; nothing where all prompts may be another thread's.
    fn first_words(&self) -> Option<String> {
        let mut prompts = self.events.iter();
        let prompt = prompts.find(|event| event.kind() == Kind::ChatRequest)?;
        first_words(prompt.text("content")?).filter(|_| !self.mapping.is_copy())
    }

    /// The last thing that was said to the person.
    fn last_words(&self) -> Option<String> {
        self.events.iter().rev().find_map(|event| {
            let shown = View::User.project(event)?;
            match said(&shown)? {
                Said::Message(text) | Said::Note(text) => first_words(&text),
            }
        })
    }
}

fn is_session_meta(line: &[u8]) -> bool {
    match read_record(line) {
        Record::Object(record) => record
            .get("type")
            .is_some_and(|kind| kind == "session_meta"),
        Record::Unreadable(_) => false,
    }
}

fn apply(step: Step, events: &mut Vec<Event>) {
    let key = || EventKey::from_native("end");
    match step {
        Step::Add(mapped) => events.push(Event::new(key(), mapped.at_ms, mapped.fields)),
        Step::Revise(handle, fields) => {
            if let Some(event) = events.get_mut(handle.0) {
                *event = Event::new(key(), event.at_ms(), fields);
            }
        }
    }
}

/// The lines of a text; the last one only where the text ends with it.
fn whole_lines(text: &[u8], is_end: bool) -> impl Iterator<Item = &[u8]> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let end = match text.iter().rposition(|b| *b == b'\n') {
        _ if is_end => text.len(),
        Some(last) => last,
        None => 0,
    };
    let lines = text.get(..end).unwrap_or_default().split(|b| *b == b'\n');
    lines
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty())
}

/// The last bytes of a file.
fn end(path: &Path, bytes: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(bytes.saturating_sub(head::MOST)))?;
    let mut end = Vec::new();
    file.take(head::MOST).read_to_end(&mut end)?;
    Ok(end)
}
