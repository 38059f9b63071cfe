//! The list of a store, kept from one look to the next.

use super::{
    end::End,
    old_file::{self, FileState},
    rows::Messages,
    session::Session,
    store::{GooseStore, state_of},
};
use crate::{
    List, SourceError, State, Summary,
    sqlite::{Database, Failure},
};
use rusqlite::Connection;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Lists a store again and again, and reads only what has changed.
#[derive(Debug)]
pub struct GooseList {
    store: GooseStore,
    database: Database,
    sessions: HashMap<String, (Session, Known)>,
    files: HashMap<PathBuf, (Option<FileState>, Known)>,
    n_read: u64,
}

/// What was found of a session.
#[derive(Debug)]
struct Known {
    summary: Arc<Summary>,
    end: End,
}

impl Known {
    fn new((summary, end): (Summary, End)) -> Self {
        Self {
            summary: Arc::new(summary),
            end,
        }
    }

    /// The summary with how the session stands now, which changes without the store.
    fn now(&mut self, is_in_use: bool) -> Arc<Summary> {
        let state = state_of(&self.summary, &self.end, is_in_use);
        if self.summary.state != state {
            Arc::make_mut(&mut self.summary).state = state;
        }
        Arc::clone(&self.summary)
    }
}

impl GooseList {
    pub(super) fn new(store: GooseStore) -> Self {
        Self {
            database: store.database(),
            store,
            sessions: HashMap::new(),
            files: HashMap::new(),
            n_read: 0,
        }
    }

    /// How many sessions have been read so far.
    pub fn n_read(&self) -> u64 {
        self.n_read
    }

    /// How often the database has been looked into so far.
    pub fn n_looks(&self) -> u64 {
        self.database.n_reads()
    }

    fn look_into_database(&mut self) -> Option<Failure> {
        if !self.store.shows_database() {
            self.sessions.clear();
            return None;
        }
        let (store, sessions, n_read) = (&self.store, &mut self.sessions, &mut self.n_read);
        let look = |connection: &Connection| read_sessions(connection, store, sessions, n_read);
        match self.database.look(look) {
            Ok(_) => None,
            Err(failure) => {
                if !failure.is_passing() {
                    self.sessions.clear();
                }
                Some(failure)
            }
        }
    }

    /// Files of which the database has the session are left out: it took them over.
    fn look_at_files(&mut self) {
        let mut before = std::mem::take(&mut self.files);
        for (name, path) in self.store.old_files() {
            if self.sessions.contains_key(&name) {
                continue;
            }
            let state = FileState::of(&path).ok();
            let known = before
                .remove(&path)
                .filter(|(seen, _)| seen.is_some() && *seen == state);
            let known = known.unwrap_or_else(|| {
                self.n_read += 1;
                let settled = state.filter(|state| state.is_resting());
                (settled, Known::new(old_file::summary(&path, &self.store)))
            });
            self.files.insert(path, known);
        }
    }

    /// What stands for all sessions of a database that cannot be read, beside old files that can.
    fn broken(&self, error: &SourceError) -> Summary {
        let path = self.database.path();
        let name = path.file_name().unwrap_or(Path::new("").as_os_str());
        let name = name.to_string_lossy().into_owned();
        Summary {
            id: self.store.mark().url_id(&name),
            title: Some(name),
            agent: "goose",
            problem: Some(error.to_string()),
            path: path.to_owned(),
            state: State::Broken,
            ..Summary::default()
        }
    }
}

impl List for GooseList {
    /// All sessions, the last active first. One that a sub-agent works in names the one that it
    /// works for.
    fn refresh(&mut self) -> Result<Vec<Arc<Summary>>, SourceError> {
        let failure = self.look_into_database();
        self.look_at_files();
        let is_in_use = self.database.is_in_use();
        let mut list: Vec<_> = self
            .sessions
            .values_mut()
            .map(|(_, known)| known.now(is_in_use))
            .collect();
        list.extend(self.files.values_mut().map(|(_, known)| known.now(false)));
        match failure {
            // What was read last stands while a writer is at work.
            Some(failure) if !failure.is_passing() || self.sessions.is_empty() => {
                let error = failure.at(self.database.path());
                if list.is_empty() {
                    return Err(error);
                }
                list.push(Arc::new(self.broken(&error)));
            }
            _ => {}
        }
        list.sort_by(|a, b| (b.updated_at_ms, &b.id).cmp(&(a.updated_at_ms, &a.id)));
        Ok(list)
    }
}

/// Reads the sessions whose rows or last messages have changed.
fn read_sessions(
    connection: &Connection,
    store: &GooseStore,
    sessions: &mut HashMap<String, (Session, Known)>,
    n_read: &mut u64,
) -> Result<(), Failure> {
    let messages = Messages::of(connection)?;
    let found = Session::read(connection, None)?;
    let mut before = std::mem::take(sessions);
    for session in found {
        let known = before
            .remove(&session.id)
            .filter(|(seen, _)| *seen == session);
        let known = if let Some((_, known)) = known {
            known
        } else {
            *n_read += 1;
            Known::new(session.summary(connection, &messages, store)?)
        };
        sessions.insert(session.id.clone(), (session, known));
    }
    Ok(())
}
