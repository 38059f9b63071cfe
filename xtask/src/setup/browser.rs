//! What browser tests need: Node, the packages of `e2e/`, and Chromium.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use xxhash_rust::xxh3::xxh3_64;

use super::debian;
use crate::command::{is_program, program, run, say, which};
use crate::workspace::{Workspace, partial_beside};

const CHROMIUM_NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const CHROMIUM_PATHS: [&str; 3] = [
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// A browser that can be driven.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
}

/// Finds or brings what browser tests need.
pub(crate) fn ensure(workspace: &Workspace) -> Result<Browser> {
    let _lock = workspace.lock("setup")?;
    if which("node").is_none() {
        bail!(
            "Node is missing; install Node 20 or later with npm, on Debian: {}",
            debian::install_line(&["nodejs", "npm"])
        );
    }
    ensure_packages(workspace)?;
    Ok(Browser {
        chromium: ensure_chromium(workspace)?,
    })
}

/// Keeps Node's packages beside the other tools, one folder per lock file, and links
/// `e2e/node_modules` to it.
fn ensure_packages(workspace: &Workspace) -> Result<()> {
    let tests = workspace.root.join("e2e");
    let link = tests.join("node_modules");
    if link.is_dir() && !link.is_symlink() {
        // A person's own `npm install`, which is theirs to keep current.
        return Ok(());
    }
    let lock_path = tests.join("package-lock.json");
    let lock =
        fs::read(&lock_path).with_context(|| format!("cannot read {}", lock_path.display()))?;
    let folder = workspace
        .cache
        .join("node")
        .join(format!("{:016x}", xxh3_64(&lock)));
    let packages = folder.join("node_modules");
    if !packages.is_dir() {
        install_packages(workspace, &tests, &folder)?;
    }
    if fs::read_link(&link).is_ok_and(|target| target == packages) {
        return Ok(());
    }
    if link.is_symlink() {
        fs::remove_file(&link)?;
    }
    symlink(&packages, &link).with_context(|| format!("cannot link {}", link.display()))
}

fn install_packages(workspace: &Workspace, tests: &Path, folder: &Path) -> Result<()> {
    if which("npm").is_none() {
        bail!(
            "npm is missing; on Debian: {}",
            debian::install_line(&["npm"])
        );
    }
    say(format_args!(
        "installing the Node packages of the browser tests …"
    ));
    let partial = partial_beside(folder)?;
    fs::create_dir_all(&partial)?;
    for name in ["package.json", "package-lock.json", ".npmrc"] {
        if tests.join(name).is_file() {
            fs::copy(tests.join(name), partial.join(name))?;
        }
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut install = program(workspace, npm);
    install.current_dir(&partial);
    install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    if let Err(error) = run(&mut install) {
        fs::remove_dir_all(&partial)?;
        return Err(error).context("the Node packages are missing; to see why: cd e2e && npm ci");
    }
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::rename(&partial, folder).with_context(|| format!("cannot make {}", folder.display()))
}

fn ensure_chromium(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(path) = env::var_os("SERVE_WEB_CHROMIUM").filter(|path| !path.is_empty()) {
        let path = PathBuf::from(path);
        if is_program(&path) {
            return Ok(path);
        }
        bail!(
            "SERVE_WEB_CHROMIUM is {}, which is no program",
            path.display()
        );
    }
    if let Some(path) = find_chromium() {
        return Ok(path);
    }
    debian::install(workspace, &["chromium"]).context("Chromium is missing")?;
    find_chromium().context("Chromium was installed, but is not on PATH; set SERVE_WEB_CHROMIUM")
}

fn find_chromium() -> Option<PathBuf> {
    let known = CHROMIUM_PATHS
        .iter()
        .map(PathBuf::from)
        .find(|path| is_program(path));
    known.or_else(|| CHROMIUM_NAMES.iter().find_map(|name| which(name)))
}

#[cfg(unix)]
fn symlink(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn symlink(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::windows::fs::symlink_dir(target, link)
}
