//! Measurements in a real browser. `e2e/bench/run.mjs` takes them and prints the table.

use anyhow::{Context as _, Result, bail};

use crate::checks::browser_environment;
use crate::command::{program, say};
use crate::server;
use crate::setup::browser;
use crate::workspace::Workspace;

/// Builds what `run` builds, and measures it.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let browser = browser::ensure(workspace)?;
    let binary = server::build(workspace)?;
    let results = workspace.cache.join("bench.json");
    let mut measure = program(workspace, "node");
    measure.arg(workspace.root.join("e2e/bench/run.mjs"));
    browser_environment(workspace, &mut measure, &binary, &browser)?;
    measure.env("SERVE_WEB_BENCH_JSON", &results);
    let status = measure.status().context("cannot start `node`")?;
    if !status.success() {
        bail!("the measurement failed ({status})");
    }
    say(format_args!("the figures are in {}", results.display()));
    Ok(())
}
