//! Agents' stores with histories of any length, and how each agent writes one more message.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use rusqlite::Connection;

/// Whose stores are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Agent {
    Claude,
    Codex,
    Goose,
    Jp,
}

impl Agent {
    pub(super) const ALL: [Self; 4] = [Self::Claude, Self::Codex, Self::Goose, Self::Jp];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Goose => "goose",
            Self::Jp => "jp",
        }
    }

    /// Whether each write writes the whole file.
    pub(super) fn is_whole(self) -> bool {
        self == Self::Jp
    }
}

/// Writes numbered messages to conversations of one store.
pub(super) struct Writer {
    agent: Agent,
    folder: PathBuf,
    /// How many messages each conversation has.
    lengths: Vec<usize>,
    files: Vec<File>,
    database: Option<Connection>,
}

impl Writer {
    /// A store below `folder` with a conversation of each of these lengths.
    pub(super) fn new(agent: Agent, folder: &Path, lengths: &[usize]) -> Result<Self> {
        let mut writer = Self {
            agent,
            folder: folder.to_owned(),
            lengths: lengths.to_vec(),
            files: Vec::new(),
            database: None,
        };
        match agent {
            Agent::Claude | Agent::Codex => writer.begin_lines()?,
            Agent::Goose => writer.begin_database()?,
            Agent::Jp => (0..lengths.len()).try_for_each(|which| writer.write_whole(which))?,
        }
        Ok(writer)
    }

    /// What a server is to show.
    pub(super) fn store(&self) -> PathBuf {
        match self.agent {
            Agent::Claude => self.folder.join("claude"),
            Agent::Codex => self.folder.join("codex"),
            Agent::Goose => self.folder.join("goose"),
            Agent::Jp => self.folder.join("jp"),
        }
    }

    /// The ids of the conversations.
    pub(super) fn ids(&self) -> Vec<String> {
        let id = |which| match self.agent {
            Agent::Claude | Agent::Codex => format!("{}~{}", self.agent.name(), uuid(which)),
            Agent::Goose => format!("goose~20261001_{which}"),
            Agent::Jp => jp_id(which).to_string(),
        };
        (0..self.lengths.len()).map(id).collect()
    }

    /// The number of the next message of a conversation.
    pub(super) fn next(&self, which: usize) -> usize {
        self.lengths[which]
    }

    /// Writes the next message.
    pub(super) fn write(&mut self, which: usize) -> Result<()> {
        let n = self.lengths[which];
        self.lengths[which] += 1;
        match self.agent {
            Agent::Claude | Agent::Codex => {
                let line = self.line(which, n);
                let written = self.files[which].write_all(line.as_bytes());
                written.context("cannot append")
            }
            Agent::Goose => {
                let database = self.database.as_ref().context("no database")?;
                insert(database, which, n)
            }
            Agent::Jp => self.write_whole(which),
        }
    }

    fn begin_lines(&mut self) -> Result<()> {
        let below = match self.agent {
            Agent::Claude => "projects/-load",
            _ => "sessions/2026/10/01",
        };
        let folder = self.store().join(below);
        fs::create_dir_all(&folder)?;
        for (which, n) in self.lengths.iter().enumerate() {
            let name = match self.agent {
                Agent::Claude => format!("{}.jsonl", uuid(which)),
                _ => format!("rollout-2026-10-01T10-00-00-{}.jsonl", uuid(which)),
            };
            let options = OpenOptions::new().create(true).append(true).clone();
            let mut file = options.open(folder.join(name))?;
            let mut text = String::new();
            if self.agent == Agent::Codex {
                writeln!(
                    text,
                    r#"{{"timestamp":"2026-10-01T10:00:00.000Z","type":"session_meta","payload":{{"id":"{}","timestamp":"2026-10-01T10:00:00.000Z","cwd":"/w","originator":"codex_cli_rs","cli_version":"0.171.0","source":"cli"}}}}"#,
                    uuid(which)
                )?;
            }
            for n in 0..*n {
                text += &self.line(which, n);
            }
            file.write_all(text.as_bytes())?;
            self.files.push(file);
        }
        Ok(())
    }

    fn line(&self, which: usize, n: usize) -> String {
        let line = match self.agent {
            Agent::Claude => format!(
                r#"{{"type":"user","uuid":"u-{which}-{n}","parentUuid":null,"sessionId":"{}","cwd":"/w","timestamp":"2026-01-01T00:00:00.000Z","message":{{"role":"user","content":"{n}"}}}}"#,
                uuid(which)
            ),
            _ => format!(
                r#"{{"timestamp":"2026-10-01T10:00:01.000Z","type":"event_msg","payload":{{"type":"user_message","message":"{n}"}}}}"#
            ),
        };
        line + "\n"
    }

    fn begin_database(&mut self) -> Result<()> {
        fs::create_dir_all(self.store())?;
        let database = Connection::open(self.store().join("sessions.db"))?;
        database.execute_batch("PRAGMA journal_mode = wal; PRAGMA synchronous = normal;")?;
        let tables = GOOSE.split_once("INSERT INTO sessions");
        let (tables, _) = tables.context("the fixture has no session")?;
        database.execute_batch(tables)?;
        for (which, n) in self.lengths.iter().enumerate() {
            database.execute(
                "INSERT INTO sessions (id, name, working_dir) VALUES (?1, 'Load', '/w')",
                [format!("20261001_{which}")],
            )?;
            database.execute_batch("BEGIN")?;
            for n in 0..*n {
                insert(&database, which, n)?;
            }
            database.execute_batch("COMMIT")?;
        }
        self.database = Some(database);
        Ok(())
    }

    fn write_whole(&self, which: usize) -> Result<()> {
        let folder = self.store().join(".jp/conversations");
        let folder = folder.join(jp_id(which).to_string());
        fs::create_dir_all(&folder)?;
        let mut text = String::from("[");
        for n in 0..self.lengths[which] {
            let comma = if n == 0 { "" } else { "," };
            write!(
                text,
                "{comma}\n  {{\"timestamp\":\"2026-01-01 00:00:00.{n:06}\",\"type\":\"chat_request\",\"content\":\"{n}\"}}"
            )?;
        }
        text += "\n]\n";
        let partial = folder.join("events.json.partial");
        fs::write(&partial, text)?;
        fs::rename(partial, folder.join("events.json")).context("cannot write")
    }
}

fn insert(database: &Connection, which: usize, n: usize) -> Result<()> {
    database.execute(
        "INSERT INTO messages (message_id, session_id, role, content_json, created_timestamp, metadata_json)
         VALUES (?1, ?2, 'user', ?3, ?4, '{\"userVisible\":true,\"agentVisible\":true}')",
        (
            format!("m-{which}-{n}"),
            format!("20261001_{which}"),
            format!(r#"[{{"type":"text","text":"{n}"}}]"#),
            1_790_848_800,
        ),
    )?;
    Ok(())
}

/// A database of goose 1.52, of which the tables stand before the first session.
const GOOSE: &str = include_str!("../../../../fixtures/goose/v16.sql");

fn uuid(which: usize) -> String {
    format!("aaaaaaaa-0000-4000-8000-{which:012}")
}

fn jp_id(which: usize) -> usize {
    17_800_000_001 + which
}
