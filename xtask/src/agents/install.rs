//! The agents, from npm.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum as _;

use super::Agent;
use crate::command::{program, run, say, which};
use crate::workspace::Workspace;

/// The folder that the agents are installed in. They are brought only where one is missing: an
/// update is a matter of deleting the folder.
pub(super) fn ensure(workspace: &Workspace) -> Result<PathBuf> {
    let _lock = workspace.lock("agents")?;
    let folder = workspace.cache.join("agents");
    if has_all(&folder) {
        return Ok(folder);
    }
    if which("npm").is_none() {
        bail!("npm is missing; install Node 20 or later with npm");
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    say(format_args!(
        "installing six agents, two gigabytes, into {} …",
        folder.display()
    ));
    let mut init = program(workspace, "npm");
    run(init.args(["init", "-y"]).current_dir(&folder))?;
    let packages = Agent::value_variants().iter().map(|agent| agent.package());
    let mut install = program(workspace, "npm");
    run(install.arg("install").args(packages).current_dir(&folder))?;
    if !has_all(&folder) {
        bail!("npm left an agent out; see {}", folder.display());
    }
    Ok(folder)
}

fn has_all(folder: &Path) -> bool {
    let programs = folder.join("node_modules/.bin");
    Agent::value_variants()
        .iter()
        .all(|agent| programs.join(agent.name()).exists())
}
