//! `cargo xtask agents`: six real agents against a stand-in model, each with `serve-web mcp` as its
//! MCP server. Each is asked to tell something in the middle of its work, and must go on with it.
//!
//! The laboratory that runs them is not part of this checkout: `SERVE_WEB_SHARED`, by default
//! `../shared`, has it in `lab`. The agents themselves come from npm, once.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};

use crate::command::{cargo, run as run_step, say};
use crate::setup::need_c_compiler;
use crate::workspace::{Workspace, absolute};

mod install;
mod lab;
mod verdict;

use lab::Lab;
use verdict::Verdict;

/// What to run.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Only these (all six without one)
    #[arg(value_enum)]
    agents: Vec<Agent>,
    /// Leave the agents' home folders here; DIR/<agent> may not be there yet
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// This program instead of one that is built for it
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
}

/// An agent that the laboratory can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Agent {
    Claude,
    Codex,
    Gemini,
    Opencode,
    Goose,
    Cline,
}

impl Agent {
    /// The name of its program.
    fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Opencode => "opencode",
            Self::Goose => "goose",
            Self::Cline => "cline",
        }
    }

    /// Its package in the npm registry.
    fn package(self) -> &'static str {
        match self {
            Self::Claude => "@anthropic-ai/claude-code",
            Self::Codex => "@openai/codex",
            Self::Gemini => "@google/gemini-cli",
            Self::Opencode => "opencode-ai",
            Self::Goose => "@aaif/goose",
            Self::Cline => "cline",
        }
    }

    /// The folder in its home where it keeps conversations.
    fn store(self) -> &'static str {
        match self {
            Self::Claude => ".claude/projects",
            Self::Codex => ".codex/sessions",
            Self::Gemini => ".gemini/tmp",
            Self::Opencode => ".local/share/opencode",
            Self::Goose => ".local/share/goose/sessions",
            Self::Cline => ".cline/data/sessions",
        }
    }
}

/// Runs the agents one after the other and prints a line for each.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<ExitCode> {
    let chosen = match &options.agents[..] {
        [] => Agent::value_variants(),
        chosen => chosen,
    };
    let programs = install::ensure(workspace)?;
    let server = match &options.server {
        Some(path) => absolute(path)?,
        None => build(workspace)?,
    };
    let scratch = env::temp_dir().join(format!("serve-web-agents-{}", std::process::id()));
    let homes = match &options.keep {
        Some(folder) => absolute(folder)?,
        None => scratch.join("homes"),
    };
    let lab = Lab::set_up(workspace, &scratch.join("lab"), &server, programs)?;
    let mut n_failed = 0;
    println!("{}", verdict::HEADING);
    for agent in chosen {
        let verdict = observe(&lab, *agent, &homes)?;
        n_failed += usize::from(!verdict.is_ok());
        println!("{}", verdict.line(agent.name()));
    }
    if n_failed == 0 {
        fs::remove_dir_all(&scratch)
            .with_context(|| format!("cannot clear {}", scratch.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    say(format_args!(
        "{n_failed} failed; what they wrote is in {}",
        homes.display()
    ));
    Ok(ExitCode::FAILURE)
}

/// Builds the server without a page, which no agent looks at.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    need_c_compiler()?;
    let _lock = workspace.lock("build")?;
    run_step(cargo(workspace, "native").args(["build", "--package", "serve-web"]))
        .context("the server was not built")?;
    let name = format!("serve-web{}", env::consts::EXE_SUFFIX);
    Ok(workspace.target("native").join("debug").join(name))
}

/// Runs one agent in a home of its own, and judges what it did.
fn observe(lab: &Lab<'_>, agent: Agent, homes: &Path) -> Result<Verdict> {
    let home = homes.join(agent.name());
    if home.exists() {
        bail!("{} is there already; move it away", home.display());
    }
    let run = lab.run(agent, &home)?;
    let stored = verdict::stored_below(&home.join(agent.store()))?;
    Ok(Verdict::of(&run, &stored))
}
