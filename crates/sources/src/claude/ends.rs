//! What the two ends of a file tell of its conversation.

use super::{
    files::Stamp,
    known::{Known, Setting},
    mapping::ClaudeMapping,
    meta::Meta,
    pulse::Pulse,
    record::{Id, Record, id},
};
use crate::{
    Cost,
    blank::is_blank,
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
    time::{Duration, SystemTime},
};

/// How much of each end is read.
const END: u64 = 64 * 1024;
/// How much of the last end is read where there are no words to the person in that.
const LONG_END: u64 = 512 * 1024;
/// Of a file that rests: how far into it lines are parsed, and how far before its end, in bytes.
/// Parsing is what costs in a list of thousands, and nearly always these lines say all.
const SKIMMED: (usize, usize) = (4 * 1024, 8 * 1024);
/// What a line between those has that is parsed all the same: a title, or where the folder is now.
const TOLD_BETWEEN: [&[u8]; 3] = [b"-title\"", b"\"summary\"", b"\"relocated\""];
/// How long a file rests that no agent is at work in. Whether one is shows in all lines.
const REST: Duration = Duration::from_hours(24);

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
    /// What stands beside the file.
    pub meta: Meta,
    /// There is nothing in it but titles and the like.
    pub has_no_messages: bool,
    /// There is nothing in it at all.
    pub is_blank: bool,
    /// What it took to learn that.
    pub cost: Cost,
}

impl Ends {
    pub(super) fn read(path: &Path, stamp: Stamp, setting: &Setting) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let is_whole = stamp.bytes <= 2 * END;
        let mut first = Vec::new();
        let n_first = if is_whole { 2 * END } else { END };
        file.by_ref().take(n_first).read_to_end(&mut first)?;
        let last = match is_whole {
            true => None,
            false => Some(last_bytes(&mut file, stamp.bytes, END)?),
        };
        let mut cost = Cost::default();
        if is_resting(stamp) {
            let ends = Self::of(&first, last.as_deref(), setting, skimmed);
            if ends.are_told() {
                return Ok(ends);
            }
            cost = ends.cost;
        }
        let mut ends = Self::of(&first, last.as_deref(), setting, lines);
        ends.cost.records_parsed += cost.records_parsed;
        // Results may be long, and many in a row.
        if last.is_some() && ends.last_words.is_none() {
            let last = last_bytes(&mut file, stamp.bytes, LONG_END)?;
            ends.cost.bytes_read += last.len() as u64;
            ends.last_words = last_words(ends.take(&lines(&last), setting));
            ends.has_no_messages = false;
        }
        Ok(ends)
    }

    /// What the beginning of a file and its end tell; the end is nothing where the beginning is all of
    /// it. `pick` gives the lines of them that are parsed.
    fn of<'a>(
        first: &'a [u8],
        last: Option<&'a [u8]>,
        setting: &Setting,
        pick: impl Fn(&'a [u8]) -> Vec<&'a [u8]>,
    ) -> Self {
        let mut ends = Self::default();
        let events = ends.take(&pick(first), setting);
        ends.first_prompt = first_prompt(&events);
        ends.last_words = match last {
            None => last_words(events),
            Some(last) => last_words(ends.take(&pick(last), setting)),
        };
        ends.is_blank = last.is_none() && is_blank(first);
        ends.has_no_messages &= last.is_none();
        ends.cost.bytes_read = (first.len() + last.map_or(0, <[u8]>::len)) as u64;
        ends
    }

    /// Whether nothing is left that other lines could tell. A command may be followed by words that
    /// say more, and what has no title may have one by any of its records.
    fn are_told(&self) -> bool {
        let is_prompt = |prompt: &String| !prompt.starts_with('/');
        self.has_title()
            && self.first_message.is_some()
            && self.first_prompt.as_ref().is_some_and(is_prompt)
            && self.last_words.is_some()
    }

    /// Whether the file itself has a title.
    pub(super) fn has_title(&self) -> bool {
        self.custom_title.is_some() || self.made_title.is_some()
    }

    /// Takes the lines of an end, and gives their events.
    fn take(&mut self, lines: &[&[u8]], setting: &Setting) -> Vec<Mapped> {
        let records: Vec<Read> = lines.iter().map(|line| read_record(line)).collect();
        self.cost.records_parsed += records.len() as u64;
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

/// Whether nobody writes to a file any more.
fn is_resting(stamp: Stamp) -> bool {
    let age = stamp
        .modified
        .and_then(|at| SystemTime::now().duration_since(at).ok());
    age.is_some_and(|age| age > REST)
}

/// The lines of a text that are not blank.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    let lines = text.split(|b| *b == b'\n');
    lines.filter(|line| !line.trim_ascii().is_empty()).collect()
}

/// The first and the last of them, and those between that may tell what only one line does.
fn skimmed(text: &[u8]) -> Vec<&[u8]> {
    let (n_first, n_last) = SKIMMED;
    let mut at = 0;
    let mut lines = lines(text);
    lines.retain(|line| {
        at += line.len() + 1;
        let is_near = at - line.len() <= n_first || at + n_last >= text.len();
        let tells = |mark: &&[u8]| memchr::memmem::find(line, mark).is_some();
        is_near || TOLD_BETWEEN.iter().any(tells)
    });
    lines
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
