//! Tasks of the project: `cargo xtask run|test|dist|size|bench|load|fuzz|agents|package`.
//!
//! Every task sets up what it needs first, outside the checkout, and says so in one line.
//! A machine that has everything pays only for a few file checks.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod agents;
mod assets;
mod bench;
mod built;
mod checks;
mod claim;
mod command;
mod demo;
mod dist;
mod fuzz;
mod load;
mod machine;
mod package;
mod page_sizes;
mod server;
mod setup;
mod stamp;
mod tally;
mod workspace;

use checks::Stage;
use command::say;
use workspace::Workspace;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Tasks of the project")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Build the page and the server, then start the server; with the demo where there is nothing to read
    Run {
        /// Passed on to `serve-web`
        #[arg(last = true)]
        args: Vec<String>,
    },
    /// Check everything; the last line says how many checks passed and failed
    Test {
        /// Only this stage (may be given more than once)
        #[arg(long, value_enum)]
        only: Vec<Stage>,
    },
    /// Build the page, and one program with everything in it
    Dist,
    /// Say how many bytes the page sends, and fail above the budget
    Size,
    /// Measure pages, following and the list in a real browser, and compare commits
    Bench(bench::Options),
    /// Read and render invented and damaged input, a million times for each reader
    Fuzz(fuzz::Options),
    /// Let many readers follow many conversations, kill the server under them, and say what it costs
    Load(load::Options),
    /// Let real agents tell something through `serve-web mcp`, and follow those that can be read
    Agents(agents::Options),
    /// Lay the page into the server's package, and check that it is there
    Package,
    /// Complete Trunk's output: styles, the starting script, compressed copies, the manifest
    #[command(hide = true)]
    Assets,
}

fn main() -> ExitCode {
    let outcome = perform(Cli::parse().task);
    // A reader that closed the pipe early is no reason to report a failure.
    drop(std::io::stdout().flush());
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("serve-web: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn perform(task: Task) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    match task {
        Task::Run { args } => return server::run(&workspace, &demo::arguments(&args)),
        Task::Test { only } => return Ok(checks::run(&workspace, &only)),
        Task::Dist => {
            let program = server::build(&workspace)?;
            say(format_args!(
                "one program with everything in it: {}",
                program.display()
            ));
        }
        Task::Size => return page_sizes::run(&workspace),
        Task::Bench(options) => bench::run(&workspace, &options)?,
        Task::Fuzz(options) => return fuzz::run(&workspace, &options),
        Task::Load(options) => load::run(&workspace, &options)?,
        Task::Agents(options) => return agents::run(&workspace, &options),
        Task::Package => package::run(&workspace)?,
        Task::Assets => assets::complete_staging(&workspace)?,
    }
    Ok(ExitCode::SUCCESS)
}
