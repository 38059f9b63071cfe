//! The server's binary with the page inside.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::command::{cargo, run as run_step, say};
use crate::dist;
use crate::setup::need_c_compiler;
use crate::workspace::Workspace;

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
    let mut build = cargo(workspace, "native");
    build.args(["build", "--release", "--package", "serve-web"]);
    build.env("SERVE_WEB_DIST", workspace.dist());
    say(format_args!("building the server …"));
    run_step(&mut build).context("the server was not built")?;
    copy_binary(workspace)
}

/// All checkouts share one build folder, and another one may build its own server there while
/// this one runs. The copy stays.
fn copy_binary(workspace: &Workspace) -> Result<PathBuf> {
    let name = format!("serve-web{}", env::consts::EXE_SUFFIX);
    let built = workspace.target("native").join("release").join(&name);
    let folder = workspace.root.join("target/serve-web");
    let path = folder.join(&name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    // A program that runs cannot be written to, but it can be replaced.
    let partial = folder.join(format!("{name}.partial"));
    fs::copy(&built, &partial).with_context(|| format!("cannot copy {}", built.display()))?;
    fs::rename(&partial, &path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
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
