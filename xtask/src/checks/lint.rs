//! Formatting and clippy.

use super::passes;
use crate::command::{cargo, say};
use crate::setup::wasm;
use crate::tally::Tally;
use crate::workspace::Workspace;

pub(super) fn run(workspace: &Workspace) -> Tally {
    say(format_args!("checking the formatting …"));
    let mut tally = Tally::of(passes(
        cargo(workspace, "native").args(["fmt", "--all", "--check"]),
    ));

    say(format_args!("clippy …"));
    let mut clippy = cargo(workspace, "native");
    clippy.args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]);
    tally += Tally::of(passes(&mut clippy));

    tally += lint_page(workspace);
    tally
}

/// The page's code for the browser is behind a feature that the native build never sees.
fn lint_page(workspace: &Workspace) -> Tally {
    if !wasm::native_has_target(workspace) {
        say(format_args!(
            "clippy for WebAssembly is skipped: no {} here",
            wasm::TARGET
        ));
        return Tally::SKIPPED;
    }
    say(format_args!("clippy for WebAssembly …"));
    let mut clippy = cargo(workspace, "wasm");
    clippy.args([
        "clippy",
        "--package",
        "serve-web-app",
        "--package",
        "serve-web-rich",
        "--features",
        "serve-web-app/hydrate",
        "--no-default-features",
    ]);
    clippy.args(["--target", wasm::TARGET, "--", "-D", "warnings"]);
    Tally::of(passes(&mut clippy))
}
