//! Where a thread's records come from: its own file, and before it the beginnings of the files that
//! its history stands in.

use super::{
    files::{FileStamp, Form},
    head::{Part, items},
};
use crate::{
    SourceError,
    lines::{Line, LineSource, LinesFile},
};
use serde::Deserialize;
use std::{fs, path::Path};

/// How many bytes a beginning may have that does not say how many.
const UNSAID: u64 = 1 << 40;

/// The records of a thread. Their places count from the beginning of the history.
#[derive(Debug)]
pub(super) struct RolloutLines {
    before: Vec<Part>,
    are_before_told: bool,
    own: Own,
    bytes_read: u64,
}

/// The thread's own file.
#[derive(Debug)]
enum Own {
    Lines(LinesFile),
    Items(ItemsFile),
}

/// A file that is one JSON text.
#[derive(Debug, Default)]
struct ItemsFile {
    seen: Option<FileStamp>,
    is_told: bool,
    is_broken: bool,
    bytes_read: u64,
}

/// What of a record is looked at to know whether it still belongs to a beginning.
#[derive(Deserialize)]
struct Numbered {
    ordinal: Option<u64>,
}

impl RolloutLines {
    pub(super) fn new(form: Form, before: Vec<Part>) -> Self {
        let own = match form {
            Form::Items => Own::Items(ItemsFile::default()),
            Form::Lines | Form::Compressed => Own::Lines(LinesFile::default()),
        };
        Self {
            before,
            are_before_told: false,
            own,
            bytes_read: 0,
        }
    }

    /// The files before the thread's own.
    pub(super) fn before(&self) -> &[Part] {
        &self.before
    }

    /// Whether the file is not what it should be, so that what was read last stays.
    pub(super) fn is_broken(&self) -> bool {
        matches!(&self.own, Own::Items(items) if items.is_broken)
    }
}

impl LineSource for RolloutLines {
    fn refresh(
        &mut self,
        path: &Path,
        most: u64,
        take: &mut dyn FnMut(Option<Line>),
    ) -> Result<(), SourceError> {
        if !self.are_before_told {
            self.are_before_told = true;
            self.bytes_read += tell(&self.before, take);
        }
        let (before, bytes_read) = (&self.before, &mut self.bytes_read);
        let offset: u64 = before.iter().map(Part::size).sum();
        let mut take = |line: Option<Line>| {
            let is_anew = line.is_none();
            take(line.map(|line| Line {
                at: line.at + offset,
                ..line
            }));
            if is_anew {
                *bytes_read += tell(before, take);
            }
        };
        match &mut self.own {
            Own::Lines(lines) => lines.refresh(path, most, &mut take).map(|_| ()),
            Own::Items(items) => items.refresh(path, &mut take),
        }
    }

    fn has_more(&self) -> bool {
        match &self.own {
            Own::Lines(lines) => lines.has_more(),
            Own::Items(_) => false,
        }
    }

    fn ending(
        &mut self,
        path: &Path,
        long: u64,
        most: u64,
        take: &mut dyn FnMut(Line),
    ) -> Result<bool, SourceError> {
        let offset: u64 = self.before.iter().map(Part::size).sum();
        match &mut self.own {
            Own::Lines(lines) => lines.ending(path, long, most, &mut |line| {
                take(Line {
                    at: line.at + offset,
                    ..line
                });
            }),
            Own::Items(_) => Ok(false),
        }
    }

    fn begin_again(&mut self) {
        self.are_before_told = false;
        match &mut self.own {
            Own::Lines(lines) => lines.begin_again(),
            Own::Items(items) => {
                items.seen = None;
                items.is_told = false;
            }
        }
    }

    fn stored(&self, path: &Path, at: u64, len: u64) -> Result<Vec<u8>, SourceError> {
        let mut at = at;
        for part in &self.before {
            if at < part.size() {
                let path = part.path.as_deref().unwrap_or(path);
                return LinesFile::read_at(path, at, len);
            }
            at -= part.size();
        }
        match &self.own {
            Own::Lines(_) => LinesFile::read_at(path, at, len),
            Own::Items(_) => ItemsFile::stored(path, at),
        }
    }

    fn bytes_read(&self) -> u64 {
        let own = match &self.own {
            Own::Lines(lines) => lines.bytes_read(),
            Own::Items(items) => items.bytes_read,
        };
        self.bytes_read + own
    }
}

impl Part {
    /// How many bytes of the history it has.
    fn size(&self) -> u64 {
        self.base.end.map_or(UNSAID, |end| end.min(UNSAID))
    }

    fn has(&self, line: &Line) -> bool {
        let Some(end) = self.base.end_ordinal else {
            return true;
        };
        let numbered: Option<Numbered> = serde_json::from_slice(&line.bytes).ok();
        let ordinal = numbered.and_then(|numbered| numbered.ordinal);
        ordinal.is_none_or(|ordinal| ordinal < end)
    }
}

/// Tells the lines of the beginnings, and how many bytes were read. What cannot be read is missing.
fn tell(before: &[Part], take: &mut dyn FnMut(Option<Line>)) -> u64 {
    let mut bytes_read = 0;
    let mut offset = 0;
    for part in before {
        let line = |line: Line| {
            if part.has(&line) {
                take(Some(Line {
                    at: line.at + offset,
                    ..line
                }));
            }
        };
        if let Some(path) = &part.path {
            bytes_read += LinesFile::read_beginning(path, part.size(), line).unwrap_or_default();
        }
        offset += part.size();
    }
    bytes_read
}

impl ItemsFile {
    fn refresh(
        &mut self,
        path: &Path,
        take: &mut dyn FnMut(Option<Line>),
    ) -> Result<(), SourceError> {
        let io = |source| SourceError::io(path, source);
        let stamp = FileStamp::of(&fs::metadata(path).map_err(io)?);
        if self.seen == Some(stamp) {
            return Ok(());
        }
        let text = fs::read(path).map_err(io)?;
        self.bytes_read += text.len() as u64;
        self.seen = Some(stamp);
        // A file that is being written is no JSON for a moment.
        let items = items(&text);
        self.is_broken = items.is_none();
        let Some(items) = items else {
            return Ok(());
        };
        if self.is_told {
            take(None);
        }
        self.is_told = true;
        for (at, item) in (0..).zip(items) {
            let bytes = item.to_string().into_bytes();
            take(Some(Line {
                at,
                len: bytes.len() as u64,
                bytes,
            }));
        }
        Ok(())
    }

    fn stored(path: &Path, at: u64) -> Result<Vec<u8>, SourceError> {
        let text = fs::read(path).map_err(|source| SourceError::io(path, source))?;
        let items = items(&text).unwrap_or_default();
        let item = usize::try_from(at).ok().and_then(|at| items.get(at));
        Ok(item
            .map(|item| item.to_string().into_bytes())
            .unwrap_or_default())
    }
}
