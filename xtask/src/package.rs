//! The package that `cargo install` builds without any of these tasks: the page lies in it.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};

use crate::assets::manifest::Manifest;
use crate::command::{cargo, output_of, say};
use crate::dist;
use crate::workspace::Workspace;

/// Where the server's build script looks for the page, below the server's folder.
pub(crate) const FRONTEND: &str = "server/frontend";
/// The largest package that the public registry takes, packed.
const LARGEST: u64 = 10_000_000;

/// Builds the page, lays it into the server's package, and checks that it is listed there.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    dist::build(workspace)?;
    let names = file_names(&dist::manifest(workspace)?);
    let frontend = workspace.root.join(FRONTEND);
    copy(&workspace.dist(), &frontend, &names)?;
    // Cargo does not notice a folder that was not there when it built last.
    let build_script = fs::File::options()
        .append(true)
        .open(workspace.root.join("server/build.rs"));
    build_script
        .and_then(|file| file.set_modified(SystemTime::now()))
        .context("server/build.rs cannot be given a new time")?;

    let listed = listed(workspace)?;
    let missing: Vec<_> = names
        .iter()
        .filter(|name| !listed.contains(&format!("frontend/{name}")))
        .collect();
    if !missing.is_empty() {
        bail!("the package lacks {missing:?}: see `include` in server/Cargo.toml");
    }
    report(workspace, &listed)
}

/// The page's files with their compressed copies and the manifest.
fn file_names(manifest: &Manifest) -> Vec<String> {
    let mut names = vec!["manifest.json".to_owned()];
    for file in &manifest.files {
        names.push(file.name.clone());
        let copies = [("br", file.br), ("gz", file.gz)];
        let copies = copies.into_iter().filter(|(_, bytes)| bytes.is_some());
        names.extend(copies.map(|(ending, _)| format!("{}.{ending}", file.name)));
    }
    names
}

fn copy(dist: &Path, frontend: &Path, names: &[String]) -> Result<()> {
    if frontend.exists() {
        // Names carry a hash: files of an earlier page would stay beside the new ones.
        fs::remove_dir_all(frontend)
            .with_context(|| format!("cannot clear {}", frontend.display()))?;
    }
    fs::create_dir_all(frontend).with_context(|| format!("cannot make {}", frontend.display()))?;
    for name in names {
        fs::copy(dist.join(name), frontend.join(name))
            .with_context(|| format!("cannot copy {name} to {}", frontend.display()))?;
    }
    Ok(())
}

/// The paths that the package would have, below the server's folder.
fn listed(workspace: &Workspace) -> Result<Vec<String>> {
    let mut list = cargo(workspace, "native");
    list.args([
        "package",
        "--package",
        "serve-web",
        "--list",
        "--allow-dirty",
    ]);
    let text = output_of(&mut list).context("`cargo package --list` failed; run it by hand")?;
    Ok(text.lines().map(|line| line.replace('\\', "/")).collect())
}

fn report(workspace: &Workspace, listed: &[String]) -> Result<()> {
    let size = |path: &String| {
        let file = workspace.root.join("server").join(path);
        // Cargo makes a few of its files itself.
        file.metadata().map_or(0, |metadata| metadata.len())
    };
    let whole: u64 = listed.iter().map(size).sum();
    let page = listed.iter().filter(|path| path.starts_with("frontend/"));
    let page: u64 = page.map(size).sum();
    say(format_args!(
        "the package has {} files, {} kB unpacked; {} kB of it are the page, in {FRONTEND}",
        listed.len(),
        whole.div_ceil(1000),
        page.div_ceil(1000),
    ));
    if whole > LARGEST {
        bail!("that may be more than the {LARGEST} bytes that the public registry takes");
    }
    say(format_args!(
        "delete {FRONTEND} when the package is published: other builds in this checkout would take it for theirs"
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_copies_belong_to_the_page() {
        let manifest = serde_json::json!({
            "version": 1, "js": "a.js", "wasm": "b.wasm", "style": "c.css", "boot": "d.js", "modules": {},
            "files": [
                { "name": "a.js", "media": "text/javascript", "bytes": 9, "br": 3, "gz": 4 },
                { "name": "c.css", "media": "text/css", "bytes": 2, "br": null, "gz": null },
            ],
        });
        let manifest = serde_json::from_value(manifest).unwrap();
        assert_eq!(
            file_names(&manifest),
            ["manifest.json", "a.js", "a.js.br", "a.js.gz", "c.css"]
        );
    }
}
