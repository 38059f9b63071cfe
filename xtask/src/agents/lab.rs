//! The laboratory: scripts that run an agent against a stand-in model on loopback.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::Agent;
use crate::command::{program, which};
use crate::workspace::Workspace;

/// What each agent is asked. The stand-in model answers it with a call of `tell_user`, then with a
/// shell command where the agent has one that it knows, then with a final answer.
const PROMPT: &str = "NOTE please";

/// A copy of the laboratory whose MCP server is ours.
#[derive(Debug)]
pub(super) struct Lab<'a> {
    workspace: &'a Workspace,
    script: PathBuf,
    /// Where the agents are installed.
    agents: PathBuf,
}

/// What is left of a run, besides the store.
#[derive(Debug)]
pub(super) struct Run {
    /// Whether the agent said that all went well.
    pub(super) is_success: bool,
    pub(super) took: Duration,
    /// What the model was asked and answered.
    pub(super) model: String,
}

impl<'a> Lab<'a> {
    /// Copies the scripts and the server into `folder`: both stay what they are for all runs.
    pub(super) fn set_up(
        workspace: &'a Workspace,
        folder: &Path,
        server: &Path,
        agents: PathBuf,
    ) -> Result<Self> {
        if which("python3").is_none() {
            bail!("python3 is missing, which runs the laboratory's scripts");
        }
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        copy_scripts(&source(workspace), folder)?;
        let copy = folder.join("serve-web");
        fs::copy(server, &copy).with_context(|| format!("cannot copy {}", server.display()))?;
        let probe = folder.join("probe.py");
        fs::write(&probe, wrapper(&copy)?)
            .with_context(|| format!("cannot write {}", probe.display()))?;
        Ok(Self {
            workspace,
            script: folder.join("run_agent.py"),
            agents,
        })
    }

    /// Runs an agent, whose home is made. What it prints stays beside that.
    pub(super) fn run(&self, agent: Agent, home: &Path) -> Result<Run> {
        fs::create_dir_all(home).with_context(|| format!("cannot make {}", home.display()))?;
        let model = home.with_extension("model.log");
        let printed = File::create(home.with_extension("log")).context("cannot write a log")?;
        let mut script = program(self.workspace, "python3");
        script.arg(&self.script).arg(agent.name()).arg(home);
        script.arg(PROMPT).stdin(Stdio::null());
        script
            .env("AGENTS_DIR", &self.agents)
            .env("MODEL_LOG", &model);
        script.stdout(printed.try_clone()?).stderr(printed);
        let started = Instant::now();
        let status = script.status().context("cannot start `python3`")?;
        Ok(Run {
            is_success: status.success(),
            took: started.elapsed(),
            model: fs::read_to_string(&model).unwrap_or_default(),
        })
    }
}

fn source(workspace: &Workspace) -> PathBuf {
    let shared = env::var_os("SERVE_WEB_SHARED").filter(|path| !path.is_empty());
    let shared = shared.map_or_else(|| workspace.root.join("../shared"), PathBuf::from);
    shared.join("lab")
}

fn copy_scripts(from: &Path, to: &Path) -> Result<()> {
    let entries = fs::read_dir(from).with_context(|| {
        format!(
            "{} has no laboratory; SERVE_WEB_SHARED names the folder that does",
            from.display()
        )
    })?;
    for entry in entries {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, to.join(name))
                .with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}

/// A script that becomes the server, in the place of the laboratory's own MCP server. A string of
/// JSON is one of Python too.
fn wrapper(server: &Path) -> Result<String> {
    let path = serde_json::to_string(server)?;
    Ok(format!(
        "import os\n\nos.execv({path}, [\"serve-web\", \"mcp\"])\n"
    ))
}
