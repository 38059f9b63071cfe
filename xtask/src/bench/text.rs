//! How fast texts become HTML: in a program of this machine, and as WebAssembly in the browser.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::checks::browser_environment;
use crate::claim::claim;
use crate::command::{program, run as run_step, say};
use crate::setup::browser;
use crate::setup::{self, wasm};
use crate::workspace::Workspace;

/// The crate that makes a module of the renderer alone: nothing of it is in the page.
const MODULE: &str = "e2e/bench/text";
const FILE: &str = "serve_web_bench_text.wasm";

/// Measures both. The figures go into the cache, beside those of other parts.
pub(super) fn run(workspace: &Workspace) -> Result<()> {
    super::native(workspace, "serve-web-markdown", "render")?;
    let module = build(workspace)?;
    let browser = browser::ensure(workspace)?;
    let results = workspace.cache.join("bench-render-wasm.json");
    let mut node = program(workspace, "node");
    node.arg("e2e/bench/text.mjs").arg(module).arg(&results);
    browser_environment(workspace, &mut node, "".as_ref(), &browser)?;
    let status = node.status().context("cannot start `node`")?;
    anyhow::ensure!(
        status.success(),
        "the measurement in the browser failed ({status})"
    );
    say(format_args!("the figures are in {}", results.display()));
    Ok(())
}

/// Builds the module with the compiler and flags of the page, and says where it is.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    let frontend = setup::frontend(workspace)?;
    let _lock = workspace.lock("bench")?;
    let target = claim(workspace, "bench-text");
    let mut cargo = program(workspace, "cargo");
    cargo.current_dir(workspace.root.join(MODULE));
    cargo.args(["build", "--locked", "--profile", "wasm"]);
    cargo.args(["--target", wasm::TARGET]);
    cargo.env("CARGO_TARGET_DIR", &target);
    frontend.compiler.prepare(&mut cargo, &[])?;
    run_step(&mut cargo).context("the module was not built")?;
    let folder = workspace.cache.join("bench/text");
    let mut bind = program(workspace, &frontend.wasm_bindgen.path);
    bind.args(["--target", "web", "--out-dir"]).arg(&folder);
    bind.arg(target.join(wasm::TARGET).join("wasm").join(FILE));
    run_step(&mut bind).context("the module has no script")?;
    Ok(folder)
}
