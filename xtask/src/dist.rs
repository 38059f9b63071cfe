//! The page in `dist/`: Trunk builds it, and [`crate::assets`] completes it as Trunk's hook.

use std::env;
use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::assets::manifest::{self, Manifest};
use crate::built;
use crate::claim::claim;
use crate::command::{program, run, say};
use crate::setup;
use crate::stamp;
use crate::workspace::Workspace;

/// Trunk empties `dist/` at every build, so a stamp there is as old as the files beside it.
const STAMP: &str = ".stamp";
/// The name under which built pages are kept.
const KIND: &str = "page";

/// Builds the page, unless `dist/` already holds it.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let frontend = setup::frontend(workspace)?;
    let compiler = frontend.compiler;
    let _lock = workspace.lock("build")?;

    // Taken before the build: a file that is saved meanwhile makes the next call build again.
    let stamp = stamp::of_sources(workspace, compiler.target_folder())?;
    let stamp_path = workspace.dist().join(STAMP);
    if fs::read_to_string(&stamp_path).is_ok_and(|old| old == stamp) && is_complete(workspace) {
        return Ok(());
    }

    if built::restore(workspace, KIND, &stamp, &workspace.dist())? && is_complete(workspace) {
        say(format_args!("the page was built before"));
        return Ok(());
    }

    say(format_args!("building the page with Trunk …"));
    let mut trunk = program(workspace, &frontend.trunk.path);
    trunk.args(["build", "--release", "--skip-version-check"]);
    trunk.env(
        "CARGO_TARGET_DIR",
        claim(workspace, compiler.target_folder()),
    );
    // The hook must not be compiled again with the compiler and flags of the page.
    trunk.env(
        "SERVE_WEB_XTASK",
        env::current_exe().context("this program has no path")?,
    );
    // Trunk takes its flags from these too, and stops at the usual values of NO_COLOR.
    for name in ["NO_COLOR", "RUST_LOG", "TRUNK_CONFIG", "TRUNK_STAGING_DIR"] {
        trunk.env_remove(name);
    }
    // It prints the stack of every refused build, which hides the line that says why.
    trunk.env_remove("RUST_BACKTRACE");
    compiler.prepare(
        &mut trunk,
        &[frontend.wasm_bindgen.folder(), frontend.trunk.folder()],
    )?;
    run(&mut trunk).context("the page was not built")?;
    if !is_complete(workspace) {
        bail!(
            "Trunk succeeded, but its hook left no complete page in {}",
            workspace.dist().display()
        );
    }

    fs::write(&stamp_path, &stamp)
        .with_context(|| format!("cannot write {}", stamp_path.display()))?;
    built::keep(workspace, KIND, &stamp, &workspace.dist())
}

/// The manifest of the page that was built last.
pub(crate) fn manifest(workspace: &Workspace) -> Result<Manifest> {
    manifest::read(&workspace.dist())
}

fn is_complete(workspace: &Workspace) -> bool {
    let dist = workspace.dist();
    manifest(workspace).is_ok_and(|manifest| {
        manifest
            .files
            .iter()
            .all(|file| dist.join(&file.name).is_file())
    })
}
