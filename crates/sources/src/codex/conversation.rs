//! One thread, opened for reading and following.

use super::{
    CodexStore,
    files::{Form, Found},
    head,
    mapping::{CodexMapping, Known},
    source::RolloutLines,
    summary::{Pace, now},
};
use crate::{
    Conversation, Cost, Outcomes, Position, SourceError, Splice, State, Summary,
    record_log::RecordLog,
};
use conversation::{EventKey, Reading};
use std::path::PathBuf;

/// A thread that is read on as it grows. Codex moves its file to the archive and back: it is looked
/// for by its id then.
#[derive(Debug)]
pub struct CodexConversation {
    store: CodexStore,
    id: String,
    found: Option<Found>,
    log: RecordLog<CodexMapping, RolloutLines>,
}

impl CodexConversation {
    pub(super) fn new(store: CodexStore, id: String) -> Self {
        let log = log(&store, Form::Lines, Vec::new());
        Self {
            store,
            id,
            found: None,
            log,
        }
    }

    /// What became of the records.
    pub fn outcomes(&self) -> Outcomes {
        self.log.outcomes()
    }

    /// Finds the file, and begins to read it.
    fn find(&mut self) -> Result<PathBuf, SourceError> {
        let old = self.found.take();
        let found = self.store.found(&self.id);
        let found = found.ok_or_else(|| SourceError::Missing(self.store.folder().to_owned()))?;
        let path = found.path.clone();
        if old.is_none_or(|old| old.form != found.form) {
            let before = self.parts(&found);
            self.log = log(&self.store, found.form, before);
        }
        self.found = Some(found);
        Ok(path)
    }

    fn parts(&self, found: &Found) -> Vec<head::Part> {
        match found.form {
            Form::Lines => {
                let file = |thread: &str| Some(self.store.found(thread)?.path);
                head::parts(&found.path, file)
            }
            Form::Items | Form::Compressed => Vec::new(),
        }
    }

    /// Looks again for the files of a history of which some were not at hand.
    fn look_for_missing(&mut self) {
        let before = self.log.lines().before();
        if before.iter().all(|part| part.path.is_some()) {
            return;
        }
        let Some(found) = &self.found else { return };
        let now = self.parts(found);
        if now != before {
            self.log = log(&self.store, found.form, now);
        }
    }

    fn path(&self) -> Result<PathBuf, SourceError> {
        let found = self.found.as_ref();
        let path = found.map(|found| found.path.clone());
        path.ok_or_else(|| SourceError::Missing(self.store.folder().to_owned()))
    }
}

fn log(
    store: &CodexStore,
    form: Form,
    before: Vec<head::Part>,
) -> RecordLog<CodexMapping, RolloutLines> {
    RecordLog::of(
        RolloutLines::new(form, before),
        Known::restoring(store.restoration()),
    )
}

impl Conversation for CodexConversation {
    fn reading(&self) -> Reading {
        Reading::WholeTexts
    }

    fn refresh(&mut self) -> Result<Option<Splice>, SourceError> {
        let path = match &self.found {
            Some(found) if found.path.is_file() => found.path.clone(),
            _ => self.find()?,
        };
        let is_compressed = self.found.as_ref().map(|found| found.form) == Some(Form::Compressed);
        if is_compressed {
            return Ok(None);
        }
        let splice = self.log.refresh(&path)?;
        if splice.is_some() {
            self.look_for_missing();
        }
        Ok(splice)
    }

    fn summary(&mut self) -> Option<Summary> {
        let found = self.store.found(&self.id)?;
        Some(self.store.summary(&found))
    }

    fn problem(&self) -> Option<String> {
        let found = self.found.as_ref()?;
        found.problem(self.log.lines().is_broken())
    }

    fn state(&self, has_open_question: bool) -> State {
        let Some(found) = &self.found else {
            return State::Settled;
        };
        let mapping = self.log.mapping();
        let pace = Pace {
            is_open: mapping.is_open(),
            asks: mapping.asks() || has_open_question,
        };
        let is_broken = self.problem().is_some();
        pace.state(found, is_broken, now())
    }

    fn watched_folders(&self) -> Vec<PathBuf> {
        let folder = self.found.as_ref().and_then(|found| found.path.parent());
        folder.map(PathBuf::from).into_iter().collect()
    }

    fn position(&self, n: usize) -> Position {
        self.log.position(n)
    }

    fn has(&self, position: Position) -> bool {
        self.log.has(position)
    }

    fn stored(&self, key: &EventKey) -> Result<Option<Vec<u8>>, SourceError> {
        self.log.stored(&self.path()?, key)
    }

    fn cost(&self) -> Cost {
        self.log.cost()
    }
}
