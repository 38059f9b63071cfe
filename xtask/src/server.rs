//! The server's binary with the page inside.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::built;
use crate::command::{cargo, run as run_step, say};
use crate::dist;
use crate::setup::need_c_compiler;
use crate::stamp;
use crate::workspace::Workspace;

/// Tells what the binary beside it was built from.
const STAMP: &str = ".stamp";
/// The name under which built servers are kept.
const KIND: &str = "server";

/// Builds the page and the server, and becomes the server.
pub(crate) fn run(workspace: &Workspace, args: &[String]) -> Result<ExitCode> {
    let mut server = Command::new(build(workspace)?);
    become_program(server.args(args))
}

/// Builds the page and the server with the page inside, and returns the path of the binary.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    dist::build(workspace)?;
    need_c_compiler()?;
    let _lock = workspace.lock("build")?;
    let stamp = stamp::of_server(workspace)?;
    let folder = workspace.root.join("target/serve-web");
    let path = folder.join(format!("serve-web{}", env::consts::EXE_SUFFIX));
    let stamp_path = folder.join(STAMP);
    if path.is_file() && fs::read_to_string(&stamp_path).is_ok_and(|old| old == stamp) {
        return Ok(path);
    }
    if built::restore(workspace, KIND, &stamp, &folder)? {
        say(format_args!("the server was built before"));
        return Ok(path);
    }
    let mut build = cargo(workspace, "native");
    build.args(["build", "--release", "--package", "serve-web"]);
    build.env("SERVE_WEB_DIST", workspace.dist());
    say(format_args!("building the server …"));
    run_step(&mut build).context("the server was not built")?;
    copy_binary(workspace, &folder, &path)?;
    fs::write(&stamp_path, &stamp)
        .with_context(|| format!("cannot write {}", stamp_path.display()))?;
    built::keep(workspace, KIND, &stamp, &folder)?;
    Ok(path)
}

/// All checkouts share one build folder, and another one may build its own server there while
/// this one runs. The copy stays.
fn copy_binary(workspace: &Workspace, folder: &Path, path: &Path) -> Result<()> {
    let name = format!("serve-web{}", env::consts::EXE_SUFFIX);
    let built = workspace.target("native").join("release").join(&name);
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    // A program that runs cannot be written to, but it can be replaced.
    let partial = folder.join(format!("{name}.partial"));
    fs::copy(&built, &partial).with_context(|| format!("cannot copy {}", built.display()))?;
    fs::rename(&partial, path).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(unix)]
fn become_program(command: &mut Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec()).context("the server does not start")
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result<ExitCode> {
    let status = command.status().context("the server does not start")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
