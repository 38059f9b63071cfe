//! Finding the sessions.

use super::{
    GooseConversation, GooseList,
    end::End,
    id::StoreMark,
    old_file,
    paths::{DATABASE, sessions_folder},
    rows::Messages,
    session::{Session, now_ms},
};
use crate::{
    SourceError, State, Summary,
    places::{System, Variable},
    restore::Restoration,
    sqlite::{Columns, Database, Failure},
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The sessions in one folder.
#[derive(Clone, Debug)]
pub struct GooseStore {
    folder: PathBuf,
    /// The file that the store was named by, where it was one.
    only: Option<PathBuf>,
    mark: StoreMark,
    restoration: Arc<Restoration>,
    cache: Option<PathBuf>,
}

/// Where a session is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the database, under this id.
    Row(String),
    /// In an old file.
    File(PathBuf),
}

impl GooseStore {
    /// The store on this machine, if goose has made one. `variable` looks up the environment.
    pub fn here(variable: Variable<'_>) -> Option<Self> {
        let folder = fs::canonicalize(sessions_folder(System::HERE, variable)?).ok()?;
        folder.is_dir().then(|| Self::of(folder, None))
    }

    /// The store that a path names: a folder of sessions or the folder above it, a `sessions.db`, or
    /// one old file of lines.
    ///
    /// # Errors
    ///
    /// Where there is nothing of goose's at the path.
    pub fn at(path: &Path) -> Result<Self, SourceError> {
        let path = fs::canonicalize(path).map_err(|error| SourceError::io(path, error))?;
        if path.is_dir() {
            // Asks the system first, so that a refusal is not taken for an empty folder.
            fs::read_dir(&path).map_err(|error| SourceError::io(&path, error))?;
            let folders = [
                path.clone(),
                path.join("sessions"),
                path.join("data").join("sessions"),
            ];
            let found = folders.into_iter().find(|folder| holds_sessions(folder));
            return match found {
                Some(folder) => Ok(Self::of(folder, None)),
                None => Err(not_gooses(path)),
            };
        }
        let folder = path.parent().map(Path::to_owned);
        let is_database = path.extension().is_some_and(|ending| ending == "db");
        let is_database = is_database && holds_tables(&path);
        match folder {
            Some(folder) if is_database || old_file::is_old_file(&path) => {
                Ok(Self::of(folder, Some(path)))
            }
            _ => Err(not_gooses(path)),
        }
    }

    fn of(folder: PathBuf, only: Option<PathBuf>) -> Self {
        Self {
            mark: StoreMark::of(&folder),
            folder,
            only,
            restoration: Arc::default(),
            cache: None,
        }
    }

    /// The same store, whose results are restored by what `restoration` knows.
    #[must_use]
    pub fn restoring(mut self, restoration: &Arc<Restoration>) -> Self {
        self.restoration = Arc::clone(restoration);
        self
    }

    /// The same store, which may put copies of a database for a moment into a folder of our own.
    /// Without one, a database beside which a killed program left changes is not read.
    #[must_use]
    pub fn caching(mut self, cache: &Path) -> Self {
        self.cache = Some(cache.to_owned());
        self
    }

    pub(super) fn restoration(&self) -> &Arc<Restoration> {
        &self.restoration
    }

    pub(super) fn mark(&self) -> &StoreMark {
        &self.mark
    }

    /// Where it is: the folder, or the file that it was named by.
    pub fn path(&self) -> &Path {
        self.only.as_deref().unwrap_or(&self.folder)
    }

    /// The folder in which sessions begin, end and change.
    pub fn folders(&self) -> Vec<PathBuf> {
        vec![self.folder.clone()]
    }

    /// A list that reads again only what has changed since it was last read.
    pub fn listing(&self) -> GooseList {
        GooseList::new(self.clone())
    }

    /// The id, as URLs have it, of the session that a person names: `goose~20261130_1-<mark>`,
    /// `goose~20261130_1`, or as goose calls it.
    pub fn resolve(&self, spelled: &str) -> Option<String> {
        let native = match self.find(spelled).ok()?? {
            Place::Row(id) => id,
            Place::File(path) => old_file::name(&path)?,
        };
        Some(self.mark.url_id(&native))
    }

    /// Opens a session by any of its names. Nothing is read yet.
    pub fn open(&self, id: &str) -> GooseConversation {
        GooseConversation::new(self.clone(), id)
    }

    /// Whether there is a database, if only one that cannot be read.
    pub(super) fn has_database(&self) -> bool {
        self.database_path().exists()
    }

    pub(super) fn database(&self) -> Database {
        Database::new(&self.database_path(), self.cache.as_deref())
    }

    /// Where the database is, or would be.
    pub(super) fn database_path(&self) -> PathBuf {
        let only = self.only.clone().filter(|only| !is_lines(only));
        only.unwrap_or_else(|| self.folder.join(DATABASE))
    }

    /// Whether the database is a part of what was named.
    pub(super) fn shows_database(&self) -> bool {
        !self.only.as_deref().is_some_and(is_lines) && self.has_database()
    }

    /// The old files that are a part of what was named, with the names of their sessions.
    pub(super) fn old_files(&self) -> Vec<(String, PathBuf)> {
        match &self.only {
            None => old_file::old_files(&self.folder),
            Some(only) if is_lines(only) => {
                let name = old_file::name(only);
                name.map(|name| (name, only.clone())).into_iter().collect()
            }
            Some(_) => Vec::new(),
        }
    }

    /// Where the session is that a person names. The database has whatever it has taken over from
    /// an old file.
    pub(super) fn find(&self, spelled: &str) -> Result<Option<Place>, SourceError> {
        let row = self.find_row(spelled);
        if let Ok(Some(id)) = row {
            return Ok(Some(Place::Row(id)));
        }
        let mut files = self.old_files().into_iter();
        match files.find(|(name, _)| self.mark.is_named(name, spelled)) {
            Some((_, path)) => Ok(Some(Place::File(path))),
            None => row
                .map(|row| row.map(Place::Row))
                .map_err(|failure| failure.at(&self.database_path())),
        }
    }

    fn find_row(&self, spelled: &str) -> Result<Option<String>, Failure> {
        if !self.shows_database() || StoreMark::is_another_agents(spelled) {
            return Ok(None);
        }
        self.database().read(|connection| {
            for candidate in self.mark.candidates(spelled) {
                let mut found = Session::read(connection, Some(candidate))?;
                if found.pop().is_some() {
                    return Ok(Some(candidate.to_owned()));
                }
            }
            if !StoreMark::may_be_hashed(spelled) {
                return Ok(None);
            }
            let all = Session::read(connection, None)?.into_iter();
            let mut named = all.filter(|session| self.mark.is_named(&session.id, spelled));
            Ok(named.next().map(|session| session.id))
        })
    }

    /// What a list says of a session.
    pub(super) fn summary(&self, place: &Place) -> Option<Summary> {
        let (summary, end, is_in_use) = match place {
            Place::File(path) => {
                let (summary, end) = old_file::summary(path, self);
                (summary, end, false)
            }
            Place::Row(id) => {
                let database = self.database();
                let read = database.read(|connection| {
                    let session = Session::read(connection, Some(id))?.pop();
                    let messages = Messages::of(connection)?;
                    let summary = |session: Session| session.summary(connection, &messages, self);
                    session.map(summary).transpose()
                });
                let (summary, end) = read.ok()??;
                (summary, end, database.is_in_use())
            }
        };
        Some(Summary {
            state: state_of(&summary, &end, is_in_use),
            ..summary
        })
    }
}

/// How the session of a summary stands.
pub(super) fn state_of(summary: &Summary, end: &End, is_in_use: bool) -> State {
    if summary.problem.is_some() {
        return State::Broken;
    }
    let is_archived = summary.is_archived;
    end.facts.state(is_archived, is_in_use, now_ms())
}

fn is_lines(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "jsonl")
}

fn holds_sessions(folder: &Path) -> bool {
    let files = || old_file::old_files(folder).into_iter();
    holds_tables(&folder.join(DATABASE)) || files().any(|(_, path)| old_file::is_old_file(&path))
}

/// Whether a database is goose's. One that cannot be read now is taken for it by its name.
fn holds_tables(path: &Path) -> bool {
    let read = Database::new(path, None).read(|connection| {
        let sessions = Columns::of(connection, "sessions")?;
        let messages = Columns::of(connection, "messages")?;
        Ok(sessions.has("working_dir") && messages.has("content_json"))
    });
    read.unwrap_or_else(|_| path.ends_with(DATABASE) && path.exists())
}

fn not_gooses(path: PathBuf) -> SourceError {
    SourceError::NotGooses(path)
}
