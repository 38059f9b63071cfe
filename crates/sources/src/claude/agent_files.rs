//! The files that sub-agents have to themselves.
//!
//! They stand in folders of their sessions, of which there may be thousands, so [`AgentFiles`]
//! remembers what is in a folder for as long as the folder's own time stays.

use super::{
    files::{SessionFile, Stamp, folders, id_of},
    id::ClaudeId,
};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime},
};

/// What the names of sub-agents' files begin with.
pub(super) const AGENT: &str = "agent-";
/// What the names of files of lines end with.
const ENDING: &str = ".jsonl";
/// The folder with the sub-agents of a session, below the session's own.
const AGENTS: &str = "subagents";
/// The folder with a folder for each workflow, among the sub-agents of a session.
const FLOWS: &str = "workflows";
/// How old a folder's time must be to tell of a later change: some systems count whole seconds.
const TELLING: Duration = Duration::from_secs(2);

/// Where the file of a sub-agent may be: below its session's folder, or beside its session.
pub(super) fn agent_files(project: &Path, session: &str, agent: &str) -> Vec<PathBuf> {
    let name = format!("{AGENT}{agent}.jsonl");
    let agents = project.join(session).join(AGENTS);
    let mut files = vec![agents.join(&name), project.join(&name)];
    let flows = folders(&agents.join(FLOWS));
    files.extend(flows.iter().map(|flow| flow.join(&name)));
    files
}

/// The folder with the sub-agents of a session that a file stands in.
pub(super) fn agents_folder(path: &Path) -> Option<&Path> {
    path.ancestors()
        .skip(1)
        .take(3)
        .find(|folder| folder.ends_with(AGENTS))
}

/// The files of a store's sub-agents as they were found last.
#[derive(Debug, Default)]
pub(super) struct AgentFiles(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// What is in folders, with their times.
    folders: HashMap<PathBuf, (SystemTime, Arc<Names>)>,
    /// Whose the files are that say so inside.
    ids: HashMap<PathBuf, (Stamp, ClaudeId)>,
}

/// The names of folders and of sub-agents' files in a folder.
#[derive(Debug, Default)]
struct Names {
    folders: Vec<String>,
    agents: Vec<String>,
}

impl AgentFiles {
    /// The sub-agents of these projects, or of one session in them.
    pub(super) fn in_projects(&self, projects: &[PathBuf], only: Option<&str>) -> Vec<SessionFile> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut search = Search {
            last: std::mem::take(&mut *known),
            now: Known::default(),
            at: SystemTime::now(),
            only,
            files: Vec::new(),
        };
        for project in projects {
            search.project(project);
        }
        *known = search.now;
        search.files
    }
}

/// One look at all folders. What is not seen in it is forgotten.
struct Search<'a> {
    last: Known,
    now: Known,
    at: SystemTime,
    only: Option<&'a str>,
    files: Vec<SessionFile>,
}

impl Search<'_> {
    fn project(&mut self, project: &Path) {
        let names = self.names(project);
        for name in &names.agents {
            self.beside_sessions(project.join(name));
        }
        let is_meant = |name: &&String| self.only.is_none_or(|only| only == *name);
        let sessions: Vec<&String> = names.folders.iter().filter(is_meant).collect();
        for session in sessions {
            self.session(session, &project.join(session).join(AGENTS));
        }
    }

    fn session(&mut self, session: &str, agents: &Path) {
        let names = self.names(agents);
        self.add_all(session, agents, &names);
        if !names.folders.iter().any(|name| name == FLOWS) {
            return;
        }
        let flows = agents.join(FLOWS);
        for flow in &self.names(&flows).folders {
            let flow = flows.join(flow);
            let names = self.names(&flow);
            self.add_all(session, &flow, &names);
        }
    }

    /// Files in a folder of their session, whose name says whose they are.
    fn add_all(&mut self, session: &str, folder: &Path, names: &Names) {
        let found = names.agents.iter().filter_map(|name| {
            let agent = name.strip_prefix(AGENT)?.strip_suffix(ENDING)?;
            let id = ClaudeId::agent(session, agent)?;
            Some(SessionFile::new(folder.join(name), id))
        });
        self.files.extend(found);
    }

    /// A file beside the sessions says inside to which one it belongs.
    fn beside_sessions(&mut self, path: PathBuf) {
        let stamp = Stamp::of(&path);
        let known = self.last.ids.remove(&path);
        let known = known.filter(|(known, _)| stamp.as_ref().is_ok_and(|stamp| stamp == known));
        let Some(id) = known.map(|(_, id)| id).or_else(|| id_of(&path)) else {
            return;
        };
        if let Ok(stamp) = &stamp {
            self.now.ids.insert(path.clone(), (*stamp, id.clone()));
        }
        if self.only.is_none_or(|only| only == id.session) {
            self.files.push(SessionFile { path, id, stamp });
        }
    }

    /// What is in a folder; nothing where it cannot be looked into.
    fn names(&mut self, folder: &Path) -> Arc<Names> {
        let changed = fs::metadata(folder).and_then(|folder| folder.modified());
        let Ok(changed) = changed else {
            return Arc::default();
        };
        let last = self.last.folders.remove(folder);
        let names = match last {
            Some((known, names)) if known == changed => names,
            _ => Arc::new(Names::read(folder)),
        };
        let is_settled = self
            .at
            .duration_since(changed)
            .is_ok_and(|age| age > TELLING);
        if is_settled {
            let known = (changed, Arc::clone(&names));
            self.now.folders.insert(folder.to_owned(), known);
        }
        names
    }
}

impl Names {
    fn read(folder: &Path) -> Self {
        let mut names = Self::default();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let stem = name.strip_suffix(ENDING);
            let is_agent = stem.is_some_and(|stem| stem.starts_with(AGENT));
            let is_plain = entry.file_type().is_ok_and(|kind| kind.is_file());
            if is_agent {
                names.agents.push(name);
            } else if !is_plain && entry.path().is_dir() {
                names.folders.push(name);
            }
        }
        names
    }
}
