//! A thread in a list: from the two ends of its file.

use super::{
    ends::Ends,
    files::{Form, Found},
    state::Thread,
    store::url_id,
};
use crate::{State, Summary, restore::Restoration};
use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// For how long a turn without an end counts as running after the last line: what runs longer than
/// this without a line is rarer than a client that was killed.
const RUNNING_FOR: Duration = Duration::from_mins(10);
/// For how long a question counts as open after the last line.
const WAITING_FOR: Duration = Duration::from_hours(24);
/// How long a file may be empty: it is made a moment before its first line is written.
const EMPTY_FOR: Duration = Duration::from_mins(1);

/// What a file tells of a thread, for as long as it does not change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Told {
    pub ends: Ends,
}

/// Whether a thread goes on, as its records say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pace {
    /// The last turn has no end.
    pub is_open: bool,
    /// The person is asked something.
    pub asks: bool,
}

impl Pace {
    /// How the thread stands at an instant. It runs while its last turn has no end and its file
    /// changed within the last minutes; nothing else tells whether the client still lives.
    pub(super) fn state(self, found: &Found, is_broken: bool, now: SystemTime) -> State {
        let modified = found.stamp.modified;
        let age = modified.map(|modified| now.duration_since(modified).unwrap_or_default());
        self.state_at(age, is_broken, found.is_archived)
    }

    /// The same of a thread whose file was last written to so long ago, where that is known.
    pub(super) fn state_at(
        self,
        age: Option<Duration>,
        is_broken: bool,
        is_archived: bool,
    ) -> State {
        let is_younger = |than: Duration| age.is_none_or(|age| age < than);
        if is_broken {
            State::Broken
        } else if self.is_open && self.asks && is_younger(WAITING_FOR) {
            State::Waiting
        } else if self.is_open && is_younger(RUNNING_FOR) {
            State::Running
        } else if is_archived {
            State::Archived
        } else {
            State::Settled
        }
    }
}

impl Found {
    /// What is wrong with the file, where something is.
    pub(super) fn problem(&self, is_blank: bool, is_broken: bool) -> Option<String> {
        let path = self.path.display();
        let is_new = self
            .stamp
            .modified
            .and_then(|modified| now().duration_since(modified).ok())
            .is_none_or(|age| age < EMPTY_FOR);
        if self.form == Form::Compressed {
            return Some(format!(
                "{path} is compressed, and is not read: unpack it (zstd -d) beside itself to read it"
            ));
        }
        if is_blank {
            return (!is_new).then(|| format!("{path} is empty"));
        }
        is_broken.then(|| format!("{path} is not a session of Codex's: it has no list of items"))
    }
}

impl Told {
    /// Reads the ends of a file.
    pub(super) fn read(found: &Found, restoration: &Arc<Restoration>) -> Self {
        Self {
            ends: Ends::read(found, restoration),
        }
    }

    /// What is told where reading went wrong in a way that is no fault of the file.
    pub(super) fn unread(found: &Found) -> Self {
        let problem = format!("{} could not be read", found.path.display());
        let ends = Ends {
            problem: Some(problem),
            ..Ends::default()
        };
        Self { ends }
    }

    /// What a list says of the thread at an instant. `said` is what is kept of it beside its file.
    pub(super) fn summary(&self, found: &Found, said: &Thread, now: SystemTime) -> Summary {
        let ends = &self.ends;
        let problem = found
            .problem(ends.is_blank, ends.is_broken)
            .or_else(|| ends.problem.clone());
        let title = said.name.clone().or_else(|| ends.title.clone());
        let cwd = ends.cwd.clone().or_else(|| said.cwd.clone());
        let is_archived = found.is_archived || said.is_archived;
        let modified = found.stamp.modified.and_then(milliseconds);
        Summary {
            id: url_id(&found.thread),
            title: title.or_else(|| ends.first_words.clone()),
            agent: "codex",
            workspace: cwd.as_deref().and_then(folder_name),
            cwd,
            model: ends.model.clone().or_else(|| said.model.clone()),
            parent: ends.parent.as_deref().map(url_id),
            continue_command: Some(format!("codex resume {}", found.thread)),
            updated_at_ms: ends.last_ms.or(modified),
            bytes: found.stamp.bytes,
            state: match ends.pace.state(found, problem.is_some(), now) {
                State::Settled if is_archived => State::Archived,
                state => state,
            },
            is_archived,
            is_pinned: said.is_pinned,
            last_words: ends.last_words.clone(),
            problem,
            path: found.path.clone(),
            ..Summary::default()
        }
    }
}

/// The last part of a folder's path, on whichever system it was.
fn folder_name(path: &str) -> Option<String> {
    let mut parts = path.rsplit(['/', '\\']);
    parts.find(|part| !part.is_empty()).map(str::to_owned)
}

/// The time.
pub(super) fn now() -> SystemTime {
    SystemTime::now()
}

fn milliseconds(time: SystemTime) -> Option<i64> {
    i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_millis()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codex::files::FileStamp;

    #[test]
    fn a_turn_without_an_end_runs_while_the_file_changes() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let metadata = file.path().metadata().expect("metadata");
        let mut found = Found {
            path: file.path().to_owned(),
            thread: "a".to_owned(),
            is_archived: false,
            form: Form::Lines,
            stamp: FileStamp::of(&metadata),
        };
        let changed = metadata.modified().expect("a time");
        let after = |minutes: u64| changed + Duration::from_mins(minutes);
        let open = Pace {
            is_open: true,
            asks: false,
        };
        let asking = Pace { asks: true, ..open };
        assert_eq!(open.state(&found, false, after(1)), State::Running);
        assert_eq!(open.state(&found, false, after(11)), State::Settled);
        assert_eq!(open.state(&found, true, after(1)), State::Broken);
        // The clock was set back since: a time to come is not old.
        let earlier = changed - Duration::from_mins(10);
        assert_eq!(open.state(&found, false, earlier), State::Running);
        assert_eq!(asking.state(&found, false, earlier), State::Waiting);
        assert_eq!(
            Pace::default().state(&found, false, earlier),
            State::Settled
        );
        assert_eq!(asking.state(&found, false, after(60)), State::Waiting);
        assert_eq!(asking.state(&found, false, after(25 * 60)), State::Settled);
        assert_eq!(
            Pace::default().state(&found, false, after(1)),
            State::Settled
        );
        found.is_archived = true;
        assert_eq!(
            Pace::default().state(&found, false, after(1)),
            State::Archived
        );
        assert_eq!(open.state(&found, false, after(1)), State::Running);
    }

    #[test]
    fn folders_of_every_system_have_names() {
        for (path, name) in [
            ("/home/someone/proj", Some("proj")),
            ("/home/someone/proj/", Some("proj")),
            ("C:\\code\\app", Some("app")),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(folder_name(path).as_deref(), name, "{path}");
        }
    }
}
