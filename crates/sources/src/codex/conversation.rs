//! One thread, opened for reading and following.

use super::{
    CodexStore,
    files::{Form, Found},
    head,
    mapping::{CodexMapping, Known},
    source::RolloutLines,
    summary::Pace,
};
use crate::{
    Conversation, Cost, Outcomes, Position, SourceError, Splice, State, Summary, Watched,
    blank::is_blank_file, freshness::Freshness, record_log::RecordLog,
};
use conversation::{Event, EventKey, Reading};
use std::{path::PathBuf, time::Instant};

/// A thread that is read on as it grows. Codex moves its file to the archive and back: it is looked
/// for by its id then.
#[derive(Debug)]
pub struct CodexConversation {
    store: CodexStore,
    id: String,
    found: Option<Found>,
    /// The file has said whether its history stands in other files.
    is_history_known: bool,
    log: RecordLog<CodexMapping, RolloutLines>,
    freshness: Freshness,
}

impl CodexConversation {
    pub(super) fn new(store: CodexStore, id: String) -> Self {
        let log = log(&store, Form::Lines, Vec::new());
        Self {
            store,
            id,
            found: None,
            is_history_known: false,
            log,
            freshness: Freshness::new(Instant::now()),
        }
    }

    /// What became of the records.
    pub fn outcomes(&self) -> Outcomes {
        self.log.outcomes()
    }

    /// Finds the file, and those that its history begins in, where they are not known; says whether
    /// it can be read.
    fn look(&mut self) -> Result<bool, SourceError> {
        if !self
            .found
            .as_ref()
            .is_some_and(|found| found.path.is_file())
        {
            self.find()?;
        }
        if self.found.as_ref().map(|found| found.form) == Some(Form::Compressed) {
            return Ok(false);
        }
        if !self.is_history_known {
            self.find_history();
        }
        Ok(true)
    }

    /// Finds the file, and begins to read it where it is another one.
    fn find(&mut self) -> Result<(), SourceError> {
        let old = self.found.take().map(|old| old.form);
        let found = self.store.found(&self.id);
        let found = found.ok_or_else(|| SourceError::Missing(self.store.folder().to_owned()))?;
        if old != Some(found.form) {
            self.log = log(&self.store, found.form, Vec::new());
            self.is_history_known = false;
        }
        self.found = Some(found);
        Ok(())
    }

    /// Looks for the files that the history begins in, until all are at hand: then reading begins
    /// again.
    fn find_history(&mut self) {
        let Some(found) = self
            .found
            .as_ref()
            .filter(|found| found.form == Form::Lines)
        else {
            return;
        };
        let file = |thread: &str| Some(self.store.found(thread)?.path);
        if let Some(before) = head::parts(&found.path, file) {
            self.is_history_known = true;
            if before != self.log.lines().before() {
                self.log = log(&self.store, found.form, before);
            }
        }
    }

    /// What is missing of the history may be there the next time.
    fn look_for_missing(&mut self) {
        let is_missing = |part: &head::Part| part.path.is_none();
        if self.log.lines().before().iter().any(is_missing) {
            self.is_history_known = false;
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
        if !self.look()? {
            return Ok(None);
        }
        let path = self.path()?;
        self.freshness.look_at(&path);
        let splice = self.log.refresh(&path)?;
        if splice.is_some() {
            self.look_for_missing();
        }
        Ok(splice)
    }

    fn read(&mut self, take: &mut dyn FnMut(Splice)) -> Result<(), SourceError> {
        if self.look()? {
            self.log.read(&self.path()?, take)?;
            self.look_for_missing();
        }
        Ok(())
    }

    fn ending(&mut self) -> Result<Option<Vec<Event>>, SourceError> {
        if !self.look()? {
            return Ok(None);
        }
        self.log.ending(&self.path()?)
    }

    fn summary(&mut self) -> Option<Summary> {
        let found = self.store.found(&self.id)?;
        Some(self.store.summary(&found))
    }

    fn problem(&self) -> Option<String> {
        let found = self.found.as_ref()?;
        let is_blank = self.log.outcomes().total() == 0 && is_blank_file(&found.path);
        found.problem(is_blank, self.log.lines().is_broken())
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
        let age = self.freshness.age_of(&found.path);
        pace.state_at(age, is_broken, found.is_archived)
    }

    fn watched(&self) -> Vec<Watched> {
        let file = self.found.as_ref().map(|found| found.path.as_path());
        file.and_then(Watched::file).into_iter().collect()
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
