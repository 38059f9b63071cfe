//! The agents, from npm.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum as _;

use super::agent::Agent;
use crate::command::{output_of, program, run, say, which};
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
    all.filter(|agent| !is_installed(folder, *agent)).collect()
}

/// Whether an agent is there.
pub(super) fn is_installed(folder: &Path, agent: Agent) -> bool {
    path(folder, agent).exists()
}

fn path(folder: &Path, agent: Agent) -> PathBuf {
    folder.join("node_modules/.bin").join(agent.name())
}

/// The version that an agent says it has, or else its package: goose's has another one. What it
/// leaves behind when asked is in `home`.
pub(super) fn version(workspace: &Workspace, folder: &Path, agent: Agent, home: &Path) -> String {
    let mut ask = program(workspace, path(folder, agent));
    ask.arg("--version").env("HOME", home).current_dir(home);
    let said = output_of(&mut ask);
    let said = said.as_deref().and_then(version_in);
    said.map(str::to_owned)
        .or_else(|| version_of_package(folder, agent))
        .unwrap_or_else(|| "?".to_owned())
}

/// The first word that begins with a number.
fn version_in(said: &str) -> Option<&str> {
    said.split_whitespace()
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()))
}

fn version_of_package(folder: &Path, agent: Agent) -> Option<String> {
    let about = folder.join("node_modules").join(agent.package());
    let about = fs::read_to_string(about.join("package.json")).ok()?;
    let about: serde_json::Value = serde_json::from_str(&about).ok()?;
    Some(about["version"].as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_said_in_several_ways() {
        for (said, version) in [
            ("2.1.197 (Claude Code)", Some("2.1.197")),
            ("codex-cli 0.171.0", Some("0.171.0")),
            (" 1.34.0\n", Some("1.34.0")),
            ("", None),
        ] {
            assert_eq!(version_in(said), version, "{said:?}");
        }
    }
}
