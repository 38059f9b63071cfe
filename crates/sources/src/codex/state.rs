//! What Codex keeps of all threads in its database: `state_5.sqlite`, of which each version that
//! cannot use the one before has a number of its own.
//!
//! The rollouts tell most of it too. A database that is missing, of another form, in use or damaged
//! leaves what they and `session_index.jsonl` say.

use crate::sqlite::{self, Columns, Database, Failure, in_steps};
use rusqlite::{Connection, Row};
use std::{
    collections::HashMap,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// The longest title that is taken, in characters: where there is no other, the whole prompt is one.
const LONGEST_TITLE: usize = 1000;

/// The threads as the newest database of a folder has them.
#[derive(Debug, Default)]
pub(super) struct State {
    database: Option<Database>,
    threads: HashMap<String, Thread>,
}

/// What the database says of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Thread {
    /// The name that it was given by its person or by Codex.
    pub name: Option<String>,
    pub cwd: Option<String>,
    pub model: Option<String>,
    pub is_archived: bool,
    pub is_pinned: bool,
}

impl State {
    /// Reads the threads again, in one query, where the database has changed. `folder` is where
    /// Codex keeps its databases, `cache` where one may be copied to.
    pub(super) fn refresh(&mut self, folder: Option<&Path>, cache: Option<&Path>) {
        let newest = folder.and_then(newest);
        if newest.as_deref() != self.database.as_ref().map(Database::path) {
            self.database = newest.map(|path| Database::new(&path, cache));
            self.threads.clear();
        }
        let Some(database) = &mut self.database else {
            return;
        };
        match database.look(threads) {
            Ok(Some(threads)) => self.threads = threads,
            Ok(None) => {}
            // What was read last stands while a writer is at work.
            Err(failure) if failure.is_passing() => {}
            Err(_) => self.threads.clear(),
        }
    }

    /// What the database says of a thread, where it says anything.
    pub(super) fn of(&self, thread: &str) -> Option<&Thread> {
        self.threads.get(thread)
    }

    /// How often a database has been read so far.
    pub(super) fn n_reads(&self) -> u64 {
        self.database.as_ref().map_or(0, Database::n_reads)
    }
}

/// The database with the highest number in its name.
fn newest(folder: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let numbered = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let number = name.strip_prefix("state_")?.strip_suffix(".sqlite")?;
        Some((number.parse::<u64>().ok()?, entry.path()))
    });
    let (_, path) = numbered.max()?;
    Some(path)
}

fn threads(connection: &Connection) -> Result<HashMap<String, Thread>, Failure> {
    let columns = Columns::of(connection, "threads")?;
    if !columns.has("id") {
        return Err(Failure::Unknown(
            "it has no table threads as Codex writes it".to_owned(),
        ));
    }
    let mut threads = HashMap::new();
    in_steps(connection, &query(&columns), &[], thread, |(id, thread)| {
        threads.insert(id, thread);
        ControlFlow::Continue(())
    })?;
    Ok(threads)
}

fn query(columns: &Columns) -> String {
    let or_null = |name| columns.or_null(name);
    format!(
        "SELECT rowid, id, {}, {}, {}, {}, {} FROM threads WHERE rowid > ?1 ORDER BY rowid",
        name(columns),
        or_null("cwd"),
        or_null("model"),
        is_archived(columns),
        or_null("is_pinned"),
    )
}

/// The name as Codex finds it. Threads of the newer form have it in `name`. Older ones have it in
/// `title`, which is the first prompt as long as there is no name.
fn name(columns: &Columns) -> String {
    let (title, first, name) = ("title", "first_user_message", "name");
    let of_title = match columns.has(title) && columns.has(first) {
        true => format!("CASE WHEN trim({title}) <> trim({first}) THEN {title} END"),
        false => "NULL".to_owned(),
    };
    let found = match columns.has(name) && columns.has("history_mode") {
        true => format!("CASE history_mode WHEN 'paginated' THEN {name} ELSE {of_title} END"),
        false => of_title,
    };
    format!("substr({found}, 1, {LONGEST_TITLE})")
}

/// Whether it was put away. The place of its file says so too, and counts where a row that says
/// otherwise is of before the file was moved back.
fn is_archived(columns: &Columns) -> String {
    match columns.has("archived") && columns.has("rollout_path") {
        true => "archived AND rollout_path NOT LIKE '%archived_sessions%'".to_owned(),
        false => "NULL".to_owned(),
    }
}

fn thread(row: &Row<'_>) -> rusqlite::Result<(String, Thread)> {
    let text = |n: usize| -> rusqlite::Result<Option<String>> {
        let text = row.get_ref(n).map(sqlite::text)?;
        let text = text.map(|text| text.trim().to_owned());
        Ok(text.filter(|text| !text.is_empty()))
    };
    let is = |n: usize| -> rusqlite::Result<bool> { Ok(text(n)?.as_deref() == Some("1")) };
    let thread = Thread {
        name: text(2)?,
        cwd: text(3)?,
        model: text(4)?,
        is_archived: is(5)?,
        is_pinned: is(6)?,
    };
    Ok((text(1)?.unwrap_or_default(), thread))
}
