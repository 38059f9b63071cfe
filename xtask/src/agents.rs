//! `cargo xtask agents`: six real agents against a stand-in model, each with `serve-web mcp` as its
//! MCP server. Each is asked to tell something in the middle of its work, and must go on with it.
//! Those whose stores are read do more than that, and serve-web follows them while they work: what
//! it showed live must be what it reads afterwards, and the note must be speech on the page.
//!
//! The laboratory that runs them is not part of this checkout: `SERVE_WEB_SHARED`, by default
//! `../shared`, has it in `lab`. The agents themselves come from npm, once.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum as _};

use crate::command::{cargo, run as run_step, say};
use crate::server;
use crate::setup::{browser, need_c_compiler};
use crate::workspace::{Workspace, absolute};

mod agent;
mod cold;
mod fold;
mod http;
mod install;
mod lab;
mod manner;
mod observation;
mod page;
mod report;
mod scenario;
mod verdict;
mod viewer;
mod watch;

use agent::Agent;
use lab::Lab;
use observation::{Eyes, Observation};
use report::Report;
use scenario::Scenario;
use verdict::Verdict;

/// What to run.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Only these (all six without one)
    #[arg(value_enum)]
    agents: Vec<Agent>,
    /// Only what they do under these names: note, checks, scripts, helper, team, resumed, killed
    #[arg(long, value_name = "NAME")]
    doing: Vec<String>,
    /// Leave the agents' home folders and pictures of pages here; DIR/<agent> may not be there yet
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// This program, with a page inside, instead of one that is built for it
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
}

/// Runs the agents one after the other and prints a line for each thing that they do.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<ExitCode> {
    let programs = install::ensure(workspace)?;
    let mut chosen = chosen(options);
    skip_missing(&mut chosen, &programs);
    if chosen.is_empty() {
        bail!("no agent that is installed does that");
    }
    let is_any_read = chosen.iter().any(|scenario| scenario.agent.is_read());
    let server = match &options.server {
        Some(path) => absolute(path)?,
        None if is_any_read => server::build(workspace)?,
        None => build(workspace)?,
    };
    let browser = is_any_read
        .then(|| browser::ensure(workspace))
        .transpose()?;
    let scratch = env::temp_dir().join(format!("serve-web-agents-{}", std::process::id()));
    let homes = match &options.keep {
        Some(folder) => absolute(folder)?,
        None => scratch.join("homes"),
    };
    let lab = scratch.join("lab");
    let stage = Stage {
        lab: Lab::set_up(workspace, &lab, &server, programs.clone())?,
        eyes: Eyes {
            workspace,
            server: &server,
            browser: browser.as_ref(),
        },
        homes: &homes,
        programs: &programs,
    };
    let n_failed = stage.play(&chosen);
    // What failed is in the homes alone.
    let done = if n_failed == 0 { &scratch } else { &lab };
    fs::remove_dir_all(done).with_context(|| format!("cannot clear {}", done.display()))?;
    if n_failed == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    say(format_args!(
        "{n_failed} failed; what they wrote is in {}",
        homes.display()
    ));
    Ok(ExitCode::FAILURE)
}

fn chosen(options: &Options) -> Vec<&'static Scenario> {
    let is_chosen = |scenario: &&Scenario| {
        let is_agent = options.agents.is_empty() || options.agents.contains(&scenario.agent);
        let is_doing = |name: &String| name == scenario.name;
        is_agent && (options.doing.is_empty() || options.doing.iter().any(is_doing))
    };
    scenario::ALL.iter().filter(is_chosen).collect()
}

/// Leaves out the agents that are not installed, and says so once of each.
fn skip_missing(chosen: &mut Vec<&'static Scenario>, programs: &Path) {
    let is_missing = |agent: Agent| !install::is_installed(programs, agent);
    for agent in Agent::value_variants() {
        if is_missing(*agent) && chosen.iter().any(|scenario| scenario.agent == *agent) {
            let name = agent.name();
            say(format_args!("{name} is skipped: it is not installed"));
        }
    }
    chosen.retain(|scenario| !is_missing(scenario.agent));
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

/// What all runs share.
struct Stage<'a> {
    lab: Lab<'a>,
    eyes: Eyes<'a>,
    homes: &'a Path,
    programs: &'a Path,
}

impl Stage<'_> {
    /// Plays one scenario after the other and says how many failed.
    fn play(&self, chosen: &[&Scenario]) -> usize {
        let mut n_failed = 0;
        println!("{}", report::HEADING);
        for scenario in chosen {
            let (agent, doing) = (scenario.agent.name(), scenario.name);
            let report = self.observe(scenario);
            n_failed += usize::from(!report.as_ref().is_ok_and(Report::is_ok));
            match report {
                Ok(report) => println!("{}", report.line()),
                Err(error) => println!("{agent:<9} {doing} could not be observed: {error:#}"),
            }
        }
        n_failed
    }

    /// Runs one agent in a home of its own, and judges what it did and what was seen of it.
    fn observe<'s>(&self, scenario: &'s Scenario) -> Result<Report<'s>> {
        let home = self.homes.join(scenario.home());
        if home.exists() {
            bail!("{} is there already; move it away", home.display());
        }
        let agent = scenario.agent;
        let asked = self.homes.join("asked");
        fs::create_dir_all(&asked).with_context(|| format!("cannot make {}", asked.display()))?;
        let version = install::version(self.eyes.workspace, self.programs, agent, &asked);
        let mut observation = agent
            .is_read()
            .then(|| Observation::begin(&self.eyes, scenario, &home))
            .transpose()?;
        let mut runs = Vec::new();
        for task in scenario.runs {
            if let Some(observation) = observation.as_mut().filter(|_| !runs.is_empty()) {
                observation.open_page()?;
            }
            runs.push(self.lab.run(agent, &home, task)?);
        }
        let following = observation.map(|observation| observation.end(&runs));
        let stored = verdict::stored_below(&home.join(agent.store()))?;
        let verdict = if scenario.tells() {
            Verdict::of_note(&runs, &stored)
        } else {
            Verdict::of(&runs, &stored)
        };
        Ok(Report {
            scenario,
            version,
            verdict,
            following: following.transpose()?,
        })
    }
}
