//! Ending an agent in the middle of its work.

use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};

/// Starts a script and kills it after a time, with all that it started. Says whether it was still at
/// work.
#[cfg(unix)]
pub(super) fn run_and_kill(script: &mut Command, after: Duration) -> Result<bool> {
    use std::os::unix::process::CommandExt as _;
    let mut child = script
        .process_group(0)
        .spawn()
        .context("cannot start `python3`")?;
    thread::sleep(after);
    if child.try_wait()?.is_some() {
        return Ok(false);
    }
    let group = format!("-{}", child.id());
    let mut kill = Command::new("kill");
    kill.args(["-s", "KILL", "--", &group]);
    kill.status().context("cannot start `kill`")?;
    child.wait()?;
    Ok(true)
}

#[cfg(not(unix))]
pub(super) fn run_and_kill(_script: &mut Command, _after: Duration) -> Result<bool> {
    anyhow::bail!("the laboratory runs on Unix systems only")
}
