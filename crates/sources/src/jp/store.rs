//! Finding the conversations.

use super::{JpConversation, JpId, metadata::Metadata};
use crate::{Problem, SourceError, State, Summary};
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

/// The conversations of one workspace.
#[derive(Clone, Debug)]
pub struct JpStore {
    conversations: PathBuf,
    /// The only conversation that was asked for.
    only: Option<JpId>,
    workspace_name: Option<String>,
    workspace_id: String,
}

/// A conversation's folder.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    pub id: JpId,
    pub path: PathBuf,
    pub is_archived: bool,
}

impl JpStore {
    /// The store that a path names: a workspace, its `.jp`, a `conversations` folder, or one
    /// conversation's folder.
    pub fn at(path: &Path) -> Result<Self, SourceError> {
        let path = match fs::canonicalize(path) {
            Ok(path) => path,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(SourceError::Missing(path.to_owned()));
            }
            Err(error) => return Err(SourceError::io(path, error)),
        };
        // Asks the system first, so that a refusal is not taken for an empty folder.
        if path.is_dir() {
            fs::read_dir(&path).map_err(|error| SourceError::io(&path, error))?;
        }
        for conversations in [path.join(".jp/conversations"), path.join("conversations")] {
            if conversations.is_dir() {
                return Ok(Self::of_folder(conversations, None));
            }
        }
        if let Some((conversations, only)) = one_conversation(&path) {
            return Ok(Self::of_folder(conversations, Some(only)));
        }
        if holds_conversations(&path) {
            return Ok(Self::of_folder(path, None));
        }
        Err(SourceError::NoStore(path))
    }

    /// The store of the nearest workspace at or above a folder.
    pub fn nearest(folder: &Path) -> Result<Self, SourceError> {
        let above = folder
            .ancestors()
            .find(|above| above.join(".jp/conversations").is_dir());
        above.map_or_else(
            || Err(SourceError::NoWorkspace(folder.to_owned())),
            Self::at,
        )
    }

    fn of_folder(conversations: PathBuf, only: Option<JpId>) -> Self {
        let dot_jp = conversations
            .parent()
            .filter(|parent| parent.file_name().is_some_and(|name| name == ".jp"));
        let workspace = dot_jp.and_then(Path::parent);
        let name = workspace.unwrap_or(&conversations).file_name();
        let workspace_id = dot_jp
            .and_then(stored_workspace_id)
            .unwrap_or_else(|| substitute_workspace_id(&conversations));
        Self {
            only,
            workspace_name: name.map(|name| name.to_string_lossy().into_owned()),
            workspace_id,
            conversations,
        }
    }

    /// Where the conversations are.
    pub fn path(&self) -> &Path {
        &self.conversations
    }

    /// The folders in which conversations come and go.
    pub fn list_folders(&self) -> [PathBuf; 2] {
        [
            self.conversations.clone(),
            self.conversations.join(".archive"),
        ]
    }

    /// All conversations, the last active first.
    pub fn list(&self) -> Result<Vec<Summary>, SourceError> {
        let mut list: Vec<Summary> = self
            .folders()?
            .iter()
            .map(|folder| self.summary(folder))
            .collect();
        list.sort_by(|a, b| (b.updated_at_ms, &b.id).cmp(&(a.updated_at_ms, &a.id)));
        Ok(list)
    }

    /// The full id of the conversation that a person names in any of JP's spellings, if this store
    /// has it.
    pub fn resolve(&self, spelled: &str) -> Option<JpId> {
        let (id, workspace) = JpId::parse(spelled)?;
        let is_ours = workspace.is_none_or(|workspace| workspace == self.workspace_id);
        (is_ours && self.folder(id).is_some()).then_some(id)
    }

    /// The id in URLs.
    pub fn url_id(&self, id: JpId) -> String {
        id.in_workspace(&self.workspace_id)
    }

    /// Opens a conversation for reading and following. Nothing is read yet.
    pub fn open(&self, id: JpId) -> JpConversation {
        JpConversation::new(self.clone(), id)
    }

    pub(super) fn summary(&self, folder: &Folder) -> Summary {
        let metadata = Metadata::read(&folder.path.join("metadata.json"));
        let events = folder.path.join("events.json");
        let file = fs::metadata(&events).and_then(|file| {
            if file.is_dir() {
                Err(ErrorKind::IsADirectory.into())
            } else {
                Ok(file)
            }
        });
        let modified = file.as_ref().ok().and_then(|file| file.modified().ok());
        let modified_ms = modified
            .and_then(|at| at.duration_since(UNIX_EPOCH).ok())
            .and_then(|since| i64::try_from(since.as_millis()).ok());
        let unreadable = file.as_ref().err().map(|error| Problem::Unreadable {
            path: events.display().to_string(),
            why: error.to_string(),
        });
        let problem = unreadable.or(metadata.problem);
        let state = match (&problem, folder.is_archived) {
            (Some(_), _) => State::Broken,
            (None, true) => State::Archived,
            (None, false) => State::Settled,
        };
        Summary {
            id: self.url_id(folder.id),
            title: metadata.title,
            agent: "jp",
            workspace: self.workspace_name.clone(),
            updated_at_ms: metadata.last_activated_at_ms.or(modified_ms),
            bytes: file.map_or(0, |file| file.len()),
            state,
            problem: problem.map(|problem| problem.to_string()),
            path: events,
        }
    }

    /// The folder that holds a conversation now.
    pub(super) fn folder(&self, id: JpId) -> Option<Folder> {
        self.folders()
            .ok()?
            .into_iter()
            .find(|folder| folder.id == id)
    }

    fn folders(&self) -> Result<Vec<Folder>, SourceError> {
        let [active, archive] = self.list_folders();
        let mut folders = folders_in(&active, false)?;
        // Most workspaces have no archive.
        folders.extend(folders_in(&archive, true).unwrap_or_default());
        folders.retain(|folder| self.only.is_none_or(|only| only == folder.id));
        folders.sort_by(|a, b| (a.id, &a.path).cmp(&(b.id, &b.path)));
        folders.dedup_by_key(|folder| folder.id);
        Ok(folders)
    }
}

fn folders_in(parent: &Path, is_archived: bool) -> Result<Vec<Folder>, SourceError> {
    let entries = fs::read_dir(parent).map_err(|error| SourceError::io(parent, error))?;
    let folder = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        let id = JpId::of_folder(entry.file_name().to_str()?)?;
        entry.path().is_dir().then(|| Folder {
            id,
            path: entry.path(),
            is_archived,
        })
    };
    Ok(entries.filter_map(folder).collect())
}

/// The store and id of the conversation whose folder `path` is.
fn one_conversation(path: &Path) -> Option<(PathBuf, JpId)> {
    let id = JpId::of_folder(path.file_name()?.to_str()?)?;
    let is_conversation = ["events.json", "metadata.json"]
        .iter()
        .any(|name| path.join(name).exists());
    if !is_conversation {
        return None;
    }
    let parent = path.parent()?;
    let conversations = if parent.ends_with(".archive") {
        parent.parent()?
    } else {
        parent
    };
    Some((conversations.to_owned(), id))
}

fn holds_conversations(path: &Path) -> bool {
    path.ends_with(".jp/conversations")
        || folders_in(path, false).is_ok_and(|folders| !folders.is_empty())
}

/// The last line of `.jp/.id`; what stands before it is a warning not to edit the file.
fn stored_workspace_id(dot_jp: &Path) -> Option<String> {
    let text = fs::read_to_string(dot_jp.join(".id")).ok()?;
    let id = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    let is_id = id.len() <= 32 && id.bytes().all(|b| b.is_ascii_alphanumeric());
    is_id.then(|| id.to_owned())
}

/// What tells conversations of a workspace without an id from others: a hash of where they are.
fn substitute_workspace_id(conversations: &Path) -> String {
    let hash = xxhash_rust::xxh3::xxh3_64(conversations.as_os_str().as_encoded_bytes());
    format!("x{:06x}", hash & 0x00ff_ffff)
}
