//! What the two ends of a file tell of its conversation.

use super::{
    files::Stamp,
    known::{Known, Setting},
    mapping::ClaudeMapping,
    pulse::Pulse,
    record::{Id, Record, id},
};
use crate::{
    json::{Record as Read, read_record},
    mapping::{Events, Handle, Mapped, Mapping as _, Step},
};
use conversation::{Event, EventKey, Kind, Said, View, first_words, said};
use serde_json::{Map, Value};
use std::{
    collections::HashSet,
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

/// How much of each end is read.
const END: u64 = 64 * 1024;
/// How much of the last end is read where there are no words to the person in that.
const LONG_END: u64 = 512 * 1024;

/// What the two ends of a file tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ends {
    pub custom_title: Option<String>,
    pub made_title: Option<String>,
    /// Titles of this or other files, each with the record that the conversation ended with then.
    pub summaries: Vec<(Option<Id>, String)>,
    pub first_prompt: Option<String>,
    pub last_words: Option<String>,
    pub cwd: Option<String>,
    pub model: Option<String>,
    pub last_ms: Option<i64>,
    /// The first message, which copies of the conversation have too.
    pub first_message: Option<Id>,
    /// The records that were seen.
    pub ids: HashSet<Id>,
    pub pulse: Pulse,
    /// There is nothing in it but titles and the like.
    pub has_no_messages: bool,
    /// There is nothing in it at all.
    pub is_blank: bool,
}

impl Ends {
    pub(super) fn read(path: &Path, stamp: Stamp, setting: &Setting) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let is_whole = stamp.bytes <= 2 * END;
        let mut first = Vec::new();
        let n_first = if is_whole { 2 * END } else { END };
        file.by_ref().take(n_first).read_to_end(&mut first)?;
        let mut ends = Self::default();
        let events = ends.take(&first, setting);
        ends.first_prompt = first_prompt(&events);
        ends.is_blank = is_whole && first.trim_ascii().is_empty();
        ends.has_no_messages &= is_whole;
        if is_whole {
            ends.last_words = last_words(events);
            return Ok(ends);
        }
        // Results may be long, and many in a row.
        for n_last in [END, LONG_END] {
            let last = last_bytes(&mut file, stamp.bytes, n_last)?;
            ends.last_words = last_words(ends.take(&last, setting));
            if ends.last_words.is_some() {
                break;
            }
        }
        Ok(ends)
    }

    /// Whether the file itself has a title.
    pub(super) fn has_title(&self) -> bool {
        self.custom_title.is_some() || self.made_title.is_some()
    }

    /// Takes the records of an end, and gives their events.
    fn take(&mut self, end: &[u8], setting: &Setting) -> Vec<Mapped> {
        let lines = end
            .split(|b| *b == b'\n')
            .filter(|line| !line.trim_ascii().is_empty());
        let records: Vec<Read> = lines.map(read_record).collect();
        let fields = || {
            records.iter().filter_map(|record| match record {
                Read::Object(fields) => Some(fields),
                Read::Unreadable(_) => None,
            })
        };
        self.has_no_messages = !records.is_empty();
        for fields in fields() {
            self.learn(Record(fields));
        }
        self.has_no_messages &= fields().count() == records.len();
        let mut known = Known::of(setting.clone());
        let (mapping, events) = loop {
            let (mapping, events) = mapped(fields(), &known);
            // What later records tell of earlier ones is told once.
            if mapping.known() == &known || known != Known::of(setting.clone()) {
                break (mapping, events);
            }
            known.clone_from(mapping.known());
        };
        self.pulse = mapping.pulse().clone();
        events
    }

    fn learn(&mut self, record: Record<'_>) {
        let text = |name: &str| {
            record
                .text(name)
                .map(str::trim)
                .filter(|text| !text.is_empty())
        };
        let owned = |name: &str| text(name).map(str::to_owned);
        let uuid = record.uuid().map(id);
        self.ids.extend(uuid);
        self.last_ms = self.last_ms.max(record.time().map(|(_, ms)| ms));
        self.cwd = owned("cwd").or(self.cwd.take());
        match record.kind() {
            "custom-title" => self.custom_title = owned("customTitle").or(self.custom_title.take()),
            "ai-title" => self.made_title = owned("aiTitle").or(self.made_title.take()),
            "summary" => {
                let summary = owned("summary").map(|summary| (text("leafUuid").map(id), summary));
                self.summaries.extend(summary);
            }
            "relocated" => self.cwd = owned("relocatedCwd").or(self.cwd.take()),
            "user" | "assistant" => {
                self.has_no_messages = false;
                if self.first_message.is_none() && !record.is_sidechain() {
                    self.first_message = uuid;
                }
                let message = record.object("message").filter(|_| !record.is_synthetic());
                let model = message.and_then(|message| message.text("model"));
                self.model = model.map(str::to_owned).or(self.model.take());
            }
            "system" | "attachment" => self.has_no_messages = false,
            _ => {}
        }
    }
}

/// The whole lines among the last bytes of a file.
fn last_bytes(file: &mut File, len: u64, n: u64) -> io::Result<Vec<u8>> {
    let mut last = Vec::new();
    file.seek(SeekFrom::Start(len.saturating_sub(n)))?;
    file.take(n).read_to_end(&mut last)?;
    // The first line is a part of one.
    let begins = last.iter().position(|b| *b == b'\n');
    Ok(last.split_off(begins.unwrap_or(last.len())))
}

/// The events of records, without keys.
fn mapped<'a>(
    records: impl Iterator<Item = &'a Map<String, Value>>,
    known: &Known,
) -> (ClaudeMapping, Vec<Mapped>) {
    let mut mapping = ClaudeMapping::new(known.clone());
    let mut all: Vec<Mapped> = Vec::new();
    for record in records {
        let mut steps = Vec::new();
        let next = all.len();
        let mut events = Events {
            next,
            steps: &mut steps,
        };
        mapping.take(record, &mut events);
        for step in steps {
            match step {
                Step::Add(event) => all.push(event),
                Step::Revise(Handle(index), fields) => {
                    if let Some(event) = all.get_mut(index) {
                        event.fields = fields;
                    }
                }
            }
        }
    }
    (mapping, all)
}

/// The words that the first turn begins with, or else the person's first words. A command alone says
/// less than what follows it.
fn first_prompt(events: &[Mapped]) -> Option<String> {
    let is_kind = |event: &Mapped, kind| Kind::of(&event.fields) == kind;
    let begin = events
        .iter()
        .position(|event| is_kind(event, Kind::TurnStart));
    let requests = events.iter().skip(begin.unwrap_or_default());
    let texts = requests
        .filter(|event| is_kind(event, Kind::ChatRequest))
        .filter_map(|event| first_words(event.fields.get("content")?.as_str()?));
    let texts: Vec<String> = texts.collect();
    let is_command = |text: &&String| text.starts_with('/') && !text.contains(' ');
    let says_more = texts.iter().find(|text| !is_command(text));
    says_more.or(texts.first()).cloned()
}

/// The last words to the person.
fn last_words(events: Vec<Mapped>) -> Option<String> {
    let words = |event: Mapped| {
        let event = Event::new(EventKey::from_native("end"), event.at_ms, event.fields);
        match said(&View::User.project(&event)?)? {
            Said::Message(text) | Said::Note(text) => first_words(&text),
        }
    };
    events.into_iter().rev().find_map(words)
}
