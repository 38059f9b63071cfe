//! Claude Code behind the interface of all stores.

use super::{
    ClaudeConversation, ClaudeList, agent_files::AgentFiles, digests::Digests, files::SessionFile,
    id::ClaudeId, known::Part, paths::roots, place::Place,
};
use crate::{
    Conversation, List, SourceError, Store,
    places::{self, System, Variable},
    restore::Restoration,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The sessions that Claude Code keeps in one place.
#[derive(Clone, Debug)]
pub struct ClaudeStore {
    place: Place,
    restoration: Arc<Restoration>,
    digests: Arc<Digests>,
    agents: Arc<AgentFiles>,
}

impl ClaudeStore {
    /// The stores on this machine, by its environment variables: that of `CLAUDE_CONFIG_DIR`, or
    /// those in the usual places.
    pub fn here(variable: Variable<'_>) -> Vec<Self> {
        let projects = roots(System::HERE, variable)
            .into_iter()
            .map(|root| root.join("projects"))
            .filter(|projects| projects.is_dir());
        projects
            .map(|projects| Self::of(Place::Projects(projects)))
            .collect()
    }

    /// The store that a path names: Claude Code's folder, its `projects`, one project's folder in
    /// there, or one file.
    pub fn at(path: &Path) -> Result<Self, SourceError> {
        let path = places::named(path)?;
        match Place::of(&path) {
            Some(place) => Ok(Self::of(place)),
            None => Err(SourceError::NoStore(path)),
        }
    }

    /// The same store, whose results are restored by what `restoration` knows.
    #[must_use]
    pub fn restoring(mut self, restoration: &Arc<Restoration>) -> Self {
        self.restoration = Arc::clone(restoration);
        self.digests = Arc::default();
        self
    }

    /// The id of the conversation that the store was named by, where it was.
    pub fn only(&self) -> Option<String> {
        match &self.place {
            Place::File(_, id) => Some(id.to_string()),
            Place::Projects(_) | Place::Project(_) => None,
        }
    }

    fn of(place: Place) -> Self {
        Self {
            place,
            restoration: Arc::default(),
            digests: Arc::default(),
            agents: Arc::default(),
        }
    }

    pub(super) fn restoration(&self) -> &Arc<Restoration> {
        &self.restoration
    }

    pub(super) fn digests(&self) -> &Digests {
        &self.digests
    }

    /// The files of all sessions, and those of their sub-agents.
    pub(super) fn files(&self) -> Result<Vec<SessionFile>, SourceError> {
        let mut files = self.place.sessions()?;
        files.extend(self.place.agents(&self.agents));
        Ok(files)
    }

    /// The file that a sub-agent has to itself.
    pub(super) fn find_agent(&self, id: &ClaudeId) -> Option<(PathBuf, Part)> {
        self.place.find_agent(id)
    }

    /// The file that a conversation is in, and which part of it.
    pub(super) fn find(&self, id: &ClaudeId) -> Option<(PathBuf, Part)> {
        self.place.find(id)
    }

    /// A list that reads again only what has changed since it was last read.
    pub fn list(&self) -> ClaudeList {
        ClaudeList::new(self.clone())
    }

    /// Opens a conversation by its id, without reading it.
    pub fn conversation(&self, id: &str) -> ClaudeConversation {
        let id = ClaudeId::parse(id).unwrap_or_default();
        ClaudeConversation::new(self.clone(), id)
    }
}

impl Store for ClaudeStore {
    fn agent(&self) -> &'static str {
        "claude"
    }

    fn path(&self) -> &Path {
        self.place.path()
    }

    fn list_folders(&self) -> Vec<PathBuf> {
        self.place.list_folders()
    }

    fn listing(&self) -> Box<dyn List> {
        Box::new(self.list())
    }

    fn resolve(&self, spelled: &str) -> Option<String> {
        let id = ClaudeId::parse(spelled)?;
        self.find(&id).map(|_| id.to_string())
    }

    fn only(&self) -> Option<String> {
        Self::only(self)
    }

    fn open(&self, id: &str) -> Box<dyn Conversation> {
        Box::new(self.conversation(id))
    }
}
