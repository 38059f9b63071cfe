//! Completes what Trunk built, while it still lies in the staging folder.
//!
//! Trunk calls this as its `post_build` hook and then moves the whole folder to `dist/`.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use xxhash_rust::xxh3::xxh3_64;

use crate::workspace::Workspace;

mod compress;
pub(crate) mod manifest;
mod small;
mod style;

use compress::Packing;
use manifest::{Manifest, Module, Roles};

/// The package that each page starts.
const CORE: &str = "serve-web-app";
/// The packages that a page loads when it first needs them, with the names that it has for them.
const MODULES: [(&str, &str); 1] = [("rich", "serve-web-rich")];

/// Adds styles, the starting script, compressed copies and the manifest to Trunk's staging folder.
pub(crate) fn complete_staging(workspace: &Workspace) -> Result<()> {
    let staging = PathBuf::from(
        env::var_os("TRUNK_STAGING_DIR").context("this task is called by Trunk, as its hook")?,
    );
    let packing = match env::var("TRUNK_PROFILE").as_deref() {
        Ok("release") => Packing::Smallest,
        _ => Packing::None,
    };
    complete(workspace, &staging, packing)
}

fn complete(workspace: &Workspace, staging: &Path, packing: Packing) -> Result<()> {
    // Its inline script would be refused by the server's policy; the server writes its own page.
    remove_if_there(&staging.join("index.html"))?;

    let mut modules = BTreeMap::new();
    for (name, package) in MODULES {
        modules.insert(name.to_owned(), module(staging, package, name, packing)?);
    }
    let core = module(staging, CORE, "app", packing)?;
    let mut style = style::joined(&workspace.root.join("style"))?;
    let mut boot = text(read(&workspace.root.join("app/boot.js"))?)?;
    if packing == Packing::Smallest {
        style = small::style(&style)?;
        boot = small::script(&boot);
    }
    let roles = Roles {
        js: core.js,
        wasm: core.wasm,
        style: put(staging, "style", "css", style.as_bytes())?,
        boot: put(staging, "boot", "js", boot.as_bytes())?,
    };

    let mut files = Vec::new();
    for name in names_below(staging, "")? {
        let content = read(&staging.join(&name))?;
        files.push(compress::describe(staging, &name, &content, packing)?);
    }
    Manifest::new(roles, modules, files).write(staging)
}

/// Gives the two files of a package names by their own content, where Trunk takes the hash of what
/// the compiler made, before wasm-bindgen and before stripping, or none.
fn module(staging: &Path, package: &str, name: &str, packing: Packing) -> Result<Module> {
    let mut wasm = take(staging, package, "wasm")?;
    let mut js = text(take(staging, package, "js")?)?;
    if packing == Packing::Smallest {
        (wasm, js) = small::module(&wasm, &js)?;
    }
    Ok(Module {
        js: put(staging, name, "js", js.as_bytes())?,
        wasm: put(staging, name, "wasm", &wasm)?,
    })
}

/// Reads and removes the only file of a package with this ending.
fn take(staging: &Path, package: &str, ending: &str) -> Result<Vec<u8>> {
    let mut found = Vec::new();
    for entry in staging
        .read_dir()
        .with_context(|| format!("cannot read {}", staging.display()))?
    {
        let path = entry?.path();
        let is_of_package = path
            .file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| name.starts_with(package));
        if is_of_package && path.extension().is_some_and(|end| end == ending) {
            found.push(path);
        }
    }
    let [path] = &*found else {
        bail!(
            "Trunk left {} .{ending} files of {package} in {}, not one",
            found.len(),
            staging.display()
        );
    };
    let content = read(path)?;
    remove_if_there(path)?;
    Ok(content)
}

fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).context("a script is not UTF-8")
}

fn put(staging: &Path, stem: &str, ending: &str, content: &[u8]) -> Result<String> {
    let name = hashed_name(stem, ending, content);
    let path = staging.join(&name);
    fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(name)
}

fn hashed_name(stem: &str, ending: &str, content: &[u8]) -> String {
    format!("{stem}-{:016x}.{ending}", xxh3_64(content))
}

/// Names of all files, with `/` between folders, sorted. wasm-bindgen may add `snippets/…`.
fn names_below(staging: &Path, folder: &str) -> Result<Vec<String>> {
    let path = staging.join(folder);
    let mut names = Vec::new();
    for entry in path
        .read_dir()
        .with_context(|| format!("cannot read {}", path.display()))?
    {
        let entry = entry?;
        let file_name = entry.file_name();
        let file_name = file_name
            .to_str()
            .with_context(|| format!("a bad name in {}", path.display()))?;
        let name = if folder.is_empty() {
            file_name.to_owned()
        } else {
            format!("{folder}/{file_name}")
        };
        if entry.file_type()?.is_dir() {
            names.extend(names_below(staging, &name)?);
        } else {
            names.push(name);
        }
    }
    names.sort_unstable();
    Ok(names)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn remove_if_there(path: &Path) -> Result<()> {
    if path.exists() {
        fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_changes_with_the_content() {
        let name = hashed_name("style", "css", b"a{}");
        assert_eq!(name.len(), "style-0123456789abcdef.css".len());
        assert_ne!(name, hashed_name("style", "css", b"b{}"));
        assert_eq!(name, hashed_name("style", "css", b"a{}"));
    }
}
