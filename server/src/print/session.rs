//! Reads a conversation from its store and prints it, once or for as long as it grows.

use super::{Format, Found, Look, Options, Printer, Screen, clock, command::command};
use crate::{cli::PrintArguments, follow::tell_polled};
use jiff::tz::TimeZone;
use sources::{Conversation, SourceError, Splice, State, WatchGuard, Watched, Watcher};
use std::{
    io::{self, ErrorKind, Write},
    pin::pin,
    sync::Arc,
    time::Duration,
};
use tokio::sync::Notify;

/// How often a conversation is looked at when nothing says that it changed.
const POLL: Duration = Duration::from_secs(1);

/// How many events are printed at once, so that a long conversation begins to be read at once.
const AT_ONCE: usize = 256;

/// A conversation cannot be printed, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum PrintError {
    /// It cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A part of it cannot be read; the rest was printed.
    #[error("{0}")]
    Incomplete(String),
    /// Nothing can be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// A conversation that is being printed.
#[derive(Debug)]
pub struct Session<O, E> {
    conversation: Box<dyn Conversation>,
    printer: Printer,
    screen: Screen<O, E>,
    first: Option<Splice>,
    told: Option<String>,
}

impl<O: Write, E: Write> Session<O, E> {
    /// Opens a conversation.
    pub fn open(
        found: &Found,
        arguments: &PrintArguments,
        screen: Screen<O, E>,
    ) -> Result<Self, PrintError> {
        let mut conversation = found.store.open(&found.id);
        let first = read(&mut *conversation)?;
        let title = conversation.summary().and_then(|summary| summary.title);
        let (base_config, problem) = match conversation.base_config() {
            Ok(base) => (base, None),
            Err(problem) => (None, Some(problem.to_string())),
        };
        let look = Look {
            clock: clock(TimeZone::system(), arguments.format),
            is_terminal: screen.is_terminal(),
            command: command(&found.name, &arguments.within),
            file: conversation.file(),
        };
        let options = Options {
            reading: conversation.reading(),
            view: arguments.view,
            format: arguments.format,
            title: title.unwrap_or_else(|| found.id.clone()),
            base_config,
            look,
        };
        let mut session = Self {
            conversation,
            printer: Printer::new(options),
            screen,
            first,
            told: None,
        };
        let problem = problem.filter(|_| arguments.format != Format::Json);
        match problem.map(|problem| session.screen.tell(&problem)) {
            Some(Err(error)) => Err(error.into()),
            _ => Ok(session),
        }
    }

    /// Prints what is there.
    pub fn print(&mut self) -> Result<(), PrintError> {
        let mut events = self
            .first
            .take()
            .map(|first| first.events)
            .unwrap_or_default();
        let mut keep = 0;
        loop {
            let rest = events.split_off(events.len().min(AT_ONCE));
            let splice = Splice::new(keep, events);
            keep += splice.events.len();
            let output = self.printer.take(Some(splice), !rest.is_empty());
            self.screen.write(&output, &[])?;
            if rest.is_empty() {
                break;
            }
            events = rest;
        }
        let Some(problem) = self.conversation.problem() else {
            return Ok(());
        };
        if self.conversation.state(false) == State::Broken {
            return Err(PrintError::Incomplete(problem));
        }
        Ok(self.screen.tell(&problem)?)
    }

    /// Prints what is there and what comes, until it is `stopped`.
    pub async fn follow(&mut self, stopped: impl Future<Output = ()>) -> Result<(), PrintError> {
        let watcher = Watcher::telling(tell_polled);
        let wake = Arc::new(Notify::new());
        let mut watched: Vec<Watched> = Vec::new();
        let mut _guards: Vec<WatchGuard> = Vec::new();
        let mut stopped = pin!(stopped);
        loop {
            self.look()?;
            let wanted = self.conversation.watched();
            if wanted != watched {
                let watch = |wanted: &Watched| {
                    let wake = Arc::clone(&wake);
                    let watch = watcher.watch(wanted.clone(), move || wake.notify_one());
                    watch.inspect_err(|error| tracing::warn!("{error}")).ok()
                };
                _guards = wanted.iter().filter_map(watch).collect();
                watched = wanted;
                // It may have changed before anybody watched.
                wake.notify_one();
            }
            let pause = self.conversation.look_again().unwrap_or(POLL).min(POLL);
            tokio::select! {
                () = &mut stopped => break,
                () = wake.notified() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
        Ok(self.screen.clear()?)
    }

    /// Prints what is new. Whoever writes may begin or end between two looks at its lock, but what
    /// was read between two that find none is complete.
    fn look(&mut self) -> io::Result<()> {
        if let Some(first) = self.first.take() {
            let output = self.printer.take(Some(first), true);
            self.screen.write(&output, &[])?;
        }
        let was_running = self.conversation.is_running();
        let (splice, problem) = match read(&mut *self.conversation) {
            Ok(splice) => (splice, self.conversation.problem()),
            Err(error) => (None, Some(error.to_string())),
        };
        let is_running = was_running || self.conversation.is_running();
        let output = self.printer.take(splice, is_running);
        let at_work = if is_running {
            self.printer.at_work()
        } else {
            Vec::new()
        };
        if problem != self.told {
            if let Some(problem) = &problem {
                self.screen.tell(problem)?;
            }
            self.told = problem;
        }
        self.screen.write(&output, &at_work)
    }
}

/// Reads all that has changed, however long it is.
fn read(conversation: &mut dyn Conversation) -> Result<Option<Splice>, SourceError> {
    let mut read = conversation.refresh()?;
    while let Some(splice) = read.take_if(|splice| splice.has_more) {
        let next = conversation.refresh()?;
        read = Some(match next {
            Some(next) => splice.then(next),
            None => Splice {
                has_more: false,
                ..splice
            },
        });
    }
    Ok(read)
}

impl PrintError {
    /// Whether nobody reads any more, which is no failure: whoever read has seen enough.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == ErrorKind::BrokenPipe)
    }
}
