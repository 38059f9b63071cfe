//! What every agent's store can do, and every conversation in one.

use crate::{Cost, Position, Problem, SourceError, Splice, State, Summary, Watched};
use conversation::{Event, EventKey, Reading};
use serde_json::Value;
use std::{
    fmt::Debug,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The conversations that one agent keeps in one place.
pub trait Store: Debug + Send + Sync {
    /// The agent's word, which ids begin with: `jp`, `claude`, `codex`, `goose`.
    fn agent(&self) -> &'static str;

    /// Where it is, for people.
    fn path(&self) -> &Path;

    /// The folders in which conversations begin, end and change.
    fn list_folders(&self) -> Vec<PathBuf>;

    /// Begins a list, which is read again whenever it is asked for.
    fn listing(&self) -> Box<dyn List>;

    /// The id, as URLs have it, of the conversation that a person names in any spelling; nothing
    /// where this store has none of that name. It may look at files.
    fn resolve(&self, spelled: &str) -> Option<String>;

    /// The id of the only conversation, where the store was named by one.
    fn only(&self) -> Option<String> {
        None
    }

    /// Opens a conversation by the id that [`Store::resolve`] gave, without reading it.
    fn open(&self, id: &str) -> Box<dyn Conversation>;
}

/// A list of conversations that remembers what it has read, and reads again only what has changed.
pub trait List: Debug + Send {
    /// All conversations, the last active first.
    ///
    /// # Errors
    ///
    /// Where the store itself cannot be looked into. What is wrong with one conversation stands in
    /// its summary.
    fn refresh(&mut self) -> Result<Vec<Arc<Summary>>, SourceError>;
}

/// One conversation, opened for reading and following.
pub trait Conversation: Debug + Send {
    /// How the source writes, as far as reading depends on it.
    fn reading(&self) -> Reading;

    /// Reads what has changed since the last time; nothing where nothing has.
    ///
    /// # Errors
    ///
    /// Where it cannot be read at all. What is wrong with a part of it is an event or a problem.
    fn refresh(&mut self) -> Result<Option<Splice>, SourceError>;

    /// Reads all that has changed since the last time, and gives `take` one part after the other.
    ///
    /// # Errors
    ///
    /// As [`Conversation::refresh`].
    fn read(&mut self, take: &mut dyn FnMut(Splice)) -> Result<(), SourceError> {
        while let Some(splice) = self.refresh()? {
            let has_more = splice.has_more;
            take(splice);
            if !has_more {
                break;
            }
        }
        Ok(())
    }

    /// The last events of a conversation that takes long to read, made of the end of its store alone,
    /// as it was written first; nothing where all of it is read in no time. What stands before may
    /// make other events of it: what [`Conversation::refresh`] gives counts.
    ///
    /// # Errors
    ///
    /// Where it cannot be read at all.
    fn ending(&mut self) -> Result<Option<Vec<Event>>, SourceError> {
        Ok(None)
    }

    /// What a list says of it.
    fn summary(&mut self) -> Option<Summary>;

    /// What is wrong with it as it was read last.
    fn problem(&self) -> Option<String>;

    /// How it stands now. `has_open_question` says that its last event asks something.
    fn state(&self, has_open_question: bool) -> State;

    /// Whether its agent is at work in it, told without reading it.
    fn is_running(&self) -> bool {
        matches!(self.state(false), State::Running | State::Waiting)
    }

    /// The configuration before the first of the events that were read, in JP's form; nothing where
    /// its agent keeps none.
    ///
    /// # Errors
    ///
    /// Where there is one that cannot be read.
    fn base_config(&self) -> Result<Option<Value>, Problem> {
        Ok(None)
    }

    /// The file that holds its events, where it is one file.
    fn file(&self) -> Option<PathBuf> {
        None
    }

    /// How soon it is to be looked at again, where something of it is to come of which no file's change
    /// tells; nothing where a look now and then is enough.
    fn look_again(&self) -> Option<Duration> {
        None
    }

    /// Where a change concerns it.
    fn watched(&self) -> Vec<Watched>;

    /// The position behind the first `n` events.
    fn position(&self, n: usize) -> Position;

    /// Whether the conversation still begins as it did when `position` was given out.
    fn has(&self, position: Position) -> bool;

    /// The record of an event as it is stored; nothing where there is no such event (any more).
    ///
    /// # Errors
    ///
    /// Where the store cannot be read.
    fn stored(&self, key: &EventKey) -> Result<Option<Vec<u8>>, SourceError>;

    /// How much reading it has cost.
    fn cost(&self) -> Cost;
}
