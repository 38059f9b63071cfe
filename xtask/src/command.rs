//! Starting other programs: what they inherit, and what is said when they fail.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::claim::claim;
use crate::workspace::Workspace;

/// Tells the person at the terminal what happens. On stderr, because the output of
/// `cargo xtask run` belongs to the server.
pub(crate) fn say(message: fmt::Arguments<'_>) {
    eprintln!("serve-web: {message}");
}

/// A program that starts in the checkout, without the variables that `cargo run` set for this
/// one: some build scripts watch them, and would run again at every change of caller.
pub(crate) fn program(workspace: &Workspace, name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(&workspace.root);
    for (key, _) in env::vars_os() {
        let key_text = key.to_string_lossy();
        let is_ours = key_text.starts_with("CARGO_PKG_")
            || key_text.starts_with("CARGO_MANIFEST_")
            || [
                "CARGO_BIN_NAME",
                "CARGO_CRATE_NAME",
                "CARGO_PRIMARY_PACKAGE",
            ]
            .contains(&&*key_text);
        if is_ours {
            command.env_remove(&key);
        }
    }
    command
}

/// A native cargo call that keeps its work in the shared build folder `target`.
pub(crate) fn cargo(workspace: &Workspace, target: &str) -> Command {
    let mut command = program(workspace, "cargo");
    command.env("CARGO_TARGET_DIR", claim(workspace, target));
    command.env_remove("SERVE_WEB_DIST");
    command
}

/// Runs a command whose progress the person sees. What it prints goes to stderr.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command
        .stdin(Stdio::null())
        .stdout(io::stderr())
        .status()
        .with_context(|| format!("cannot start `{}`", line(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", line(command));
    }
    Ok(())
}

/// Runs a command as [`run`] does, and ends it after `limit`.
pub(crate) fn run_within(command: &mut Command, limit: Duration) -> Result<()> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(io::stderr())
        .spawn()
        .with_context(|| format!("cannot start `{}`", line(command)))?;
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            if status.success() {
                return Ok(());
            }
            bail!("`{}` failed ({status})", line(command));
        }
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            bail!("`{}` took longer than {} s", line(command), limit.as_secs());
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// What a command prints, or nothing if it cannot start or fails.
pub(crate) fn output_of(command: &mut Command) -> Option<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The first program of this name on PATH.
pub(crate) fn which(name: &str) -> Option<PathBuf> {
    let file_name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(&file_name))
        .find(|path| is_program(path))
}

/// Whether a file could be started.
pub(crate) fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        path.metadata()
            .is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        path.is_file()
    }
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_hangs_is_ended() {
        let mut sleep = Command::new("sleep");
        let error = run_within(sleep.arg("30"), Duration::from_millis(10)).unwrap_err();
        assert_eq!(error.to_string(), "`sleep 30` took longer than 0 s");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(&mut Command::new("serve-web-no-such-program")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot start `serve-web-no-such-program`"
        );
    }
}
