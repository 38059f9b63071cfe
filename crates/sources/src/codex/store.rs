//! Finding the threads.

use super::{
    CodexConversation, CodexList,
    files::{self, Form, Found, Place, is_any_in, is_rollout, latest_folders},
    head::Head,
    names::{Beside, Names},
    paths::{codex_home, databases},
    summary,
};
use crate::{
    Conversation, List, SourceError, Store, Summary,
    places::{self, System, Variable},
    restore::Restoration,
};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What an id in URLs begins with.
const AGENT: &str = "codex";

/// The threads that Codex keeps in one place.
#[derive(Clone, Debug)]
pub struct CodexStore {
    folder: PathBuf,
    places: Vec<Place>,
    /// Codex's own folder, where it is known.
    home: Option<PathBuf>,
    beside: Beside,
    /// What was read last of that, for the list and all conversations.
    names: Arc<Mutex<Names>>,
    restoration: Arc<Restoration>,
}

impl CodexStore {
    /// Codex's store on this machine, where there is one. `variable` gives the variables of the
    /// environment.
    pub fn here(variable: Variable<'_>) -> Option<Self> {
        let home = codex_home(System::HERE, variable)?;
        let mut store = home.is_dir().then(|| Self::of_home(&home))?;
        store.beside.databases = databases(variable).or(store.beside.databases);
        Some(store)
    }

    /// The store that a path names: Codex's own folder, a folder of rollouts, or one rollout.
    pub fn at(path: &Path) -> Result<Self, SourceError> {
        let path = places::named(path)?;
        if path.is_file() {
            return Self::of_file(path);
        }
        let is_home = ["sessions", "archived_sessions"]
            .iter()
            .any(|name| path.join(name).is_dir());
        if is_home {
            return Ok(Self::of_home(&path));
        }
        if path.ends_with("sessions") || is_any_in(&path) {
            return Ok(Self::of_folder(&path));
        }
        Err(SourceError::NotCodexs(path))
    }

    fn of_home(home: &Path) -> Self {
        let place = |name: &str, is_archive| Place {
            path: home.join(name),
            is_archive,
        };
        Self {
            places: vec![place("sessions", false), place("archived_sessions", true)],
            ..Self::new(home.to_owned(), Some(home))
        }
    }

    /// A store without places.
    fn new(folder: PathBuf, home: Option<&Path>) -> Self {
        Self {
            folder,
            places: Vec::new(),
            home: home.map(Path::to_owned),
            beside: Beside {
                index: home.map(|home| home.join("session_index.jsonl")),
                databases: home.map(Path::to_owned),
                cache: None,
            },
            names: Arc::default(),
            restoration: Arc::default(),
        }
    }

    fn of_folder(folder: &Path) -> Self {
        let is_archive = folder.ends_with("archived_sessions");
        let is_codexs = folder.ends_with("sessions") || is_archive;
        let home = folder.parent().filter(|_| is_codexs);
        Self {
            places: vec![Place {
                path: folder.to_owned(),
                is_archive,
            }],
            ..Self::new(folder.to_owned(), home)
        }
    }

    fn of_file(path: PathBuf) -> Result<Self, SourceError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_one = |form| is_rollout(&path) || Head::read(&path, form).is_codexs;
        if !Form::of_name(&name).is_some_and(is_one) {
            return Err(SourceError::NotCodexs(path));
        }
        let above: Vec<_> = path.ancestors().collect();
        let archive = |folder: &&&Path| folder.ends_with("archived_sessions");
        let is_archive = above.iter().find(archive).is_some();
        let home = above
            .iter()
            .find(|folder| folder.ends_with("sessions") || folder.ends_with("archived_sessions"))
            .and_then(|folder| folder.parent());
        Ok(Self {
            places: vec![Place {
                path: path.clone(),
                is_archive,
            }],
            ..Self::new(path.clone(), home)
        })
    }

    /// The same store, whose results are restored by what `restoration` knows.
    #[must_use]
    pub fn restoring(mut self, restoration: &Arc<Restoration>) -> Self {
        self.restoration = Arc::clone(restoration);
        self
    }

    /// The same store, which may put copies of a database for a moment into a folder of our own.
    #[must_use]
    pub fn caching(mut self, cache: &Path) -> Self {
        self.beside.cache = Some(cache.to_owned());
        self
    }

    /// The conversation that the store was named by, where it was.
    pub fn only(&self) -> Option<String> {
        let found = Found::at(&self.folder, false)?;
        Some(url_id(&found.thread))
    }

    /// Opens a thread for reading and following. Nothing is read yet.
    pub fn open(&self, id: &str) -> CodexConversation {
        let id = id.strip_prefix("codex~").unwrap_or(id);
        CodexConversation::new(self.clone(), id.to_owned())
    }

    /// A list that reads again only what has changed since it was last read.
    pub fn listing(&self) -> CodexList {
        CodexList::new(self.clone())
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn restoration(&self) -> &Arc<Restoration> {
        &self.restoration
    }

    pub(super) fn all(&self) -> HashMap<String, Found> {
        files::find(&self.places)
    }

    /// Fails where one of the places is there and cannot be looked into.
    pub(super) fn check(&self) -> Result<(), SourceError> {
        let refused = |place: &Place| match fs::read_dir(&place.path) {
            Err(error) if place.path.is_dir() => Some(SourceError::io(&place.path, error)),
            _ => None,
        };
        self.places.iter().find_map(refused).map_or(Ok(()), Err)
    }

    /// The file of a thread. A history may stand in files beside the one that was named.
    pub(super) fn found(&self, thread: &str) -> Option<Found> {
        let own = self.all().remove(thread);
        own.or_else(|| {
            let home = self.home.as_ref()?;
            Self::of_home(home).all().remove(thread)
        })
    }

    /// What is kept beside the rollouts, as it is now.
    pub(super) fn names(&self) -> MutexGuard<'_, Names> {
        // A panic while holding the lock leaves what was read; the next look reads on.
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.refresh(&self.beside);
        names
    }

    /// What a list says of a thread.
    pub(super) fn summary(&self, found: &Found) -> Summary {
        let told = summary::Told::read(found, &self.restoration);
        let said = self.names().of(&found.thread);
        told.summary(found, &said, summary::now())
    }
}

/// A thread's id in URLs.
pub(super) fn url_id(thread: &str) -> String {
    format!("{AGENT}~{thread}")
}

impl Store for CodexStore {
    fn agent(&self) -> &'static str {
        AGENT
    }

    fn path(&self) -> &Path {
        &self.folder
    }

    fn list_folders(&self) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> = Vec::new();
        if self.folder.is_dir() {
            folders.push(self.folder.clone());
        }
        for place in &self.places {
            folders.extend(latest_folders(&place.path));
        }
        folders.extend(self.beside.databases.clone().filter(|path| path.is_dir()));
        folders.sort();
        folders.dedup();
        folders
    }

    fn listing(&self) -> Box<dyn List> {
        Box::new(Self::listing(self))
    }

    /// By the thread's id, with or without the agent's word before it, or by its file's name.
    fn resolve(&self, spelled: &str) -> Option<String> {
        let id = spelled.strip_prefix("codex~").unwrap_or(spelled);
        let all = self.all();
        if all.contains_key(id) {
            return Some(url_id(id));
        }
        let has_name = |found: &&Found| {
            let name = found.path.file_name().map(|name| name.to_string_lossy());
            name.is_some_and(|name| name == id || name.split(".json").next() == Some(id))
        };
        let named = all.values().find(has_name)?;
        Some(url_id(&named.thread))
    }

    fn only(&self) -> Option<String> {
        Self::only(self)
    }

    fn open(&self, id: &str) -> Box<dyn Conversation> {
        Box::new(Self::open(self, id))
    }
}
