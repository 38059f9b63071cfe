//! Conversations in the form of Claude Code, which grow by lines.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context as _, Result};

use super::TempFolder;

/// A store in a folder of its own, and when each line was about to be written.
#[derive(Debug)]
pub(super) struct Store {
    folder: TempFolder,
    files: Vec<Mutex<Lines>>,
}

#[derive(Debug)]
struct Lines {
    file: File,
    began: Vec<Instant>,
}

impl Store {
    /// A store of conversations of one line each.
    pub(super) fn new(name: &str, n: usize) -> Result<Self> {
        let folder = TempFolder::new(name)?;
        let project = folder.path().join("claude/projects/-load");
        fs::create_dir_all(&project).context("cannot make a store")?;
        let file = |n| {
            let path = project.join(format!("{}.jsonl", session(n)));
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            Ok(Mutex::new(Lines {
                file,
                began: Vec::new(),
            }))
        };
        let store = Self {
            folder,
            files: (0..n).map(file).collect::<Result<_>>()?,
        };
        (0..n).try_for_each(|n| store.append(n))?;
        Ok(store)
    }

    /// The folder that a server is to show.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("claude")
    }

    /// The id of a conversation.
    pub(super) fn id(n: usize) -> String {
        format!("claude~{}", session(n))
    }

    /// Adds a line to a conversation: a message whose words are its number.
    pub(super) fn append(&self, n: usize) -> Result<()> {
        let mut lines = lock(&self.files[n]);
        let number = lines.began.len();
        let line = format!(
            r#"{{"type":"user","uuid":"u-{n}-{number}","parentUuid":null,"sessionId":"{}","cwd":"/w","timestamp":"2026-01-01T00:00:00.000Z","message":{{"role":"user","content":"{number}"}}}}"#,
            session(n)
        ) + "\n";
        lines.began.push(Instant::now());
        lines
            .file
            .write_all(line.as_bytes())
            .context("cannot append")
    }

    /// How many lines a conversation has.
    pub(super) fn len(&self, n: usize) -> usize {
        lock(&self.files[n]).began.len()
    }

    /// When a line was about to be written.
    pub(super) fn began(&self, n: usize, number: usize) -> Option<Instant> {
        lock(&self.files[n]).began.get(number).copied()
    }
}

fn lock(lines: &Mutex<Lines>) -> std::sync::MutexGuard<'_, Lines> {
    lines
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn session(n: usize) -> String {
    format!("aaaaaaaa-0000-4000-8000-{n:012}")
}
