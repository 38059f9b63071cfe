//! What of a folder somebody wants to hear about.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

/// A folder, of which all that changes matters, or only what has certain names.
///
/// Many conversations may share a folder, and each is to be looked at only when it changes itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// The folder.
    pub folder: PathBuf,
    /// What the names begin with that matter: an agent may put files beside its own, or lengthen a
    /// name for a moment. Empty where everything matters.
    beginning: OsString,
}

impl Watched {
    /// Everything that changes in a folder.
    pub fn all(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            beginning: OsString::new(),
        }
    }

    /// What changes in a folder under names that begin so.
    pub fn named(folder: impl Into<PathBuf>, beginning: impl Into<OsString>) -> Self {
        Self {
            folder: folder.into(),
            beginning: beginning.into(),
        }
    }

    /// A file, and what stands beside it under a longer name; nothing for a path without a folder.
    pub fn file(path: &Path) -> Option<Self> {
        Some(Self::named(path.parent()?, path.file_name()?))
    }

    /// Whether what changed under this name matters; without a name it is the folder itself.
    pub(super) fn concerns(&self, name: Option<&OsStr>) -> bool {
        let beginning = self.beginning.as_encoded_bytes();
        name.is_none_or(|name| name.as_encoded_bytes().starts_with(beginning))
    }
}
