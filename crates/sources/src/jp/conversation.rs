//! One conversation, opened for reading and following.

use super::{JpId, JpStore, file::EventsFile, store::Folder};
use crate::{Cost, Position, SourceError, Splice, State, Summary};
use conversation::EventKey;
use std::{io::ErrorKind, path::PathBuf};

/// A conversation that is read again whenever it changes. JP renames a conversation's folder with
/// its title and moves it to the archive and back: it is looked for by its id then.
#[derive(Debug)]
pub struct JpConversation {
    store: JpStore,
    id: JpId,
    folder: Option<Folder>,
    file: EventsFile,
}

impl JpConversation {
    pub(super) fn new(store: JpStore, id: JpId) -> Self {
        Self {
            store,
            id,
            folder: None,
            file: EventsFile::default(),
        }
    }

    /// Reads what has changed since the last time; nothing where nothing has.
    pub fn refresh(&mut self) -> Result<Option<Splice>, SourceError> {
        if self.folder.is_none() {
            self.folder = self.store.folder(self.id);
        }
        match self.file.refresh(&self.events_path()) {
            Err(SourceError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
                self.folder = self.store.folder(self.id);
                self.file.refresh(&self.events_path())
            }
            other => other,
        }
    }

    /// What a list says of it. `problem` is that of the events where these have been read.
    pub fn summary(&self) -> Option<Summary> {
        let folder = self.folder.clone().or_else(|| self.store.folder(self.id))?;
        let mut summary = self.store.summary(&folder);
        if let Some(problem) = self.file.problem() {
            summary.state = State::Broken;
            summary.problem = Some(problem.to_string());
        }
        Some(summary)
    }

    /// The folder whose changes concern it.
    pub fn watched_folder(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.path.clone())
    }

    /// The position behind the first `n` events.
    pub fn position(&self, n: usize) -> Position {
        self.file.position(n)
    }

    /// Whether the conversation still begins as it did when `position` was given out.
    pub fn has(&self, position: Position) -> bool {
        position.n <= self.file.len() && self.file.position(position.n) == position
    }

    /// The record of an event as it is stored; nothing where there is no such event (any more).
    pub fn stored(&self, key: &EventKey) -> Result<Option<Vec<u8>>, SourceError> {
        match self.file.index_of(key) {
            Some(index) => self.file.stored(&self.events_path(), index),
            None => Ok(None),
        }
    }

    /// How much reading it has cost.
    pub fn cost(&self) -> Cost {
        self.file.cost()
    }

    fn events_path(&self) -> PathBuf {
        match &self.folder {
            Some(folder) => folder.path.join("events.json"),
            None => self
                .store
                .path()
                .join(self.id.0.to_string())
                .join("events.json"),
        }
    }
}
