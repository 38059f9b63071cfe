//! Finding the conversations.

use super::{
    JpConversation, JpId, JpList,
    locks::Locks,
    paths,
    roots::{Copies, Roots, folders_below},
    summary::Entry,
};
use crate::{List as _, SourceError, Summary, places, restore::Restoration};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The conversations of one workspace.
#[derive(Clone, Debug)]
pub struct JpStore {
    roots: Roots,
    /// The only conversation that was asked for.
    only: Option<JpId>,
    workspace_name: Option<String>,
    workspace_id: String,
    restoration: Arc<Restoration>,
}

impl JpStore {
    /// The store that a path names: a workspace, its `.jp`, a `conversations` folder, or one
    /// conversation's folder. `user_data` is JP's folder of user data, where lasting copies are.
    pub fn at(path: &Path, user_data: Option<&Path>) -> Result<Self, SourceError> {
        let path = places::named(path)?;
        for conversations in [path.join(".jp/conversations"), path.join("conversations")] {
            if conversations.is_dir() {
                return Ok(Self::of_folder(&conversations, None, user_data));
            }
        }
        if let Some((conversations, only)) = one_conversation(&path) {
            return Ok(Self::of_folder(&conversations, Some(only), user_data));
        }
        // A workspace all of whose conversations are the user's alone has no such folder.
        for dot_jp in [path.join(".jp"), path.clone()] {
            if dot_jp.ends_with(".jp") && dot_jp.is_dir() {
                return Ok(Self::of_folder(
                    &dot_jp.join("conversations"),
                    None,
                    user_data,
                ));
            }
        }
        if holds_conversations(&path) {
            return Ok(Self::of_folder(&path, None, user_data));
        }
        Err(SourceError::NoStore(path))
    }

    /// The store of the nearest workspace at or above a folder.
    pub fn nearest(folder: &Path, user_data: Option<&Path>) -> Result<Self, SourceError> {
        let above = folder.ancestors().find(|above| above.join(".jp").is_dir());
        above.map_or_else(
            || Err(SourceError::NoWorkspace(folder.to_owned())),
            |workspace| Self::at(workspace, user_data),
        )
    }

    /// Every workspace that has lasting copies with the user's data.
    pub fn all(user_data: &Path) -> Vec<Self> {
        let store = |(silo, workspace_id): (PathBuf, String)| {
            let name = silo
                .file_name()
                .map(|name| name.to_string_lossy().into_owned());
            let name = name.map(
                |name| match name.strip_suffix(&format!("-{workspace_id}")) {
                    Some(name) => name.to_owned(),
                    None => name,
                },
            );
            Self {
                roots: Roots {
                    workspace: None,
                    silo: Some(silo.join("conversations")),
                    locks: vec![silo.join("locks")],
                },
                only: None,
                workspace_name: name,
                workspace_id,
                restoration: Arc::default(),
            }
        };
        paths::silos(user_data).into_iter().map(store).collect()
    }

    fn of_folder(conversations: &Path, only: Option<JpId>, user_data: Option<&Path>) -> Self {
        let parent = conversations.parent();
        let dot_jp = parent.filter(|parent| parent.file_name().is_some_and(|name| name == ".jp"));
        let workspace = dot_jp.and_then(Path::parent);
        let name = workspace.unwrap_or(conversations).file_name();
        let name = name.map(|name| name.to_string_lossy().into_owned());
        let stored_id = dot_jp.and_then(stored_workspace_id);
        let silo = user_data
            .zip(stored_id.as_deref())
            .and_then(|(data, id)| paths::silo(data, id, name.as_deref()));
        let lock_parents = [silo.as_deref(), dot_jp].into_iter().flatten();
        let roots = Roots {
            locks: lock_parents.map(|parent| parent.join("locks")).collect(),
            silo: silo.map(|silo| silo.join("conversations")),
            workspace: Some(conversations.to_owned()),
        };
        let workspace_id = stored_id.unwrap_or_else(|| substitute_workspace_id(conversations));
        Self {
            roots,
            only,
            workspace_name: name,
            workspace_id,
            restoration: Arc::default(),
        }
    }

    /// The same store, whose results are restored by what `restoration` knows.
    #[must_use]
    pub fn restoring(mut self, restoration: &Arc<Restoration>) -> Self {
        self.restoration = Arc::clone(restoration);
        self
    }

    pub(super) fn restoration(&self) -> &Arc<Restoration> {
        &self.restoration
    }

    /// Where the conversations are.
    pub fn path(&self) -> &Path {
        let places = [&self.roots.workspace, &self.roots.silo];
        places
            .into_iter()
            .flatten()
            .next()
            .map_or(Path::new(""), PathBuf::as_path)
    }

    /// The conversation that the store was named by, where it was.
    pub fn only(&self) -> Option<JpId> {
        self.only
    }

    /// The folders in which conversations come and go, and those of locks.
    pub fn list_folders(&self) -> Vec<PathBuf> {
        let mut folders = self.roots.list_folders();
        folders.extend(self.roots.locks.iter().cloned());
        folders
    }

    /// The workspace's id.
    pub fn workspace_id(&self) -> &str {
        &self.workspace_id
    }

    /// A list that reads again only what has changed since it was last read.
    pub fn listing(&self) -> JpList {
        JpList::new(self.clone())
    }

    /// All conversations, the last active first.
    pub fn list(&self) -> Result<Vec<Summary>, SourceError> {
        let list = self.listing().refresh()?;
        Ok(list.iter().map(|summary| (**summary).clone()).collect())
    }

    /// The id of the conversation that a person names in any of JP's spellings, if this store has
    /// it.
    pub fn resolve(&self, spelled: &str) -> Option<JpId> {
        let (id, workspace) = JpId::parse(spelled)?;
        let is_ours = workspace.is_none_or(|workspace| workspace == self.workspace_id);
        (is_ours && self.copies(id).is_some()).then_some(id)
    }

    /// The id in URLs.
    pub fn url_id(&self, id: JpId) -> String {
        id.in_workspace(&self.workspace_id)
    }

    /// Opens a conversation for reading and following. Nothing is read yet.
    pub fn open(&self, id: JpId) -> JpConversation {
        JpConversation::new(self.clone(), id)
    }

    /// The conversations with their folders.
    pub(super) fn conversations(&self) -> Result<Vec<(JpId, Copies)>, SourceError> {
        let all = self.roots.conversations()?;
        Ok(all
            .into_iter()
            .filter(|(id, _)| self.only.is_none_or(|only| only == *id))
            .collect())
    }

    /// The folders that hold a conversation now.
    pub(super) fn copies(&self, id: JpId) -> Option<Copies> {
        let all = self.conversations().ok()?;
        all.into_iter()
            .find(|(other, _)| *other == id)
            .map(|(_, copies)| copies)
    }

    /// The folders of lock files.
    pub(super) fn lock_folders(&self) -> &[PathBuf] {
        &self.roots.locks
    }

    /// The locks that are held now.
    pub(super) fn locks(&self) -> Locks {
        Locks::read(&self.roots.locks)
    }

    /// What a list says of a conversation.
    pub(super) fn entry<'a>(&'a self, id: JpId, copies: &'a Copies, locks: &Locks) -> Entry<'a> {
        Entry::new(id, self, self.workspace_name.as_deref(), copies, locks)
    }
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

/// Whether conversations lie in a folder. Other folders than theirs are named by numbers too.
fn holds_conversations(path: &Path) -> bool {
    let holds_one = |folder: &Path| {
        folder.join("events.json").exists() || folder.join("metadata.json").exists()
    };
    path.ends_with(".jp/conversations")
        || folders_below(path, false)
            .is_ok_and(|folders| folders.iter().any(|(_, folder)| holds_one(&folder.path)))
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
