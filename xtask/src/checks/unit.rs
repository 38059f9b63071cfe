//! `cargo test` over the workspace.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use anyhow::{Context as _, Result};

use crate::command::{cargo, say};
use crate::setup::need_c_compiler;
use crate::tally::{self, Tally};
use crate::workspace::Workspace;

pub(super) fn run(workspace: &Workspace) -> Result<Tally> {
    need_c_compiler()?;
    say(format_args!("cargo test …"));
    let mut test = cargo(workspace, "native");
    test.args(["test", "--workspace", "--no-fail-fast"]);
    let mut child = test
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start `cargo test`")?;
    let output = child.stdout.take().context("`cargo test` has no output")?;

    let mut tally = Tally::default();
    for line in BufReader::new(output).split(b'\n') {
        // A test may print bytes that are no text.
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        if let Some(counts) = tally::of_cargo_line(&line) {
            tally += counts;
        }
    }
    let status = child.wait()?;
    Ok(tally.with_exit(status.success()))
}
