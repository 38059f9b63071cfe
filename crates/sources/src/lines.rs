//! A file to which an agent adds lines.
//!
//! A line counts once it has its end; what stands behind the last end is held back, and taken as a
//! line only when it is a whole JSON object and the file has rested since the last look: some
//! writers leave the last line without one. A file that is another one now, by rename, by being cut
//! or by being written anew, is read from its beginning.

use crate::SourceError;
use memchr::memchr;
use std::{
    fmt::Debug,
    fs::{File, Metadata},
    io::{ErrorKind, Read, Seek as _, SeekFrom},
    path::Path,
    time::SystemTime,
};
use xxhash_rust::xxh3::xxh3_64;

/// The longest line that is read, in bytes. A longer one is told by its beginning.
pub(crate) const LONGEST_LINE: usize = 16 * 1024 * 1024;
/// How much of a file, at its beginning and before the place where reading stopped, tells whether
/// it is still the same.
const PROBE: u64 = 4096;
/// How much is read at a time.
const CHUNK: usize = 1024 * 1024;

/// Where the lines of a log come from: one file, or what is read in its place.
pub(crate) trait LineSource: Debug + Send {
    /// Reads what is new, but hardly more than `most` bytes, and calls `take` with each line, in
    /// order. `take` is called with nothing first where all lines are told again.
    fn refresh(
        &mut self,
        path: &Path,
        most: u64,
        take: &mut dyn FnMut(Option<Line>),
    ) -> Result<(), SourceError>;

    /// Whether the last look stopped before the end.
    fn has_more(&self) -> bool;

    /// Calls `take` with the lines among the last `most` bytes; says whether there are more than
    /// `long` bytes, and takes nothing where not. What was read before makes no difference.
    fn ending(
        &mut self,
        path: &Path,
        long: u64,
        most: u64,
        take: &mut dyn FnMut(Line),
    ) -> Result<bool, SourceError>;

    /// Forgets what was read: all lines are told again.
    fn begin_again(&mut self);

    /// The bytes of a line that was told.
    fn stored(&self, path: &Path, at: u64, len: u64) -> Result<Vec<u8>, SourceError>;

    /// How many bytes have been read from the disk.
    fn bytes_read(&self) -> u64;
}

/// What has been read of such a file.
#[derive(Debug, Default)]
pub(crate) struct LinesFile {
    seen: Option<Seen>,
    /// The byte behind the last line that was taken.
    end: u64,
    /// What stands behind it, without an end.
    rest: Vec<u8>,
    /// How many bytes of the rest were taken as a line.
    taken: Option<usize>,
    /// What was taken as a line went on.
    was_taken_early: bool,
    /// How many bytes the line that is being skipped has so far, where one is too long.
    too_long: Option<u64>,
    bytes_read: u64,
    /// The last look stopped before the file's end.
    has_more: bool,
}

/// Tells one state of a file from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    bytes: u64,
    modified: Option<SystemTime>,
    inode: u64,
    head: u64,
    tail: u64,
}

/// A line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The byte that it begins at.
    pub at: u64,
    /// How many bytes it has.
    pub len: u64,
    /// Its bytes, or the first of them where it is too long.
    pub bytes: Vec<u8>,
}

/// What a look at the file gave.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Nothing has changed.
    Same,
    /// Lines were added.
    Added,
    /// It is another file, or was written anew: all lines are told again.
    Anew,
}

impl Line {
    /// Whether only its beginning is here.
    pub(crate) fn is_cut(&self) -> bool {
        self.bytes.len() as u64 != self.len
    }
}

impl LinesFile {
    /// Reads what is new, but hardly more than `most` bytes, and calls `take` with each line, in
    /// order. `take` is called with nothing first where all lines are told again.
    pub(crate) fn refresh(
        &mut self,
        path: &Path,
        most: u64,
        mut take: impl FnMut(Option<Line>),
    ) -> Result<Look, SourceError> {
        let io = |source| SourceError::io(path, source);
        let mut file = File::open(path).map_err(io)?;
        let metadata = file.metadata().map_err(io)?;
        if metadata.is_dir() {
            return Err(io(ErrorKind::IsADirectory.into()));
        }
        let is_untouched = self.seen.is_some_and(|seen| seen.is_untouched(&metadata));
        if is_untouched {
            let is_taken = self.take_rest_as_line(&mut take);
            return Ok(if is_taken { Look::Added } else { Look::Same });
        }
        let is_same_file = match self.seen {
            Some(seen) => self.is_same_file(seen, &metadata, &mut file).map_err(io)?,
            None => false,
        };
        let is_first = self.seen.is_none();
        if !is_same_file {
            self.forget();
            if !is_first {
                take(None);
            }
        }
        let mut n_taken = self.go_on(&mut file, most, &mut take).map_err(io)?;
        let is_same_file = is_same_file && !self.was_taken_early;
        if self.was_taken_early {
            self.forget();
            take(None);
            n_taken = self.go_on(&mut file, most, &mut take).map_err(io)?;
        }
        // What was written while reading must look like growth the next time.
        let metadata = file.metadata().map_err(io)?;
        let seen = self.probe(&metadata, &mut file).map_err(io)?;
        self.has_more = metadata.len() > seen.bytes;
        self.seen = Some(seen);
        Ok(match (is_same_file || is_first, n_taken) {
            (true, 0) => Look::Same,
            (true, _) => Look::Added,
            (false, _) => Look::Anew,
        })
    }

    /// Forgets what was read: all lines are told again.
    pub(crate) fn begin_again(&mut self) {
        self.forget();
    }

    fn forget(&mut self) {
        *self = Self {
            bytes_read: self.bytes_read,
            ..Self::default()
        };
    }

    /// How many bytes have been read from the disk.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Whether the last look stopped before the file's end.
    pub(crate) fn has_more(&self) -> bool {
        self.has_more
    }

    /// Calls `take` with the lines that end before the byte `end`, and says how many bytes were read.
    /// What stands behind the last of them counts as a line where it is one.
    pub(crate) fn read_beginning(
        path: &Path,
        end: u64,
        mut take: impl FnMut(Line),
    ) -> Result<u64, SourceError> {
        let io = |source| SourceError::io(path, source);
        let mut beginning = File::open(path).map_err(io)?.take(end);
        let mut lines = Self::default();
        let mut take = |line: Option<Line>| line.into_iter().for_each(&mut take);
        lines
            .read_on(&mut beginning, u64::MAX, &mut take)
            .map_err(io)?;
        lines.take_rest_as_line(&mut take);
        Ok(lines.bytes_read)
    }

    /// Calls `take` with the lines that begin and end among the last `most` bytes of a file of more
    /// than `long` bytes, and says whether it is one and how many bytes were read.
    fn read_ending(
        path: &Path,
        long: u64,
        most: u64,
        mut take: impl FnMut(Line),
    ) -> Result<(bool, u64), SourceError> {
        let io = |source| SourceError::io(path, source);
        let mut file = File::open(path).map_err(io)?;
        let bytes = file.metadata().map_err(io)?.len();
        if bytes <= long {
            return Ok((false, 0));
        }
        let mut lines = Self {
            end: bytes.saturating_sub(most),
            ..Self::default()
        };
        file.seek(SeekFrom::Start(lines.end)).map_err(io)?;
        // What comes first may be the rest of a line.
        let mut is_first = true;
        let mut take = |line: Option<Line>| {
            let is_cut = std::mem::take(&mut is_first);
            line.into_iter().filter(|_| !is_cut).for_each(&mut take);
        };
        lines.read_on(&mut file, u64::MAX, &mut take).map_err(io)?;
        Ok((true, lines.bytes_read))
    }

    /// The bytes at a place of the file.
    pub(crate) fn read_at(path: &Path, at: u64, len: u64) -> Result<Vec<u8>, SourceError> {
        let io = |source| SourceError::io(path, source);
        let mut file = File::open(path).map_err(io)?;
        file.seek(SeekFrom::Start(at)).map_err(io)?;
        let mut bytes = Vec::new();
        file.take(len).read_to_end(&mut bytes).map_err(io)?;
        Ok(bytes)
    }

    fn is_same_file(
        &mut self,
        seen: Seen,
        metadata: &Metadata,
        file: &mut File,
    ) -> std::io::Result<bool> {
        // One of the same size that was written to was written anew: it cannot have grown.
        if metadata.len() <= seen.bytes || inode(metadata) != seen.inode {
            return Ok(false);
        }
        let now = Seen {
            bytes: seen.bytes,
            ..self.probe_at(seen.bytes, metadata, file)?
        };
        Ok((now.head, now.tail) == (seen.head, seen.tail))
    }

    fn probe(&mut self, metadata: &Metadata, file: &mut File) -> std::io::Result<Seen> {
        let bytes = self.end + self.rest.len() as u64 + self.too_long.unwrap_or(0);
        self.probe_at(bytes, metadata, file)
    }

    fn probe_at(
        &mut self,
        bytes: u64,
        metadata: &Metadata,
        file: &mut File,
    ) -> std::io::Result<Seen> {
        let mut hash = |at: u64, len: u64| -> std::io::Result<u64> {
            let mut probe = Vec::new();
            file.seek(SeekFrom::Start(at))?;
            self.bytes_read += file.by_ref().take(len).read_to_end(&mut probe)? as u64;
            Ok(xxh3_64(&probe))
        };
        let head = hash(0, bytes.min(PROBE))?;
        let tail = hash(bytes.saturating_sub(PROBE), bytes.min(PROBE))?;
        Ok(Seen {
            bytes,
            modified: metadata.modified().ok(),
            inode: inode(metadata),
            head,
            tail,
        })
    }

    /// Reads on where reading stopped, and says how many lines there were.
    fn go_on(
        &mut self,
        file: &mut File,
        most: u64,
        take: &mut impl FnMut(Option<Line>),
    ) -> std::io::Result<usize> {
        let at = self.end + self.rest.len() as u64 + self.too_long.unwrap_or(0);
        file.seek(SeekFrom::Start(at))?;
        self.read_on(file, most, take)
    }

    fn read_on(
        &mut self,
        file: &mut impl Read,
        most: u64,
        take: &mut impl FnMut(Option<Line>),
    ) -> std::io::Result<usize> {
        let mut n_taken = 0;
        let mut chunk = vec![0; CHUNK];
        let mut left = most;
        loop {
            let n = file.read(&mut chunk)?;
            if n == 0 {
                return Ok(n_taken);
            }
            left = left.saturating_sub(n as u64);
            self.bytes_read += n as u64;
            let mut new = chunk.get(..n).unwrap_or_default();
            while let Some(end) = memchr(b'\n', new) {
                let (line, after) = new.split_at(end);
                self.add(line);
                n_taken += usize::from(self.end_line(take));
                new = after.get(1..).unwrap_or_default();
            }
            self.add(new);
            if left == 0 {
                return Ok(n_taken);
            }
        }
    }

    /// Adds bytes to the line that has no end yet.
    fn add(&mut self, bytes: &[u8]) {
        if let Some(skipped) = &mut self.too_long {
            *skipped += bytes.len() as u64;
            return;
        }
        let room = LONGEST_LINE.saturating_sub(self.rest.len());
        let (kept, skipped) = bytes.split_at(bytes.len().min(room));
        self.rest.extend_from_slice(kept);
        if !skipped.is_empty() {
            self.too_long = Some(skipped.len() as u64);
        }
    }

    /// Ends the line. A blank one is none, nor is one that was taken before it had its end.
    fn end_line(&mut self, take: &mut impl FnMut(Option<Line>)) -> bool {
        let bytes = std::mem::take(&mut self.rest);
        let len = bytes.len() as u64 + self.too_long.take().unwrap_or(0);
        let at = self.end;
        self.end += len + 1;
        let bytes_behind = |taken: usize| bytes.get(taken..).unwrap_or_default();
        if let Some(taken) = self.taken.take() {
            self.was_taken_early |= !bytes_behind(taken).trim_ascii().is_empty();
            return false;
        }
        if bytes.trim_ascii().is_empty() {
            return false;
        }
        let n_kept = bytes.strip_suffix(b"\r").unwrap_or(&bytes).len();
        let len = len - (bytes.len() - n_kept) as u64;
        let mut bytes = bytes;
        bytes.truncate(n_kept);
        take(Some(Line { at, len, bytes }));
        true
    }

    /// Takes what has no end as a line, where it is a whole object.
    fn take_rest_as_line(&mut self, take: &mut impl FnMut(Option<Line>)) -> bool {
        let is_candidate = self.taken.is_none() && self.too_long.is_none();
        let is_whole = || {
            serde_json::from_slice::<serde::de::IgnoredAny>(&self.rest).is_ok()
                && self.rest.trim_ascii().starts_with(b"{")
        };
        if !(is_candidate && is_whole()) {
            return false;
        }
        self.taken = Some(self.rest.len());
        // Half of a line's end may be there already.
        let bytes = self.rest.strip_suffix(b"\r").unwrap_or(&self.rest);
        take(Some(Line {
            at: self.end,
            len: bytes.len() as u64,
            bytes: bytes.to_vec(),
        }));
        true
    }
}

impl LineSource for LinesFile {
    fn refresh(
        &mut self,
        path: &Path,
        most: u64,
        take: &mut dyn FnMut(Option<Line>),
    ) -> Result<(), SourceError> {
        Self::refresh(self, path, most, take).map(|_| ())
    }

    fn has_more(&self) -> bool {
        Self::has_more(self)
    }

    fn ending(
        &mut self,
        path: &Path,
        long: u64,
        most: u64,
        take: &mut dyn FnMut(Line),
    ) -> Result<bool, SourceError> {
        let (is_long, bytes_read) = Self::read_ending(path, long, most, take)?;
        self.bytes_read += bytes_read;
        Ok(is_long)
    }

    fn begin_again(&mut self) {
        Self::begin_again(self);
    }

    fn stored(&self, path: &Path, at: u64, len: u64) -> Result<Vec<u8>, SourceError> {
        Self::read_at(path, at, len)
    }

    fn bytes_read(&self) -> u64 {
        Self::bytes_read(self)
    }
}

impl Seen {
    fn is_untouched(&self, metadata: &Metadata) -> bool {
        self.bytes == metadata.len()
            && self.modified == metadata.modified().ok()
            && self.inode == inode(metadata)
    }
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests;
