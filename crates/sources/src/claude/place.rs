//! Where sessions are, and which file is whose.

use super::{
    agent_files::{AgentFiles, agent_files},
    files::{
        SessionFile, folders, has_sessions, id_of, is_session, mentions, part_of, project_of,
        sessions_in,
    },
    id::{Agent, ClaudeId},
    known::Part,
};
use crate::SourceError;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Where sessions are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A folder with a folder for each project.
    Projects(PathBuf),
    /// The folder of one project.
    Project(PathBuf),
    /// One file, with the id of its conversation.
    File(PathBuf, ClaudeId),
}

impl Place {
    /// The place that a path names: Claude Code's folder, a folder of projects, a project's folder
    /// or one file. Nothing where it is none of these.
    pub(super) fn of(path: &Path) -> Option<Self> {
        if path.is_file() {
            let id = id_of(path).filter(|_| is_session(path))?;
            return Some(Self::File(path.to_owned(), id));
        }
        let projects = path.join("projects");
        if projects.is_dir() {
            return Some(Self::Projects(projects));
        }
        if has_sessions(path) {
            return Some(Self::Project(path.to_owned()));
        }
        let is_projects =
            path.ends_with("projects") || folders(path).iter().any(|p| has_sessions(p));
        is_projects.then(|| Self::Projects(path.to_owned()))
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Projects(path) | Self::Project(path) | Self::File(path, _) => path,
        }
    }

    /// The folders of projects.
    pub(super) fn projects(&self) -> Vec<PathBuf> {
        match self {
            Self::Projects(path) => folders(path),
            Self::Project(path) => vec![path.clone()],
            Self::File(path, _) => project_of(path).map(Path::to_owned).into_iter().collect(),
        }
    }

    /// The folders in which sessions come, go and change.
    pub(super) fn list_folders(&self) -> Vec<PathBuf> {
        match self {
            Self::Projects(path) => {
                let mut folders = vec![path.clone()];
                folders.extend(self.projects());
                folders
            }
            Self::Project(path) => vec![path.clone()],
            Self::File(path, _) => path.parent().map(Path::to_owned).into_iter().collect(),
        }
    }

    /// All sessions. A project that cannot be looked into is left out.
    pub(super) fn sessions(&self) -> Result<Vec<SessionFile>, SourceError> {
        match self {
            Self::Projects(path) => {
                fs::read_dir(path).map_err(|error| SourceError::io(path, error))?;
                Ok(self
                    .projects()
                    .iter()
                    .flat_map(|p| sessions_in(p))
                    .collect())
            }
            Self::Project(path) => {
                fs::read_dir(path).map_err(|error| SourceError::io(path, error))?;
                Ok(sessions_in(path))
            }
            Self::File(path, id) => Ok(vec![SessionFile::new(path.clone(), id.clone())]),
        }
    }

    /// The sub-agents of all sessions that have a file of their own.
    pub(super) fn agents(&self, known: &AgentFiles) -> Vec<SessionFile> {
        let only = match self {
            Self::File(_, id) if id.agent.is_some() => return Vec::new(),
            Self::File(_, id) => Some(id.session.as_str()),
            Self::Projects(_) | Self::Project(_) => None,
        };
        known.in_projects(&self.projects(), only)
    }

    /// The file that a conversation is in, and which part of it. Of several the one that changed
    /// last.
    pub(super) fn find(&self, id: &ClaudeId) -> Option<(PathBuf, Part)> {
        if let Self::File(path, own) = self
            && own == id
        {
            return Some((path.clone(), part_of(path, id)));
        }
        if let Some(found) = self.find_agent(id) {
            return Some(found);
        }
        let name = format!("{}.jsonl", id.session);
        let path = newest(
            self.projects_of(id)
                .iter()
                .map(|project| project.join(&name)),
        )?;
        let is_there = match &id.agent {
            None => true,
            Some(Agent::Named(name)) => mentions(&path, "agentId", name),
            Some(Agent::Side(name)) => mentions(&path, "uuid", name),
        };
        let part = match &id.agent {
            None => part_of(&path, id),
            Some(_) => id.part(),
        };
        is_there.then_some((path, part))
    }

    /// The file that a sub-agent has to itself.
    pub(super) fn find_agent(&self, id: &ClaudeId) -> Option<(PathBuf, Part)> {
        let Some(Agent::Named(agent)) = &id.agent else {
            return None;
        };
        let projects = self.projects_of(id);
        let files = |project: &PathBuf| agent_files(project, &id.session, agent);
        Some((newest(projects.iter().flat_map(files))?, Part::Whole))
    }

    /// The projects that may have a session.
    fn projects_of(&self, id: &ClaudeId) -> Vec<PathBuf> {
        match self {
            Self::File(_, own) if own.session != id.session => Vec::new(),
            _ => self.projects(),
        }
    }
}

/// The file that changed last of those that are there.
fn newest(paths: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    let changed = |path: &PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
    paths.filter(|path| path.is_file()).max_by_key(changed)
}
