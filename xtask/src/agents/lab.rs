//! The laboratory: scripts that run an agent against a stand-in model on loopback.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use super::agent::Agent;
use super::scenario::Task;
use crate::command::{program, which};
use crate::workspace::Workspace;

mod kill;
mod scripts;

use kill::run_and_kill;
use scripts::{add_words, copy_scripts, serve_ours, source};

/// The shell command that the stand-in model asks for: it prints, takes its time, and fails.
const COMMAND: &str = "echo hello-from-shell; sleep 1; ls /nonexistent; exit 3";

/// The one that an agent is killed in.
const LONG_COMMAND: &str = "echo hello-from-shell; sleep 20";

/// The MCP server that an agent has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tools {
    /// `serve-web mcp`.
    Ours,
    /// The laboratory's own, whose tools return every kind of block, and an error.
    OfEveryKind,
}

impl Tools {
    const ALL: [Self; 2] = [Self::Ours, Self::OfEveryKind];

    /// The folder of the copy of the laboratory that has it.
    fn folder(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::OfEveryKind => "of-every-kind",
        }
    }
}

/// Copies of the laboratory, one for each MCP server.
#[derive(Debug)]
pub(super) struct Lab<'a> {
    workspace: &'a Workspace,
    folder: PathBuf,
    /// Where the agents are installed.
    agents: PathBuf,
}

/// What is left of a run, besides the store.
#[derive(Debug)]
pub(super) struct Run {
    /// Whether the agent said that all went well, or was at work when it was killed.
    pub(super) is_success: bool,
    pub(super) started: Instant,
    pub(super) ended: Instant,
    /// What the model was asked and answered, in this run and those before it.
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
        for tools in Tools::ALL {
            copy_scripts(&source(workspace), &folder.join(tools.folder()))?;
        }
        let copy = folder.join("serve-web");
        fs::copy(server, &copy).with_context(|| format!("cannot copy {}", server.display()))?;
        serve_ours(&folder.join(Tools::Ours.folder()), &copy)?;
        Ok(Self {
            workspace,
            folder: folder.to_owned(),
            agents,
        })
    }

    /// Runs an agent, whose home is made. What it prints stays beside that.
    pub(super) fn run(&self, agent: Agent, home: &Path, task: &Task) -> Result<Run> {
        fs::create_dir_all(home).with_context(|| format!("cannot make {}", home.display()))?;
        let model = home.with_extension("model.log");
        let log = home.with_extension("log");
        let printed = File::options().create(true).append(true).open(&log);
        let printed = printed.with_context(|| format!("cannot write {}", log.display()))?;
        let mut script = program(self.workspace, "python3");
        script.arg(self.folder.join(task.tools.folder()).join("run_agent.py"));
        script.arg(agent.name()).arg(home).arg(task.prompt);
        script
            .env("AGENTS_DIR", self.programs(agent, task)?)
            .env("MOCK_CMD", command_of(task))
            .env("MODEL_LOG", &model);
        script.stdin(Stdio::null());
        script.stdout(printed.try_clone()?).stderr(printed);
        let started = Instant::now();
        let is_success = match task.killed_after {
            None => script.status().context("cannot start `python3`")?.success(),
            Some(after) => run_and_kill(&mut script, after)?,
        };
        Ok(Run {
            is_success,
            started,
            ended: Instant::now(),
            model: fs::read_to_string(&model).unwrap_or_default(),
        })
    }

    /// The folder from which the laboratory takes the agent's program: where a task has words of its
    /// own, one with a script that adds them.
    fn programs(&self, agent: Agent, task: &Task) -> Result<PathBuf> {
        let (_, words) = task.words;
        if words.is_empty() {
            return Ok(self.agents.clone());
        }
        let folder = self.folder.join("programs").join(words.join("_"));
        let programs = folder.join("node_modules/.bin");
        let real = self.agents.join("node_modules/.bin").join(agent.name());
        add_words(&real, task, &programs.join(agent.name()))?;
        Ok(folder)
    }
}

fn command_of(task: &Task) -> &'static str {
    match task.killed_after {
        None => COMMAND,
        Some(_) => LONG_COMMAND,
    }
}
