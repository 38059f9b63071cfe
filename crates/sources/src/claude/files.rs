//! The files of sessions.

use super::{
    agent_files::{AGENT, agents_folder},
    id::ClaudeId,
    known::Part,
};
use crate::json::{Record as Read, read_record};
use serde_json::{Map, Value};
use std::{
    fs::{self, File, Metadata},
    io::{self, BufRead as _, BufReader, Read as _},
    iter,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// How much of a file is looked at for the session that it belongs to.
const BEGINNING: u64 = 64 * 1024;
/// The file of a session.
#[derive(Debug)]
pub(super) struct SessionFile {
    pub path: PathBuf,
    pub id: ClaudeId,
    /// What it is now; nothing where it cannot be read.
    pub stamp: io::Result<Stamp>,
}

/// What a file was when it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub bytes: u64,
    pub modified: Option<SystemTime>,
    pub inode: u64,
}

impl Stamp {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok(Self {
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
            inode: inode(&metadata),
        })
    }
}

impl SessionFile {
    pub(super) fn new(path: PathBuf, id: ClaudeId) -> Self {
        Self {
            stamp: Stamp::of(&path),
            path,
            id,
        }
    }
}

/// The folders below a folder, links to folders among them. What loops is none.
pub(super) fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut folders: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

/// Whether a folder has a file of this agent's: others keep files of lines too.
pub(super) fn has_sessions(project: &Path) -> bool {
    let entries = fs::read_dir(project).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .any(|path| is_session(&path))
}

pub(super) fn is_session(path: &Path) -> bool {
    let is_lines = path.extension().is_some_and(|ending| ending == "jsonl");
    is_lines && path.is_file() && first_of(path, |record| is_ours(record).then_some(())).is_some()
}

/// Whether a record has the shape of this agent's.
fn is_ours(record: &Map<String, Value>) -> bool {
    let has = |name: &str| record.contains_key(name);
    match record.get("type").and_then(Value::as_str) {
        Some("user" | "assistant") => has("message"),
        Some("summary") => has("leafUuid"),
        Some("file-history-snapshot") => has("snapshot"),
        Some("queue-operation" | "mode" | "permission-mode" | "custom-title" | "ai-title") => {
            has("sessionId")
        }
        Some(_) => has("uuid") && has("sessionId"),
        None => false,
    }
}

/// The sessions of a project. Sub-agents are no sessions.
pub(super) fn sessions_in(project: &Path) -> Vec<SessionFile> {
    let entries = fs::read_dir(project).into_iter().flatten().flatten();
    let session = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let name = name.strip_suffix(".jsonl")?;
        let id = ClaudeId::parse(name).filter(|id| id.agent.is_none())?;
        let is_agents = name.starts_with(AGENT);
        (!is_agents).then(|| SessionFile::new(entry.path(), id))
    };
    entries.filter_map(session).collect()
}

/// The id of the conversation that a file holds.
pub(super) fn id_of(path: &Path) -> Option<ClaudeId> {
    let name = path.file_stem()?.to_str()?;
    let Some(agent) = name.strip_prefix(AGENT) else {
        return ClaudeId::parse(name).filter(|id| id.agent.is_none());
    };
    let of_folder = agents_folder(path)
        .and_then(|agents| agents.parent()?.file_name()?.to_str().map(str::to_owned));
    // Beside the sessions of a project, the lines say to which one it belongs.
    let session = of_folder
        .or_else(|| stored_session(path))
        .filter(|session| session != name);
    match session {
        Some(session) => ClaudeId::agent(&session, agent),
        None => ClaudeId::parse(name),
    }
}

/// The part of a conversation's own file that is the conversation. A file that begins with a message
/// of a sub-agent is a sub-agent's, whatever its name: a session begins with the person.
pub(super) fn part_of(path: &Path, id: &ClaudeId) -> Part {
    let is_agents = id.agent.is_some() || first_of(path, is_side) == Some(true);
    if is_agents { Part::Whole } else { Part::Main }
}

/// Whether it is settled which part of a file is the conversation: its first message is there, or
/// none in as much of it as is looked at.
pub(super) fn is_part_settled(path: &Path) -> bool {
    let is_long = fs::metadata(path).is_ok_and(|file| file.len() >= BEGINNING);
    let mut whole = beginning(path).filter(|line| line.ends_with(b"\n"));
    is_long || whole.any(|line| told(&line, is_side).is_some())
}

/// Whether a message is a sub-agent's; nothing of another record.
fn is_side(record: &Map<String, Value>) -> Option<bool> {
    let kind = record.get("type").and_then(Value::as_str);
    let is_message = matches!(kind, Some("user" | "assistant"));
    is_message.then(|| record.get("isSidechain") == Some(&Value::Bool(true)))
}

/// The project that a file belongs to.
pub(super) fn project_of(path: &Path) -> Option<&Path> {
    match agents_folder(path) {
        Some(agents) => agents.parent()?.parent(),
        None => path.parent(),
    }
}

fn stored_session(path: &Path) -> Option<String> {
    let session = |record: &Map<String, Value>| {
        let session = record.get("sessionId").and_then(Value::as_str);
        session.map(str::to_owned)
    };
    first_of(path, session)
}

/// What the first record that tells something tells.
fn first_of<T>(path: &Path, tells: impl Fn(&Map<String, Value>) -> Option<T>) -> Option<T> {
    beginning(path).find_map(|line| told(&line, &tells))
}

/// The first lines of a file, with their ends.
fn beginning(path: &Path) -> impl Iterator<Item = Vec<u8>> {
    let mut file = File::open(path).map(|file| BufReader::new(file.take(BEGINNING)));
    iter::from_fn(move || {
        let mut line = Vec::new();
        let n = file.as_mut().ok()?.read_until(b'\n', &mut line).ok()?;
        (n > 0).then_some(line)
    })
}

fn told<T>(line: &[u8], tells: impl Fn(&Map<String, Value>) -> Option<T>) -> Option<T> {
    match read_record(line) {
        Read::Object(record) => tells(&record),
        Read::Unreadable(_) => None,
    }
}

/// Whether any line of a file has a field with this text, wherever it stands.
pub(super) fn mentions(path: &Path, field: &str, text: &str) -> bool {
    let Ok(file) = File::open(path) else {
        return false;
    };
    let places = [
        format!("\"{field}\":\"{text}\""),
        format!("\"{field}\": \"{text}\""),
    ];
    let mut lines = BufReader::new(file).split(b'\n').map_while(Result::ok);
    lines.any(|line| places.iter().any(|place| contains(&line, place.as_bytes())))
}

fn contains(line: &[u8], part: &[u8]) -> bool {
    line.windows(part.len()).any(|window| window == part)
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}
