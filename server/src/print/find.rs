//! Which conversation is meant.

use sources::Store;
use std::{
    ffi::{OsStr, OsString},
    path::{MAIN_SEPARATOR, Path, PathBuf},
    sync::Arc,
};

/// A conversation that was named.
#[derive(Debug)]
pub struct Found {
    /// Its store.
    pub store: Arc<dyn Store>,
    /// Its id there.
    pub id: String,
    /// What names it again: its id as URLs have it, or its path.
    pub name: OsString,
}

/// No conversation is meant.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// The stores do not have it.
    #[error(
        "there is no conversation {named:?} in {looked_in}: serve-web shows a list of those there are, \
        jp conversation ls prints it"
    )]
    Unknown {
        /// What was looked for.
        named: OsString,
        /// Where.
        looked_in: String,
    },
    /// A folder was named that holds several.
    #[error(
        "{} is not the folder of one conversation: name one of those in it, or an id and --in {}",
        .0.display(), .0.display()
    )]
    NotOne(PathBuf),
}

/// The conversation that a person names: the path of its folder, which `at_path` opens, or its id in
/// any spelling, for which `stores` are asked.
pub fn find<E: From<FindError>>(
    named: &OsStr,
    at_path: impl FnOnce(&Path) -> Result<Arc<dyn Store>, E>,
    stores: impl FnOnce() -> Result<Vec<Arc<dyn Store>>, E>,
) -> Result<Found, E> {
    if let Some(found) = in_folder(named, at_path)? {
        return Ok(found);
    }
    let stores = stores()?;
    let spelled = named.to_str().unwrap_or_default();
    let found = stores.iter().find_map(|store| {
        let id = store.resolve(spelled)?;
        Some(Found {
            store: Arc::clone(store),
            name: id.clone().into(),
            id,
        })
    });
    let paths = stores
        .iter()
        .map(|store| store.path().display().to_string());
    let unknown = || FindError::Unknown {
        named: named.to_owned(),
        looked_in: paths.collect::<Vec<_>>().join(", "),
    };
    found.ok_or_else(|| unknown().into())
}

/// What has a separator in it is a path; what has none may be one, if there is such a folder.
fn in_folder<E: From<FindError>>(
    named: &OsStr,
    at_path: impl FnOnce(&Path) -> Result<Arc<dyn Store>, E>,
) -> Result<Option<Found>, E> {
    let path = Path::new(named);
    let separators = [b'/', MAIN_SEPARATOR as u8];
    let is_path = named
        .as_encoded_bytes()
        .iter()
        .any(|byte| separators.contains(byte));
    if !is_path && !path.is_dir() {
        return Ok(None);
    }
    match at_path(path) {
        Ok(store) => match store.only() {
            Some(id) => Ok(Some(Found {
                id,
                store,
                name: named.to_owned(),
            })),
            None => Err(FindError::NotOne(path.to_owned()).into()),
        },
        Err(error) if is_path => Err(error),
        Err(_) => Ok(None),
    }
}
