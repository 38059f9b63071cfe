//! One conversation, opened for reading and following.

use super::{
    ClaudeStore,
    files::{is_part_settled, part_of},
    id::ClaudeId,
    known::{Known, Part, Setting},
    mapping::ClaudeMapping,
};
use crate::{
    Conversation, Cost, Outcomes, Position, Problem, SourceError, Splice, State, Store, Summary,
    Watched, blank::is_blank_file, freshness::Freshness, lines::LinesFile, record_log::RecordLog,
};
use conversation::{Event, EventKey, Reading};
use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
    time::Instant,
};

/// A session, or a sub-agent of one. Projects may move: a file that is gone is looked for by its
/// name.
#[derive(Debug)]
pub struct ClaudeConversation {
    store: ClaudeStore,
    id: ClaudeId,
    place: Option<(PathBuf, Part)>,
    /// Whether the part stays what it is.
    is_part_settled: bool,
    log: RecordLog<ClaudeMapping>,
    freshness: Freshness,
}

impl ClaudeConversation {
    pub(super) fn new(store: ClaudeStore, id: ClaudeId) -> Self {
        let log = log_of(&store, &id, Part::Main);
        Self {
            store,
            id,
            place: None,
            is_part_settled: false,
            log,
            freshness: Freshness::new(Instant::now()),
        }
    }

    /// What became of the records that were read.
    pub fn outcomes(&self) -> Outcomes {
        self.log.outcomes()
    }

    /// Where it is stored.
    pub fn path(&self) -> Option<&Path> {
        self.place.as_ref().map(|(path, _)| path.as_path())
    }

    /// Looks for the file where it is not known, and begins anew where it is another part of one.
    fn look(&mut self) -> Result<PathBuf, SourceError> {
        let found = match &self.place {
            Some((path, Part::Main)) if !self.is_part_settled && path.is_file() => {
                self.is_part_settled = is_part_settled(path);
                Some((path.clone(), part_of(path, &self.id)))
            }
            Some((path, Part::Main | Part::Whole | Part::Side(_))) if path.is_file() => None,
            // A sub-agent may get a file of its own.
            Some((path, Part::Reported(_))) if path.is_file() => self.store.find_agent(&self.id),
            _ => self.store.find(&self.id),
        };
        if let Some((path, part)) = found {
            let is_same_part = self.place.as_ref().is_some_and(|(_, old)| *old == part);
            if !is_same_part {
                self.log = log_of(&self.store, &self.id, part.clone());
            }
            self.place = Some((path, part));
        }
        if let Some(path) = self.path() {
            return Ok(path.to_owned());
        }
        let name = format!("{}.jsonl", self.id.session);
        let path = Store::path(&self.store).join(name);
        Err(SourceError::io(path, ErrorKind::NotFound.into()))
    }
}

fn log_of(store: &ClaudeStore, id: &ClaudeId, part: Part) -> RecordLog<ClaudeMapping> {
    let setting = Setting::new(&id.session, part, store.restoration());
    RecordLog::of(LinesFile::default(), Known::of(setting))
}

impl Conversation for ClaudeConversation {
    fn reading(&self) -> Reading {
        Reading::WholeTexts
    }

    fn refresh(&mut self) -> Result<Option<Splice>, SourceError> {
        let path = self.look()?;
        self.freshness.look_at(&path);
        self.log.refresh(&path)
    }

    fn read(&mut self, take: &mut dyn FnMut(Splice)) -> Result<(), SourceError> {
        let path = self.look()?;
        self.log.read(&path, take)
    }

    fn ending(&mut self) -> Result<Option<Vec<Event>>, SourceError> {
        let path = self.look()?;
        self.log.ending(&path)
    }

    fn summary(&mut self) -> Option<Summary> {
        self.look().ok()?;
        let (path, part) = self.place.as_ref()?;
        Some(self.store.summary(&self.id, path, part))
    }

    fn problem(&self) -> Option<String> {
        let path = self.path().filter(|path| is_blank_file(path))?;
        let path = path.display().to_string();
        Some(Problem::Empty { path }.to_string())
    }

    fn state(&self, _: bool) -> State {
        let Some(path) = self.path() else {
            return State::Settled;
        };
        if is_blank_file(path) {
            return State::Broken;
        }
        let age = self.freshness.age_of(path);
        age.map_or(State::Settled, |age| self.log.mapping().pulse().state(age))
    }

    fn watched(&self) -> Vec<Watched> {
        self.path().and_then(Watched::file).into_iter().collect()
    }

    fn position(&self, n: usize) -> Position {
        self.log.position(n)
    }

    fn has(&self, position: Position) -> bool {
        self.log.has(position)
    }

    fn stored(&self, key: &EventKey) -> Result<Option<Vec<u8>>, SourceError> {
        match self.path() {
            Some(path) => self.log.stored(path, key),
            None => Ok(None),
        }
    }

    fn cost(&self) -> Cost {
        self.log.cost()
    }
}
