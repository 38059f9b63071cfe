//! The two places of a workspace's conversations, and which copy counts.
//!
//! JP keeps a copy with the user's data, which lasts, and projects it into the workspace, where it
//! can be shared. Either may be missing, and either may be newer: a checkout brings newer ones into
//! the workspace, work in another checkout newer ones to the user.

use super::JpId;
use crate::SourceError;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// Where a workspace's conversations are. At least one of the places is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Roots {
    /// `.jp/conversations` of the workspace.
    pub workspace: Option<PathBuf>,
    /// `conversations` with the user's data.
    pub silo: Option<PathBuf>,
    /// Folders of lock files.
    pub locks: Vec<PathBuf>,
}

/// A conversation's folders.
#[derive(Clone, Debug, Default)]
pub(super) struct Copies {
    pub workspace: Option<Folder>,
    pub silo: Option<Folder>,
    /// Further folders with the same id in the same place.
    pub doubles: Vec<PathBuf>,
}

/// A conversation's folder in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folder {
    pub path: PathBuf,
    pub is_archived: bool,
}

impl Roots {
    /// All conversations. A place that cannot be listed is left out if there is another.
    pub(super) fn conversations(&self) -> Result<BTreeMap<JpId, Copies>, SourceError> {
        let mut all: BTreeMap<JpId, Copies> = BTreeMap::new();
        let workspace = self.workspace.as_deref().map(folders_in);
        let silo = self.silo.as_deref().map(folders_in);
        let has_one = [&workspace, &silo].into_iter().flatten().any(Result::is_ok);
        for (place, is_silo) in [(workspace, false), (silo, true)] {
            let folders = match place {
                Some(Err(error)) if !has_one => return Err(error),
                Some(Ok(folders)) => folders,
                Some(Err(_)) | None => continue,
            };
            for (id, folder) in folders {
                let copies = all.entry(id).or_default();
                let slot = if is_silo {
                    &mut copies.silo
                } else {
                    &mut copies.workspace
                };
                match slot {
                    None => *slot = Some(folder),
                    Some(_) => copies.doubles.push(folder.path),
                }
            }
        }
        Ok(all)
    }

    /// The folders in which conversations come and go.
    pub(super) fn list_folders(&self) -> Vec<PathBuf> {
        let places = [&self.workspace, &self.silo].into_iter().flatten();
        places
            .flat_map(|place| [place.clone(), place.join(".archive")])
            .collect()
    }
}

/// The conversations in a place, those in its archive behind the others.
fn folders_in(place: &Path) -> Result<Vec<(JpId, Folder)>, SourceError> {
    let mut folders = folders_below(place, false)?;
    // Most places have no archive.
    folders.extend(folders_below(&place.join(".archive"), true).unwrap_or_default());
    Ok(folders)
}

pub(super) fn folders_below(
    parent: &Path,
    is_archived: bool,
) -> Result<Vec<(JpId, Folder)>, SourceError> {
    let entries = fs::read_dir(parent).map_err(|error| SourceError::io(parent, error))?;
    let folder = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        let id = JpId::of_folder(entry.file_name().to_str()?)?;
        let kind = entry.file_type().ok()?;
        // A link is followed once, by the system, which ends loops.
        let is_folder = kind.is_dir() || (kind.is_symlink() && entry.path().is_dir());
        is_folder.then(|| {
            (
                id,
                Folder {
                    path: entry.path(),
                    is_archived,
                },
            )
        })
    };
    let mut folders: Vec<_> = entries.filter_map(folder).collect();
    folders.sort_by(|a, b| (a.0, &a.1.path).cmp(&(b.0, &b.1.path)));
    Ok(folders)
}

impl Copies {
    /// The copy of which events and base configuration count, which are one unit: the one that
    /// changed last; with equal times the user's.
    pub(super) fn stream(&self) -> Option<&Folder> {
        let changed = |folder: &Folder| {
            changed_at(&folder.path.join("events.json"))
                .max(changed_at(&folder.path.join("base_config.json")))
        };
        self.newer(changed)
    }

    /// The copy of which the metadata count, likewise.
    pub(super) fn metadata(&self) -> Option<&Folder> {
        self.newer(|folder| changed_at(&folder.path.join("metadata.json")))
    }

    /// The folders whose changes concern the conversation.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        let folders = [&self.workspace, &self.silo].into_iter().flatten();
        folders.map(|folder| folder.path.clone()).collect()
    }

    /// What is said where several folders have the id.
    pub(super) fn double(&self) -> Option<String> {
        let other = self.doubles.first()?;
        Some(format!(
            "another folder has the same id and is not shown: {}",
            other.display()
        ))
    }

    /// A hash over where it is, to notice a move.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        for folder in [&self.workspace, &self.silo] {
            hash.update(&[u8::from(folder.is_some())]);
            if let Some(folder) = folder {
                hash.update(folder.path.as_os_str().as_encoded_bytes());
            }
        }
        hash.digest()
    }

    fn newer(&self, changed: impl Fn(&Folder) -> Option<SystemTime>) -> Option<&Folder> {
        match (&self.workspace, &self.silo) {
            (Some(workspace), Some(silo)) => Some(if changed(workspace) > changed(silo) {
                workspace
            } else {
                silo
            }),
            (workspace, silo) => workspace.as_ref().or(silo.as_ref()),
        }
    }
}

/// When a file was written; nothing, which is before everything, where there is none.
fn changed_at(path: &Path) -> Option<SystemTime> {
    fs::metadata(path)
        .and_then(|metadata| metadata.modified())
        .ok()
}
