//! A session in a file of lines, as goose kept them before it had a database. The file was emptied
//! and written anew each time.

use super::{
    end::{End, MOST},
    facts::milliseconds,
    id::quoted,
    mapping::Mapping,
    message::{Read, Stored},
    session::last_part,
    store::GooseStore,
};
use crate::{
    Problem, SourceError, Summary,
    json::{Record, read_record},
    sqlite::now,
};
use serde_json::{Map, Value};
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read as _},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1024 * 1024 * 1024;
/// How long a file rests until it is taken to be whole, although it is shorter than it was.
const REST: Duration = Duration::from_millis(500);

/// Such a file.
#[derive(Debug)]
pub(super) struct OldFile {
    path: PathBuf,
    /// Its state as it was read last, once it rests.
    seen: Option<FileState>,
    /// How long it was when it was read last.
    bytes: u64,
    /// Nothing was in it then, and nobody was writing to it.
    is_blank: bool,
}

/// Tells one state of a file from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileState {
    pub bytes: u64,
    modified: Option<SystemTime>,
}

impl FileState {
    /// The state of a file now.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        Ok(Self {
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }

    /// Whether it has not been written to for a while.
    pub(super) fn is_resting(self) -> bool {
        let age = self.modified.and_then(|at| now().duration_since(at).ok());
        age.is_none_or(|age| age > REST)
    }

    fn modified_ms(self) -> Option<i64> {
        milliseconds(self.modified?)
    }
}

impl OldFile {
    pub(super) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            seen: None,
            bytes: 0,
            is_blank: false,
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with it, where something is.
    pub(super) fn problem(&self) -> Option<Problem> {
        self.is_blank.then(|| empty(&self.path))
    }

    /// All lines, if the file has changed. One that is just being written keeps its last state.
    pub(super) fn look(&mut self) -> Result<Option<Vec<Stored>>, SourceError> {
        let failed = |error| SourceError::io(&self.path, error);
        let state = FileState::of(&self.path).map_err(failed)?;
        let is_being_written = state.bytes < self.bytes && !state.is_resting();
        if self.seen == Some(state) || is_being_written {
            return Ok(None);
        }
        let text = read_whole(&self.path).map_err(failed)?;
        let is_resting = state.is_resting();
        let is_whole = text.ends_with(b"\n") || is_resting;
        let mut all = lines(&text);
        if !is_whole
            && all
                .last()
                .is_some_and(|line| matches!(line.read(), Read::Unreadable(_)))
        {
            all.pop();
        }
        // A write within the same tick would not show in the time.
        self.seen = is_resting.then_some(state);
        self.bytes = state.bytes;
        self.is_blank = is_resting && all.is_empty();
        Ok(Some(all))
    }

    /// The line that begins at a byte.
    pub(super) fn line_at(&self, at: i64, bytes: u64) -> Result<Vec<u8>, SourceError> {
        let text = read_whole(&self.path).map_err(|error| SourceError::io(&self.path, error))?;
        let from = usize::try_from(at).unwrap_or(usize::MAX);
        let to = usize::try_from(bytes).map_or(usize::MAX, |bytes| from.saturating_add(bytes));
        Ok(text.get(from..to).unwrap_or_default().to_vec())
    }
}

fn empty(path: &Path) -> Problem {
    Problem::Empty {
        path: path.display().to_string(),
    }
}

fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if metadata.len() > LARGEST {
        return Err(ErrorKind::FileTooLarge.into());
    }
    let mut text = Vec::new();
    file.by_ref().take(LARGEST).read_to_end(&mut text)?;
    Ok(text)
}

/// The lines of a text that are not blank.
fn lines(text: &[u8]) -> Vec<Stored> {
    let mut all = Vec::new();
    let mut at = if text.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let end = rest
            .iter()
            .position(|byte| *byte == b'\n')
            .unwrap_or(rest.len());
        let line = rest.get(..end).unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.trim_ascii().is_empty() {
            all.push(Stored::line(at, line));
        }
        at += end + 1;
    }
    all
}

/// Whether a file is one of these, by its first line.
pub(super) fn is_old_file(path: &Path) -> bool {
    let is_named_so = path.extension().is_some_and(|ending| ending == "jsonl");
    is_named_so && path.is_file() && header(path).is_some()
}

/// The first line, where it is one that goose writes: what it tells of the session, or a message.
fn header(path: &Path) -> Option<Map<String, Value>> {
    let mut begin = Vec::new();
    File::open(path)
        .ok()?
        .take(1024 * 1024)
        .read_to_end(&mut begin)
        .ok()?;
    let begin = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&begin);
    let mut lines = begin.split(|byte| *byte == b'\n');
    let line = lines.find(|line| !line.trim_ascii().is_empty())?;
    let Record::Object(fields) = read_record(line) else {
        return None;
    };
    let has = |name: &str| fields.contains_key(name);
    let is_message = has("role") && has("created") && has("content");
    (is_message || (has("working_dir") && !has("role"))).then_some(fields)
}

/// The old files in a folder, with the names of their sessions.
pub(super) fn old_files(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl") && path.is_file())
        .filter_map(|path| Some((name(&path)?, path)))
        .collect();
    files.sort();
    files
}

/// The name of the session in an old file.
pub(super) fn name(path: &Path) -> Option<String> {
    Some(path.file_stem()?.to_string_lossy().into_owned())
}

/// What a list says of an old file, but for how it stands.
pub(super) fn summary(path: &Path, store: &GooseStore) -> (Summary, End) {
    let name = name(path).unwrap_or_default();
    let header = header(path).unwrap_or_default();
    let text = |name: &str| {
        let text = header.get(name).and_then(Value::as_str).map(str::trim);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let cwd = text("working_dir");
    let state = FileState::of(path);
    let mut end = End::default();
    let read = read_whole(path);
    let lines = read.as_ref().map(|text| lines(text));
    let is_resting = state.as_ref().is_ok_and(|state| state.is_resting());
    let problem = match &lines {
        Err(error) => Some(format!("{} cannot be read: {error}", path.display())),
        Ok(lines) => (lines.is_empty() && is_resting).then(|| empty(path).to_string()),
    };
    for stored in lines.unwrap_or_default().iter().rev().take(MOST) {
        let mapping = Mapping::new(store.restoration(), store.mark(), false);
        if end.take(stored, mapping).is_break() {
            break;
        }
    }
    let modified_ms = state.as_ref().ok().and_then(|state| state.modified_ms());
    let summary = Summary {
        id: store.mark().url_id(&name),
        title: text("description"),
        agent: "goose",
        workspace: cwd.as_deref().and_then(last_part),
        cwd,
        continue_command: Some(continue_command(path)),
        updated_at_ms: end.facts.last_ms.or(modified_ms),
        bytes: state.map_or(0, |state| state.bytes),
        last_words: end.last_words.clone(),
        problem,
        path: path.to_owned(),
        ..Summary::default()
    };
    (summary, end)
}

/// goose's command to go on with a session in a file.
fn continue_command(path: &Path) -> String {
    format!(
        "goose session --resume --path {}",
        quoted(&path.to_string_lossy())
    )
}
