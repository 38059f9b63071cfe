//! A conversation's page in a real browser, open while an agent writes it.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use anyhow::{Context as _, Result, bail};

use super::scenario::Drawing;
use crate::command::program;
use crate::setup::browser::Browser;
use crate::workspace::Workspace;

/// A page that follows.
#[derive(Debug)]
pub(super) struct OpenPage {
    script: Child,
    drawing: Drawing,
}

impl OpenPage {
    /// Opens the page at an address and waits until it follows.
    pub(super) fn open(
        workspace: &Workspace,
        browser: &Browser,
        address: &str,
        screenshot: &Path,
        drawing: Drawing,
    ) -> Result<Self> {
        let mut node = program(workspace, "node");
        node.arg(workspace.root.join("e2e/agents/note.mjs"));
        node.arg(address).arg(screenshot).arg(drawing.name());
        node.env("SERVE_WEB_CHROMIUM", &browser.chromium);
        node.stdin(Stdio::piped()).stdout(Stdio::piped());
        node.stderr(Stdio::piped());
        let script = node.spawn().context("cannot start `node`")?;
        let mut page = Self { script, drawing };
        let stdout = page.script.stdout.as_mut().context("no output")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        if line.trim() != "following" {
            let complaint = page.end()?.unwrap_or_default();
            bail!("it does not follow: {complaint}");
        }
        Ok(page)
    }

    /// Says that the agent has ended, and gives how the page draws the note.
    pub(super) fn judge(self) -> Result<Drawing> {
        let drawing = self.drawing;
        match self.end()? {
            None => Ok(drawing),
            Some(complaint) => bail!(complaint),
        }
    }

    /// Waits until the script has ended, and gives the line in which it says what is wrong.
    fn end(mut self) -> Result<Option<String>> {
        drop(self.script.stdin.take());
        let output = self.script.wait_with_output()?;
        if output.status.success() {
            return Ok(None);
        }
        let stderr = String::from_utf8_lossy(&output.stderr);
        let complaint = stderr.lines().find(|line| line.contains("Error"));
        let complaint = complaint.or_else(|| stderr.lines().last());
        let complaint = complaint.unwrap_or("the script failed").trim();
        Ok(Some(complaint.to_owned()))
    }
}
