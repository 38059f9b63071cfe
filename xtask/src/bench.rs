//! Measurements: what pages, following and the list cost, counted and timed, in a real browser; and how
//! two commits compare.
//!
//! `e2e/bench/run.mjs` measures and says what it saw, a line for each value. Here these become figures.

mod against;
mod figures;
mod measure;
mod options;
mod report;
mod table;
mod text;

use anyhow::{Context as _, Result, bail};

use crate::command::{cargo, say};
use crate::machine::load_average;
use crate::server;
use crate::setup::browser;
use crate::workspace::Workspace;
use measure::Plan;
pub(crate) use options::Options;
use options::Part;

/// Builds what `run` builds, and measures it; with `--against` the server of another commit as well.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let parts = options.parts();
    if parts.contains(&Part::Project) {
        native(workspace, "serve-web-conversation", "project")?;
    }
    if parts.contains(&Part::Text) {
        text::run(workspace)?;
    }
    let measured: Vec<&str> = parts.iter().filter_map(|part| part.in_browser()).collect();
    if measured.is_empty() {
        return Ok(());
    }
    // What can be wrong with what was asked for is said before minutes have gone.
    let conversations = options.conversations()?;
    let other = options
        .against
        .as_ref()
        .map(|revision| against::build(workspace, revision))
        .transpose()?;
    let browser = browser::ensure(workspace)?;
    let mut programs = vec![server::build(workspace)?];
    let mut names = vec![against::name_of_here(workspace)];
    if let Some(other) = other {
        programs.push(other.program);
        names.push(other.name);
    }
    let plan = Plan {
        parts: measured,
        conversations,
        programs,
        rounds: options.rounds,
    };
    let before = load_average();
    let measured = measure::run(workspace, &browser, &plan)?;
    print!("{}", table::of(&measured, &names));
    let path = options.json_path(workspace);
    report::write(&path, &measured, &names, &before)?;
    say(format_args!(
        "load averages before: {before}, after: {}; the figures are in {}",
        load_average(),
        path.display()
    ));
    Ok(())
}

/// Runs a measurement of a crate, which prints a table and writes its figures into the cache.
fn native(workspace: &Workspace, package: &str, bench: &str) -> Result<()> {
    let results = workspace.cache.join(format!("bench-{bench}.json"));
    let mut measure = cargo(workspace, "native");
    measure
        .args(["bench", "-p", package, "--bench", bench])
        .env("SERVE_WEB_BENCH_JSON", &results);
    let status = measure.status().context("cannot start `cargo`")?;
    if !status.success() {
        bail!("the measurement `{bench}` of {package} failed ({status})");
    }
    say(format_args!("the figures are in {}", results.display()));
    Ok(())
}
