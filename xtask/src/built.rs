//! What was built before, by the stamp of what it was built from: another checkout of the same
//! sources, as CI makes one, takes it from here.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result};

use crate::workspace::{Workspace, partial_beside};

/// How many builds of one kind are kept, the longest unused going first.
const KEPT: usize = 4;

/// The folder that a build of `kind` with this stamp is kept in.
fn place(workspace: &Workspace, kind: &str, stamp: &str) -> PathBuf {
    workspace.cache.join("built").join(kind).join(stamp.trim())
}

/// Copies the files of an earlier build into `folder`, which is made anew. Says whether there was
/// one.
pub(crate) fn restore(
    workspace: &Workspace,
    kind: &str,
    stamp: &str,
    folder: &Path,
) -> Result<bool> {
    let kept = place(workspace, kind, stamp);
    if !kept.is_dir() {
        return Ok(false);
    }
    // Marks it as used. Only the order of going depends on it.
    drop(fs::File::open(&kept).and_then(|file| file.set_modified(SystemTime::now())));
    copy_anew(&kept, folder)?;
    Ok(true)
}

/// Keeps the files of a build for later.
pub(crate) fn keep(workspace: &Workspace, kind: &str, stamp: &str, folder: &Path) -> Result<()> {
    copy_anew(folder, &place(workspace, kind, stamp))?;
    forget_oldest(&workspace.cache.join("built").join(kind))
}

/// Makes `to` a folder with the files of `from`, all at once.
fn copy_anew(from: &Path, to: &Path) -> Result<()> {
    let partial = partial_beside(to)?;
    fs::create_dir_all(&partial).with_context(|| format!("cannot make {}", partial.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let path = entry?.path();
        if path.is_file() {
            let copy = partial.join(path.file_name().unwrap_or_default());
            fs::copy(&path, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
        }
    }
    if to.exists() {
        fs::remove_dir_all(to).with_context(|| format!("cannot clear {}", to.display()))?;
    }
    fs::rename(&partial, to).with_context(|| format!("cannot write {}", to.display()))
}

fn forget_oldest(folder: &Path) -> Result<()> {
    let mut kept: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        kept.push((entry.metadata()?.modified()?, entry.path()));
    }
    kept.sort();
    let n_too_many = kept.len().saturating_sub(KEPT);
    kept.iter().take(n_too_many).try_for_each(|(_, path)| {
        fs::remove_dir_all(path).with_context(|| format!("cannot clear {}", path.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_comes_back_and_the_oldest_goes() {
        let folder = std::env::temp_dir().join(format!("serve-web-built-{}", std::process::id()));
        let workspace = Workspace {
            root: folder.join("root"),
            cache: folder.join("cache"),
        };
        let dist = folder.join("dist");
        fs::create_dir_all(&dist).unwrap();
        for stamp in ["1", "2", "3", "4", "5"] {
            fs::write(dist.join("file"), stamp).unwrap();
            keep(&workspace, "page", stamp, &dist).unwrap();
            let kept = fs::File::open(place(&workspace, "page", stamp)).unwrap();
            let age = std::time::Duration::from_secs(stamp.parse().unwrap());
            kept.set_modified(SystemTime::UNIX_EPOCH + age).unwrap();
        }
        fs::write(dist.join("stray"), "").unwrap();
        assert!(restore(&workspace, "page", "4", &dist).unwrap());
        assert_eq!(fs::read_to_string(dist.join("file")).unwrap(), "4");
        assert!(!dist.join("stray").exists());
        assert!(!restore(&workspace, "page", "1", &dist).unwrap());
        fs::remove_dir_all(folder).unwrap();
    }
}
