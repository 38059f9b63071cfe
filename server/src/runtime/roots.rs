//! Which folders servers are compared by.

use sources::Store;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The folders of conversations that these stores read, and the paths by which a person narrowed
/// them to one conversation. However a store was named, they are the same.
pub fn roots_of(stores: &[Arc<dyn Store>], paths: &[PathBuf]) -> Vec<String> {
    let narrowed = paths.iter().filter(|path| is_one_conversation(path));
    let folders = stores.iter().flat_map(|store| store.list_folders());
    let mut roots: Vec<String> = folders
        .filter(|folder| !folder.ends_with(".archive") && !folder.ends_with("locks"))
        .chain(narrowed.cloned())
        .map(|folder| canonical(&folder).display().to_string())
        .collect();
    roots.sort();
    roots.dedup();
    roots
}

/// A project's folder may also have files of these names: then its path is among the roots, which
/// still tells it from every other.
fn is_one_conversation(path: &Path) -> bool {
    ["events.json", "metadata.json"]
        .iter()
        .any(|name| path.join(name).exists())
}

/// The path without links. The last part may not be there yet.
fn canonical(path: &Path) -> PathBuf {
    let of_parent = || {
        let parent = path.parent()?.canonicalize().ok()?;
        Some(parent.join(path.file_name()?))
    };
    path.canonicalize()
        .ok()
        .or_else(of_parent)
        .or_else(|| std::path::absolute(path).ok())
        .unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sources::jp::JpStore;
    use std::fs;

    fn roots(path: &Path) -> Vec<String> {
        let store = JpStore::at(path, None).expect("a store");
        roots_of(&[Arc::new(store)], &[path.to_owned()])
    }

    #[test]
    fn a_store_has_the_same_roots_however_it_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let conversations = folder.path().join(".jp/conversations");
        let one = conversations.join("17800000001-a");
        fs::create_dir_all(&one).expect("a folder");
        fs::write(one.join("events.json"), "[]").expect("written");
        let whole = roots(folder.path());
        let expected = conversations.canonicalize().expect("it is there");
        assert_eq!(whole, [expected.display().to_string()]);
        for path in [
            folder.path().join(".jp"),
            conversations.clone(),
            one.join("../../.."),
        ] {
            assert_eq!(roots(&path), whole, "{}", path.display());
        }
        assert_ne!(roots(&one), whole, "one conversation is less than all");
    }
}
