//! The agents, from npm.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum as _;

use super::agent::Agent;
use crate::command::{program, run, say, which};
use crate::workspace::Workspace;

/// The folder that the agents are installed in. They are brought only where one is missing: an
/// update is a matter of deleting the folder. One that cannot be brought is said, and left out.
pub(super) fn ensure(workspace: &Workspace) -> Result<PathBuf> {
    let _lock = workspace.lock("agents")?;
    let folder = workspace.cache.join("agents");
    let missing: Vec<Agent> = missing_in(&folder);
    if missing.is_empty() {
        return Ok(folder);
    }
    if which("npm").is_none() {
        bail!("npm is missing; install Node 20 or later with npm");
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    say(format_args!(
        "installing agents, up to two gigabytes, into {} …",
        folder.display()
    ));
    let mut init = program(workspace, "npm");
    run(init.args(["init", "-y"]).current_dir(&folder))?;
    for agent in missing {
        let mut install = program(workspace, "npm");
        install.arg("install").arg(agent.package());
        if let Err(error) = run(install.current_dir(&folder)) {
            say(format_args!("{} is not installed: {error:#}", agent.name()));
        }
    }
    Ok(folder)
}

fn missing_in(folder: &Path) -> Vec<Agent> {
    let all = Agent::value_variants().iter().copied();
    all.filter(|agent| version(folder, *agent).is_none())
        .collect()
}

/// The version of an agent; nothing where it is not installed.
pub(super) fn version(folder: &Path, agent: Agent) -> Option<String> {
    let packages = folder.join("node_modules");
    let is_there = packages.join(".bin").join(agent.name()).exists();
    let about = packages.join(agent.package()).join("package.json");
    let about = fs::read_to_string(about).ok().filter(|_| is_there)?;
    let about: serde_json::Value = serde_json::from_str(&about).ok()?;
    Some(about["version"].as_str()?.to_owned())
}
