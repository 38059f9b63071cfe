//! Where things are: the checkout, and the cache that outlives it.

use std::env;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::command::say;

/// The paths that every task starts from.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// The checkout.
    pub(crate) root: PathBuf,
    /// Tools and build folders. They cost minutes to make, so all checkouts share them.
    pub(crate) cache: PathBuf,
}

impl Workspace {
    /// The workspace that the current folder belongs to.
    pub(crate) fn find() -> Result<Self> {
        let here = env::current_dir().context("the current folder cannot be read")?;
        let root = here
            .ancestors()
            .find(|folder| {
                folder.join("Trunk.toml").is_file() && folder.join("xtask/Cargo.toml").is_file()
            })
            .with_context(|| format!("{} is not inside a checkout of serve-web", here.display()))?;
        Ok(Self {
            root: root.to_owned(),
            cache: cache_folder(&|name| env::var_os(name).map(PathBuf::from))?,
        })
    }

    /// Where Trunk leaves the page.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// Where the tools are installed.
    pub(crate) fn tools(&self) -> PathBuf {
        self.cache.join("tools")
    }

    /// A build folder. There are several because two compilers, or two sets of flags, would
    /// throw each other's work away in one.
    pub(crate) fn target(&self, kind: &str) -> PathBuf {
        self.cache.join("target").join(kind)
    }

    /// Waits until no other task works on `what` in this cache. The lock ends with the value.
    pub(crate) fn lock(&self, what: &str) -> Result<File> {
        fs::create_dir_all(&self.cache)
            .with_context(|| format!("cannot make {}", self.cache.display()))?;
        let path = self.cache.join(format!("{what}.lock"));
        let file =
            File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                say(format_args!("waiting for another `cargo xtask` ({what})"));
                file.lock()
                    .with_context(|| format!("cannot lock {}", path.display()))?;
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {}", path.display()));
            }
        }
        Ok(file)
    }
}

fn cache_folder(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Result<PathBuf> {
    let set = |name: &str| variable(name).filter(|path| !path.as_os_str().is_empty());
    let chosen = set("SERVE_WEB_CACHE")
        .or_else(|| Some(set("XDG_CACHE_HOME")?.join("serve-web")))
        .or_else(|| Some(set("HOME")?.join(".cache/serve-web")))
        .or_else(|| Some(set("LOCALAPPDATA")?.join("serve-web")));
    match chosen {
        Some(path) => absolute(&path),
        None => bail!("no folder for tools: set SERVE_WEB_CACHE"),
    }
}

/// `path`, seen from the current folder.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("{} is not a path", path.display()))
}

/// An empty place beside `path` to prepare its content in. A rename then makes the whole of it
/// appear at once. The caller holds the lock, so what an interrupted run left there is garbage.
pub(crate) fn partial_beside(path: &Path) -> Result<PathBuf> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    let partial = path.with_file_name(name);
    if partial.exists() {
        fs::remove_dir_all(&partial)
            .with_context(|| format!("cannot clear {}", partial.display()))?;
    }
    Ok(partial)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variables: &[(&str, &str)], expected: &str) {
        let lookup = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| PathBuf::from(value))
        };
        assert_eq!(cache_folder(&lookup).unwrap(), PathBuf::from(expected));
    }

    #[cfg(unix)]
    #[test]
    fn the_most_specific_variable_names_the_cache() {
        let home = ("HOME", "/home/ann");
        check(&[home], "/home/ann/.cache/serve-web");
        check(&[home, ("XDG_CACHE_HOME", "/x")], "/x/serve-web");
        check(
            &[home, ("XDG_CACHE_HOME", "/x"), ("SERVE_WEB_CACHE", "/s")],
            "/s",
        );
        check(
            &[home, ("SERVE_WEB_CACHE", "")],
            "/home/ann/.cache/serve-web",
        );
    }

    #[test]
    fn without_any_variable_the_message_names_one_to_set() {
        let error = cache_folder(&|_| None).unwrap_err();
        assert!(error.to_string().contains("SERVE_WEB_CACHE"));
    }
}
