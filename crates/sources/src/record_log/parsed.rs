//! Lines as records, parsed in a thread of their own where there are many.

use crate::{
    SourceError,
    json::{Record, read_record, unreadable},
    lines::{Line, LineSource},
};
use serde_json::{Map, Value};
use std::{
    panic::resume_unwind,
    path::Path,
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

/// How many bytes of lines are handed over at once: waking the other thread costs more than a line.
const BATCH: u64 = 128 * 1024;
/// How many batches may wait.
const QUEUE: usize = 4;

/// A line as a record.
#[derive(Debug)]
pub(super) struct Parsed {
    /// The byte that the line begins at.
    pub at: u64,
    /// How many bytes it has.
    pub len: u64,
    pub content: Content,
}

/// What a line holds.
#[derive(Debug)]
pub(super) enum Content {
    /// A record.
    Record(Map<String, Value>),
    /// Nothing that can be read: the fields of the event that says so.
    Unreadable(Map<String, Value>),
}

impl Parsed {
    pub(super) fn of(line: &Line) -> Self {
        let record = if line.is_cut() {
            Record::Unreadable(format!(
                "a line of {} bytes is too long to be read",
                line.len
            ))
        } else {
            read_record(without_mark(&line.bytes))
        };
        let content = match record {
            Record::Object(fields) => Content::Record(fields),
            Record::Unreadable(why) => Content::Unreadable(unreadable(&line.bytes, line.len, &why)),
        };
        Self {
            at: line.at,
            len: line.len,
            content,
        }
    }
}

/// Reads what is new, hardly more than `most` bytes, and calls `take` with each record, and with
/// nothing where all records are told again.
pub(super) fn read_here<S: LineSource>(
    lines: &mut S,
    path: &Path,
    most: u64,
    take: &mut dyn FnMut(Option<Parsed>),
) -> Result<(), SourceError> {
    lines.refresh(path, most, &mut |line| {
        take(line.as_ref().map(Parsed::of));
    })
}

/// The same with all that is new, while another thread reads and parses ahead.
pub(super) fn read_ahead<S: LineSource>(
    lines: &mut S,
    path: &Path,
    take: &mut dyn FnMut(Option<Parsed>),
) -> Result<(), SourceError> {
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(QUEUE);
        let reading = scope.spawn(move || {
            let mut batch = Batch::to(sender);
            let read = lines.refresh(path, u64::MAX, &mut |line| batch.add(line.as_ref()));
            batch.hand_over();
            read
        });
        for parsed in receiver.into_iter().flatten() {
            take(parsed);
        }
        reading.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Records that are handed over together.
struct Batch {
    parsed: Vec<Option<Parsed>>,
    bytes: u64,
    sender: SyncSender<Vec<Option<Parsed>>>,
}

impl Batch {
    fn to(sender: SyncSender<Vec<Option<Parsed>>>) -> Self {
        Self {
            parsed: Vec::new(),
            bytes: 0,
            sender,
        }
    }

    fn add(&mut self, line: Option<&Line>) {
        self.bytes += line.map_or(0, |line| line.len);
        self.parsed.push(line.map(Parsed::of));
        if self.bytes >= BATCH {
            self.hand_over();
        }
    }

    fn hand_over(&mut self) {
        self.bytes = 0;
        // Nobody takes any more where taking has panicked, which is told then.
        drop(self.sender.send(std::mem::take(&mut self.parsed)));
    }
}

/// A file may begin with the mark of its encoding.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
