//! `serve-web cache clear`.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// The cache cannot be emptied.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// No variable names a folder that it could be in.
    #[error("there is no folder for the cache: set HOME or XDG_CACHE_HOME")]
    NoFolder,
    /// The folder is no folder of ours.
    #[error("{} is no folder: nothing was deleted; move it away", .0.display())]
    NotOurs(PathBuf),
    /// The system refuses.
    #[error("cannot delete {}: {source}", .path.display())]
    Refused {
        /// What was to be deleted.
        path: PathBuf,
        /// Why it stays.
        source: io::Error,
    },
}

/// Deletes what is cached in `folder` and says in one line what was done. The folder itself goes
/// too, its parents stay.
pub fn clear_cache(folder: Option<&Path>) -> Result<String, CacheError> {
    let folder = folder.ok_or(CacheError::NoFolder)?;
    let refused = |source| CacheError::Refused {
        path: folder.to_owned(),
        source,
    };
    match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(format!(
            "there was nothing to clear: {} is not there",
            folder.display()
        )),
        Err(error) => Err(refused(error)),
        // What a link leads to belongs to somebody else.
        Ok(found) if !found.is_dir() => Err(CacheError::NotOurs(folder.to_owned())),
        Ok(_) => {
            fs::remove_dir_all(folder).map_err(refused)?;
            Ok(format!("cleared {}", folder.display()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_folder_itself_is_deleted() {
        let parent = tempfile::tempdir().expect("a folder");
        let cache = parent.path().join("viewer");
        let beside = parent.path().join("tools");
        fs::create_dir_all(cache.join("a/b")).expect("a folder");
        fs::write(cache.join("a/b/c"), "x").expect("written");
        fs::create_dir(&beside).expect("a folder");
        let said = clear_cache(Some(&cache)).expect("cleared");
        assert_eq!(said, format!("cleared {}", cache.display()));
        assert!(!cache.exists() && beside.is_dir());
        let said = clear_cache(Some(&cache)).expect("nothing to do");
        assert!(said.starts_with("there was nothing to clear"), "{said}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_left_alone() {
        let parent = tempfile::tempdir().expect("a folder");
        let elsewhere = parent.path().join("elsewhere");
        fs::create_dir(&elsewhere).expect("a folder");
        let cache = parent.path().join("viewer");
        std::os::unix::fs::symlink(&elsewhere, &cache).expect("a link");
        let error = clear_cache(Some(&cache)).expect_err("it is refused");
        assert!(matches!(error, CacheError::NotOurs(_)) && elsewhere.is_dir());
        assert!(matches!(clear_cache(None), Err(CacheError::NoFolder)));
    }
}
