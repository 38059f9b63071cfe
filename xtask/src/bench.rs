//! Measurements: how long views take, and what a person waits for in a real browser, which
//! `e2e/bench/run.mjs` takes. Both print a table.

use anyhow::{Context as _, Result, bail};

use crate::checks::browser_environment;
use crate::command::{cargo, program, say};
use crate::server;
use crate::setup::browser;
use crate::workspace::Workspace;

/// Builds what `run` builds, and measures it.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    projecting(workspace)?;
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

fn projecting(workspace: &Workspace) -> Result<()> {
    let results = workspace.cache.join("bench-project.json");
    let mut measure = cargo(workspace, "native");
    measure
        .args([
            "bench",
            "-p",
            "serve-web-conversation",
            "--bench",
            "project",
        ])
        .env("SERVE_WEB_BENCH_JSON", &results);
    let status = measure.status().context("cannot start `cargo`")?;
    if !status.success() {
        bail!("the measurement of views failed ({status})");
    }
    say(format_args!("the figures are in {}", results.display()));
    Ok(())
}
