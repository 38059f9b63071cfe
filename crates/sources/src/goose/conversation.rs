//! One session, opened for reading and following.

use super::{
    check::STRETCH,
    log::MessageLog,
    mapping::Mapping,
    message::Stored,
    old_file::OldFile,
    rows::{self, Messages},
    session::{Session, now_ms},
    store::{GooseStore, Place},
};
use crate::{
    Conversation, Cost, Outcomes, Position, SourceError, Splice, State, Summary, Watched,
    sqlite::{Database, Failure, LONGEST},
};
use conversation::{EventKey, Reading};
use rusqlite::Connection;
use std::{
    io::{self, ErrorKind},
    ops::ControlFlow,
    path::PathBuf,
    time::{Duration, Instant},
};

/// How often one look may find that messages have changed under its hands.
const MOST_PASSES: usize = 4;

/// A session that is read again whenever its store changes.
#[derive(Debug)]
pub struct GooseConversation {
    store: GooseStore,
    /// Its id in URLs.
    id: String,
    source: Option<Source>,
    log: MessageLog,
    is_archived: bool,
    problem: Option<String>,
    /// The problem that was told with the last change.
    told_problem: Option<String>,
}

/// Where a session is read from.
#[derive(Debug)]
enum Source {
    Database(Database, String),
    File(OldFile),
}

/// What a look at a session gave.
#[derive(Debug)]
enum Looked {
    /// Nothing has changed.
    Same,
    /// Its messages were gone through.
    Read { is_archived: bool },
    /// A writer is at work, and nothing can be said yet.
    Busy,
}

impl Source {
    /// Reads what has changed into `log`.
    fn look(&mut self, store: &GooseStore, log: &mut MessageLog) -> Result<Looked, SourceError> {
        let is_archived = match self {
            Self::File(file) => {
                let lines = file.look()?;
                lines.map(|lines| read_lines(&lines, store, log))
            }
            Self::Database(database, id) => {
                if !database.is_untouched() {
                    log.check().ask();
                } else if log.wait(Instant::now()) != Some(Duration::ZERO) {
                    return Ok(Looked::Same);
                }
                let look = database.look_again(|it| read_session(it, store, id, log));
                if look.is_err() {
                    log.check().fail(Instant::now());
                }
                match look {
                    Err(failure) if failure.is_passing() && !log.is_empty() => {
                        return Ok(Looked::Busy);
                    }
                    look => Some(look.map_err(|failure| failure.at(database.path()))?),
                }
            }
        };
        Ok(is_archived.map_or(Looked::Same, |is_archived| Looked::Read { is_archived }))
    }
}

impl GooseConversation {
    pub(super) fn new(store: GooseStore, id: &str) -> Self {
        let log = MessageLog::new(mapping(&store, false));
        Self {
            store,
            id: id.to_owned(),
            source: None,
            log,
            is_archived: false,
            problem: None,
            told_problem: None,
        }
    }

    fn look(&mut self) -> Result<Looked, SourceError> {
        if self.source.is_none() {
            self.source = self.find()?;
        }
        match &mut self.source {
            Some(source) => source.look(&self.store, &mut self.log),
            None => Err(SourceError::io(
                self.store.path(),
                io::Error::new(
                    ErrorKind::NotFound,
                    format!("it has no session {}", self.id),
                ),
            )),
        }
    }

    /// What is to be told. A problem is told with a change, if only of nothing.
    fn tell(&mut self) -> Option<Splice> {
        let n_told = self.log.n_told();
        let has_new_problem = self.problem != self.told_problem;
        self.told_problem.clone_from(&self.problem);
        let splice = self.log.tell();
        splice.or_else(|| has_new_problem.then(|| Splice::new(n_told, Vec::new())))
    }

    fn find(&self) -> Result<Option<Source>, SourceError> {
        Ok(self.store.find(&self.id)?.map(|place| match place {
            Place::Row(session) => Source::Database(self.store.database(), session),
            Place::File(path) => Source::File(OldFile::new(&path)),
        }))
    }

    /// What became of its messages.
    pub fn outcomes(&self) -> Outcomes {
        self.log.outcomes()
    }
}

impl Conversation for GooseConversation {
    fn reading(&self) -> Reading {
        Reading::WholeTexts
    }

    /// Reads what has changed since the last time; nothing where nothing has. What was read stays
    /// where the store cannot be read any more.
    fn refresh(&mut self) -> Result<Option<Splice>, SourceError> {
        match self.look() {
            Ok(Looked::Same) => {}
            // What was read so far may be half of something.
            Ok(Looked::Busy) => return Ok(None),
            Ok(Looked::Read { is_archived }) => {
                self.is_archived = is_archived;
                self.problem = match &self.source {
                    Some(Source::File(file)) => file.problem().map(|problem| problem.to_string()),
                    Some(Source::Database(..)) | None => None,
                };
            }
            Err(error) if self.log.is_empty() => return Err(error),
            Err(error) => self.problem = Some(error.to_string()),
        }
        Ok(self.tell())
    }

    fn summary(&mut self) -> Option<Summary> {
        let place = self.store.find(&self.id).ok()??;
        let mut summary = self.store.summary(&place)?;
        if let Some(problem) = &self.problem {
            summary.state = State::Broken;
            summary.problem = Some(problem.clone());
        }
        Some(summary)
    }

    fn problem(&self) -> Option<String> {
        self.problem.clone()
    }

    fn state(&self, has_open_question: bool) -> State {
        let mut facts = self.log.facts();
        facts.asks |= has_open_question;
        let is_in_use = match &self.source {
            Some(Source::Database(database, _)) => database.is_in_use(),
            Some(Source::File(_)) | None => false,
        };
        match self.problem {
            Some(_) => State::Broken,
            None => facts.state(self.is_archived, is_in_use, now_ms()),
        }
    }

    fn file(&self) -> Option<PathBuf> {
        match &self.source {
            Some(Source::File(file)) => Some(file.path().to_owned()),
            Some(Source::Database(..)) | None => None,
        }
    }

    fn look_again(&self) -> Option<Duration> {
        let Some(Source::Database(database, _)) = &self.source else {
            return None;
        };
        let waits = [self.log.wait(Instant::now()), database.look_again_in()];
        waits.into_iter().flatten().min()
    }

    fn watched(&self) -> Vec<Watched> {
        match &self.source {
            // Its log and its index have the same name, and an ending.
            Some(Source::Database(database, _)) => Watched::file(database.path()),
            Some(Source::File(file)) => Watched::file(file.path()),
            None => None,
        }
        .into_iter()
        .collect()
    }

    fn position(&self, n: usize) -> Position {
        self.log.position(n)
    }

    fn has(&self, position: Position) -> bool {
        self.log.has(position)
    }

    /// The record of an event as it is stored: the row with all its columns, or the line. Nothing
    /// where there is no such event (any more).
    fn stored(&self, key: &EventKey) -> Result<Option<Vec<u8>>, SourceError> {
        let Some(((place, bytes), _)) = self.log.place_of(key) else {
            return Ok(None);
        };
        match &self.source {
            None => Ok(None),
            Some(Source::File(file)) => file.line_at(place, bytes).map(Some),
            Some(Source::Database(database, session)) => {
                let row = database.read(|connection| rows::whole_row(connection, session, place));
                let row = row.map_err(|failure| failure.at(database.path()))?;
                Ok(row.map(String::into_bytes))
            }
        }
    }

    fn cost(&self) -> Cost {
        self.log.cost()
    }
}

/// Reads all lines of an old file into `log`, and says whether the session is put away: it cannot
/// be.
fn read_lines(lines: &[Stored], store: &GooseStore, log: &mut MessageLog) -> bool {
    for _ in 0..MOST_PASSES {
        log.begin_pass();
        // A message that is another one ends the pass.
        lines.iter().try_for_each(|line| log.take(line)).is_break();
        if !log.end_pass(|| mapping(store, false)) {
            break;
        }
    }
    false
}

/// Reads a session's messages into `log`, and says whether the session is put away.
fn read_session(
    connection: &Connection,
    store: &GooseStore,
    id: &str,
    log: &mut MessageLog,
) -> Result<bool, Failure> {
    let session = Session::read(connection, Some(id))?.into_iter().next();
    let session = session.ok_or_else(|| Failure::Unknown(format!("it has no session {id}")))?;
    let mapping = || mapping(store, session.is_sub_agent());
    if log.mapping().is_of_sub_agent() != session.is_sub_agent() {
        log.restart(mapping());
    }
    let messages = Messages::of(connection)?;
    if read_behind(connection, &messages, id, log)? {
        return Ok(session.is_archived);
    }
    for _ in 0..MOST_PASSES {
        log.begin_pass();
        messages.read(connection, id, |stored| log.take(&stored))?;
        if !log.end_pass(mapping) {
            break;
        }
    }
    log.check().end(Instant::now());
    Ok(session.is_archived)
}

/// Reads the messages behind the last row, if it is still there, and where there are none compares a
/// stretch of those that were read before. Says whether that was enough: few messages are all read,
/// and so are many that are not what they were.
fn read_behind(
    connection: &Connection,
    messages: &Messages,
    session: &str,
    log: &mut MessageLog,
) -> Result<bool, Failure> {
    let n_before = log.n_messages();
    let mut is_end = false;
    while !is_end {
        let Some(last) = log.last_of_many() else {
            return Ok(false);
        };
        let mut is_last_there = false;
        let from = (session, last.saturating_sub(1));
        is_end = messages.read_behind(connection, from, LONGEST, |stored| {
            is_last_there |= stored.place.0 == last;
            let is_read = is_last_there && log.take_behind(stored);
            is_last_there &= is_read;
            proceed(is_read)
        })?;
        if !is_last_there {
            return Ok(false);
        }
    }
    if log.n_messages() > n_before {
        return Ok(true);
    }
    compare(connection, messages, session, log)
}

/// Compares a stretch of the messages that were read, if it is time for that; says whether they are
/// the same.
fn compare(
    connection: &Connection,
    messages: &Messages,
    session: &str,
    log: &mut MessageLog,
) -> Result<bool, Failure> {
    let begin = Instant::now();
    let Some(mut n) = log.check().begin(begin) else {
        return Ok(true);
    };
    let mut is_same = true;
    let from = (session, log.row_before(n));
    let is_end = messages.read_behind(connection, from, STRETCH, |stored| {
        // What has come meanwhile is taken at the next look.
        if n == log.n_messages() {
            return ControlFlow::Break(());
        }
        is_same = log.is_same(n, stored);
        n += usize::from(is_same);
        proceed(is_same)
    })?;
    is_same &= !is_end || n == log.n_messages();
    log.check().go_on(n, begin.elapsed());
    if n == log.n_messages() {
        log.check().end(Instant::now());
    }
    Ok(is_same)
}

fn proceed(goes_on: bool) -> ControlFlow<()> {
    match goes_on {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}

fn mapping(store: &GooseStore, is_sub_agent: bool) -> Mapping {
    Mapping::new(store.restoration(), store.mark(), is_sub_agent)
}
