//! Whether `dist/` still belongs to what it was built from.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use xxhash_rust::xxh3::Xxh3;

use crate::package::FRONTEND;
use crate::workspace::Workspace;

/// What the page is made from. `xtask/src` is among it because it writes the manifest.
const SOURCES: [&str; 8] = [
    "app",
    "style",
    "crates",
    "xtask/src",
    "Cargo.lock",
    "Cargo.toml",
    "Trunk.toml",
    ".cargo",
];

/// The crates that only the server uses.
const NOT_IN_THE_PAGE: [&str; 2] = ["crates/sources", "crates/jp-plugin"];

/// One text for the content of all sources, and for the compiler that turns them into a page.
pub(crate) fn of_sources(workspace: &Workspace, compiler: &str) -> Result<String> {
    let mut stamp = Stamp::new();
    stamp.add("compiler", compiler.as_bytes());
    for source in SOURCES {
        add_tree(&mut stamp, &workspace.root, source, &NOT_IN_THE_PAGE)?;
    }
    Ok(stamp.finish())
}

/// One text for the content of the built page and of the server's sources, and for the compiler.
pub(crate) fn of_server(workspace: &Workspace) -> Result<String> {
    let rustc = Command::new("rustc")
        .arg("-vV")
        .output()
        .context("rustc does not run")?;
    let mut stamp = Stamp::new();
    stamp.add("compiler", &rustc.stdout);
    for source in SOURCES.iter().chain(&["server", "dist/manifest.json"]) {
        // The page that is built now is embedded, not the one that is laid out for a package.
        add_tree(&mut stamp, &workspace.root, source, &[FRONTEND])?;
    }
    Ok(stamp.finish())
}

fn add_tree(stamp: &mut Stamp, root: &Path, name: &str, left_out: &[&str]) -> Result<()> {
    if left_out.contains(&name) {
        return Ok(());
    }
    let path = root.join(name);
    if !path.is_dir() {
        match fs::read(&path) {
            Ok(content) => stamp.add(name, &content),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        }
        return Ok(());
    }
    let mut children = Vec::new();
    for entry in path
        .read_dir()
        .with_context(|| format!("cannot read {}", path.display()))?
    {
        children.push(format!("{name}/{}", entry?.file_name().to_string_lossy()));
    }
    children.sort_unstable();
    children
        .iter()
        .try_for_each(|child| add_tree(stamp, root, child, left_out))
}

/// A hash over named contents, in the order in which they are added.
struct Stamp(Xxh3);

impl Stamp {
    fn new() -> Self {
        Self(Xxh3::new())
    }

    /// Lengths go in first: moving a byte from one content to the next changes the stamp.
    fn add(&mut self, name: &str, content: &[u8]) {
        for part in [name.as_bytes(), content] {
            self.0.update(&(part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    fn finish(&self) -> String {
        format!("{:032x}\n", self.0.digest128())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(contents: &[(&str, &str)]) -> String {
        let mut stamp = Stamp::new();
        for (name, content) in contents {
            stamp.add(name, content.as_bytes());
        }
        stamp.finish()
    }

    #[test]
    fn the_same_contents_have_the_same_stamp() {
        assert_eq!(
            stamp(&[("a", "1"), ("b", "2")]),
            stamp(&[("a", "1"), ("b", "2")])
        );
    }

    #[test]
    fn a_name_a_content_and_the_border_between_them_count() {
        let original = stamp(&[("a", "12"), ("b", "3")]);
        assert_ne!(original, stamp(&[("c", "12"), ("b", "3")]));
        assert_ne!(original, stamp(&[("a", "13"), ("b", "3")]));
        assert_ne!(original, stamp(&[("a", "1"), ("b", "23")]));
        assert_ne!(original, stamp(&[("a", "12")]));
    }
}
