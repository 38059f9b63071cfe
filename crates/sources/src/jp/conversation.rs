//! One conversation, opened for reading and following.

use super::{JpId, JpStore, file::EventsFile, locks::Locks, metadata::Metadata, roots::Copies};
use crate::{Conversation, Cost, Position, Problem, SourceError, Splice, State, Summary, Watched};
use conversation::{EventKey, Reading};
use serde_json::Value;
use std::{fs, io::ErrorKind, path::PathBuf};

/// A conversation that is read again whenever it changes. JP renames a conversation's folder with
/// its title and moves it to the archive and back: it is looked for by its id then.
#[derive(Debug)]
pub struct JpConversation {
    store: JpStore,
    id: JpId,
    copies: Option<Copies>,
    file: EventsFile,
}

impl JpConversation {
    pub(super) fn new(store: JpStore, id: JpId) -> Self {
        let file = EventsFile::new(store.restoration());
        Self {
            store,
            id,
            copies: None,
            file,
        }
    }

    /// Where its events are, or would be.
    pub(super) fn events_path(&self) -> PathBuf {
        let folder = self
            .copies
            .as_ref()
            .and_then(Copies::stream)
            .map(|folder| folder.path.clone());
        let folder = folder.unwrap_or_else(|| self.store.path().join(self.id.0.to_string()));
        folder.join("events.json")
    }
}

impl Conversation for JpConversation {
    fn reading(&self) -> Reading {
        Reading::SplitTexts
    }

    /// Reads what has changed since the last time; nothing where nothing has. Of two copies the one
    /// that changed last is read, which may be another one each time.
    fn refresh(&mut self) -> Result<Option<Splice>, SourceError> {
        if self.copies.is_none() {
            self.copies = self.store.copies(self.id);
        }
        match self.file.refresh(&self.events_path()) {
            Err(SourceError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
                self.copies = self.store.copies(self.id);
                self.file.refresh(&self.events_path())
            }
            other => other,
        }
    }

    /// What a list says of it; broken also where its events were found to be.
    fn summary(&mut self) -> Option<Summary> {
        self.copies = self.store.copies(self.id);
        let copies = self.copies.as_ref()?;
        let mut summary = self
            .store
            .entry(self.id, copies, &self.store.locks())
            .summary();
        if let Some(problem) = self.file.problem() {
            summary.state = State::Broken;
            summary.problem = Some(problem.to_string());
        }
        Some(summary)
    }

    /// What is wrong with it: with its events as they were read, with its metadata, or with where it
    /// is. Of the files only the metadata are read, since this is asked at every change.
    fn problem(&self) -> Option<String> {
        if let Some(problem) = self.file.problem() {
            return Some(problem.to_string());
        }
        let copies = self.copies.as_ref()?;
        let metadata = copies.metadata()?.path.join("metadata.json");
        let problem = Metadata::read(&metadata)
            .problem
            .map(|problem| problem.to_string());
        problem.or_else(|| copies.double())
    }

    /// How it stands now, from its lock and place alone. `has_open_question` says that its last event
    /// asks something.
    fn state(&self, has_open_question: bool) -> State {
        let is_archived = self
            .copies
            .as_ref()
            .and_then(Copies::stream)
            .is_some_and(|folder| folder.is_archived);
        if self.file.problem().is_some() {
            State::Broken
        } else if Locks::is_held(self.store.lock_folders(), self.id) {
            if has_open_question {
                State::Waiting
            } else {
                State::Running
            }
        } else if is_archived {
            State::Archived
        } else {
            State::Settled
        }
    }

    /// Whether JP is at work in it, from its lock alone.
    fn is_running(&self) -> bool {
        Locks::is_held(self.store.lock_folders(), self.id)
    }

    /// What `base_config.json` holds beside the events that were read; nothing where there is none.
    fn base_config(&self) -> Result<Option<Value>, Problem> {
        let path = self.events_path().with_file_name("base_config.json");
        let failed = |why: String| Problem::Unreadable {
            path: path.display().to_string(),
            why,
        };
        match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text)
                .map(Some)
                .map_err(|error| failed(error.to_string())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(error.to_string())),
        }
    }

    /// Its folders, and its lock among those of others.
    fn watched(&self) -> Vec<Watched> {
        let own = self.copies.as_ref().map(Copies::folders);
        let own = own.into_iter().flatten().map(Watched::all);
        let locks = self.store.lock_folders().iter();
        let locks = locks
            .filter(|folder| folder.is_dir())
            .map(|folder| Watched::named(folder, self.id.lock_beginning()));
        own.chain(locks).collect()
    }

    fn position(&self, n: usize) -> Position {
        self.file.position(n)
    }

    fn has(&self, position: Position) -> bool {
        position.n <= self.file.len() && self.file.position(position.n) == position
    }

    fn stored(&self, key: &EventKey) -> Result<Option<Vec<u8>>, SourceError> {
        match self.file.index_of(key) {
            Some(index) => self.file.stored(&self.events_path(), index),
            None => Ok(None),
        }
    }

    fn cost(&self) -> Cost {
        self.file.cost()
    }

    fn file(&self) -> Option<PathBuf> {
        Some(self.events_path())
    }
}
