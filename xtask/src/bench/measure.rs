//! Runs the measurements in Node, and gathers what they say.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{ChildStdout, Stdio};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};

use super::figures::{Figures, Sample};
use crate::checks::browser_environment;
use crate::command::program;
use crate::setup::browser::Browser;
use crate::workspace::Workspace;

/// What `e2e/bench/run.mjs` is told.
#[derive(Debug, Serialize)]
pub(super) struct Plan {
    pub(super) parts: Vec<&'static str>,
    pub(super) conversations: Vec<Conversation>,
    /// The servers, which are measured in turn.
    pub(super) programs: Vec<PathBuf>,
    /// The most rounds of a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rounds: Option<u32>,
}

/// A generated conversation.
#[derive(Debug, Serialize)]
pub(super) struct Conversation {
    pub(super) agent: &'static str,
    /// In events.
    pub(super) size: u64,
}

/// All that was measured.
#[derive(Debug, Default, Serialize)]
pub(super) struct Measured {
    pub(super) machine: Option<Machine>,
    /// The conversations, in the order in which they came.
    pub(super) inputs: Vec<Input>,
    pub(super) figures: Figures,
}

/// What measured.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Machine {
    pub(super) node: String,
    pub(super) chromium: String,
}

/// What a conversation is.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(super) struct Input {
    /// The words that samples name it by.
    #[serde(rename = "input")]
    pub(super) name: String,
    pub(super) events: u64,
    pub(super) bytes: u64,
}

/// A line that `run.mjs` says.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Sample(Sample),
    Input(Input),
    Machine(Machine),
}

impl Measured {
    fn add(&mut self, line: &str) -> Result<()> {
        let line = serde_json::from_str(line)
            .with_context(|| format!("`run.mjs` said what is not understood: {line}"))?;
        match line {
            Line::Sample(sample) => self.figures.add(sample),
            Line::Input(input) if self.inputs.contains(&input) => {}
            Line::Input(input) => self.inputs.push(input),
            Line::Machine(machine) => self.machine = Some(machine),
        }
        Ok(())
    }
}

/// Measures, which takes minutes. What was measured until something failed is lost.
pub(super) fn run(workspace: &Workspace, browser: &Browser, plan: &Plan) -> Result<Measured> {
    let mut node = program(workspace, "node");
    // A client of the WebSocket is behind this flag in Node 20, and always there in later ones.
    node.arg("--experimental-websocket");
    node.arg(workspace.root.join("e2e/bench/run.mjs"));
    node.arg(serde_json::to_string(plan)?);
    let here = plan.programs.first().context("no server to measure")?;
    browser_environment(workspace, &mut node, here, browser)?;
    node.env("SERVE_WEB_CACHE", &workspace.cache);
    node.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = node.spawn().context("cannot start `node`")?;
    let stdout = child.stdout.take().context("`node` has no output")?;
    let gathered = gather(stdout);
    let status = child.wait()?;
    if !status.success() {
        bail!("the measurement failed ({status}): what it says above is why");
    }
    gathered
}

fn gather(stdout: ChildStdout) -> Result<Measured> {
    let mut measured = Measured::default();
    for line in BufReader::new(stdout).lines() {
        measured.add(&line?)?;
    }
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        let mut measured = Measured::default();
        let input = r#"{"input":"jp 1000","events":1001,"bytes":908734}"#;
        for line in [
            r#"{"node":"v20.20.2","chromium":"156.0"}"#,
            input,
            input,
            r#"{"part":"page","input":"jp 1000","figure":"bytes","unit":"B","side":0,"round":0,"values":[5]}"#,
        ] {
            measured.add(line).unwrap();
        }
        assert_eq!(measured.inputs.len(), 1);
        assert_eq!(measured.figures.all().len(), 1);
        assert_eq!(measured.machine.as_ref().unwrap().node, "v20.20.2");
        assert!(measured.add("no JSON").is_err());
        assert!(measured.add("{}").is_err());
    }
}
