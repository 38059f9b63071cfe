//! The laboratory: scripts that run an agent against a stand-in model on loopback.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::agent::Agent;
use super::scenario::Task;
use crate::command::{program, which};
use crate::workspace::Workspace;

/// The shell command that the stand-in model asks for: it prints, takes its time, and fails.
const COMMAND: &str = "echo hello-from-shell; sleep 1; ls /nonexistent; exit 3";

/// The one that an agent is killed in.
const LONG_COMMAND: &str = "echo hello-from-shell; sleep 20";

/// What is different in our copy of the stand-in model: it thinks for a moment before it answers,
/// and it knows Claude Code's tools too, whose names begin with capitals, its sub-agent, and the
/// names that Codex's sub-agents may have to get.
const CHANGES: [(&str, &str); 5] = [
    (
        "elif k=='systemPrompt'",
        "elif k=='task_name': a[k]='sum'\n                elif k=='systemPrompt'",
    ),
    (
        "    names=list(tools)\n",
        "    names=list(tools); time.sleep(0.6)\n",
    ),
    (
        "if re.search(p,n): return n",
        "if re.search(p,n,re.I): return n",
    ),
    ("r'^task$'", "r'^(task|agent)$'"),
    ("a[k]='general'", "a[k]='general-purpose'"),
];

/// The MCP server that an agent has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tools {
    /// `serve-web mcp`.
    Ours,
    /// The laboratory's own, whose tools return every kind of block, and an error.
    OfEveryKind,
}

impl Tools {
    const ALL: [Self; 2] = [Self::Ours, Self::OfEveryKind];

    /// The folder of the copy of the laboratory that has it.
    fn folder(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::OfEveryKind => "of-every-kind",
        }
    }
}

/// Copies of the laboratory, one for each MCP server.
#[derive(Debug)]
pub(super) struct Lab<'a> {
    workspace: &'a Workspace,
    folder: PathBuf,
    /// Where the agents are installed.
    agents: PathBuf,
}

/// What is left of a run, besides the store.
#[derive(Debug)]
pub(super) struct Run {
    /// Whether the agent said that all went well, or was at work when it was killed.
    pub(super) is_success: bool,
    pub(super) started: Instant,
    pub(super) ended: Instant,
    /// What the model was asked and answered, in this run and those before it.
    pub(super) model: String,
}

impl<'a> Lab<'a> {
    /// Copies the scripts and the server into `folder`: both stay what they are for all runs.
    pub(super) fn set_up(
        workspace: &'a Workspace,
        folder: &Path,
        server: &Path,
        agents: PathBuf,
    ) -> Result<Self> {
        if which("python3").is_none() {
            bail!("python3 is missing, which runs the laboratory's scripts");
        }
        for tools in Tools::ALL {
            copy_scripts(&source(workspace), &folder.join(tools.folder()))?;
        }
        let copy = folder.join("serve-web");
        fs::copy(server, &copy).with_context(|| format!("cannot copy {}", server.display()))?;
        let probe = folder.join(Tools::Ours.folder()).join("probe.py");
        fs::write(&probe, wrapper(&copy)?)
            .with_context(|| format!("cannot write {}", probe.display()))?;
        Ok(Self {
            workspace,
            folder: folder.to_owned(),
            agents,
        })
    }

    /// Runs an agent, whose home is made. What it prints stays beside that.
    pub(super) fn run(&self, agent: Agent, home: &Path, task: &Task) -> Result<Run> {
        fs::create_dir_all(home).with_context(|| format!("cannot make {}", home.display()))?;
        let model = home.with_extension("model.log");
        let log = home.with_extension("log");
        let printed = File::options().create(true).append(true).open(&log);
        let printed = printed.with_context(|| format!("cannot write {}", log.display()))?;
        let mut script = program(self.workspace, "python3");
        script.arg(self.folder.join(task.tools.folder()).join("run_agent.py"));
        script.arg(agent.name()).arg(home).arg(task.prompt);
        script
            .env("AGENTS_DIR", self.programs(agent, task)?)
            .env("MOCK_CMD", command_of(task))
            .env("MODEL_LOG", &model);
        script.stdin(Stdio::null());
        script.stdout(printed.try_clone()?).stderr(printed);
        let started = Instant::now();
        let is_success = match task.killed_after {
            None => script.status().context("cannot start `python3`")?.success(),
            Some(after) => run_and_kill(&mut script, after)?,
        };
        Ok(Run {
            is_success,
            started,
            ended: Instant::now(),
            model: fs::read_to_string(&model).unwrap_or_default(),
        })
    }

    /// The folder from which the laboratory takes the agent's program: where a task has words of its
    /// own, one with a script that adds them.
    fn programs(&self, agent: Agent, task: &Task) -> Result<PathBuf> {
        let (_, words) = task.words;
        if words.is_empty() {
            return Ok(self.agents.clone());
        }
        let folder = self.folder.join("programs").join(words.join("_"));
        let programs = folder.join("node_modules/.bin");
        fs::create_dir_all(&programs)?;
        let real = self.agents.join("node_modules/.bin").join(agent.name());
        let path = programs.join(agent.name());
        fs::write(&path, adding(&real, task)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        make_program(&path)?;
        Ok(folder)
    }
}

/// A script that becomes a program, with more words than it was given.
fn adding(real: &Path, task: &Task) -> Result<String> {
    let (at, words) = task.words;
    let real = serde_json::to_string(real)?;
    let words = serde_json::to_string(words)?;
    Ok(format!(
        "#!/usr/bin/env python3\nimport os, sys\n\nwords = sys.argv[1:]\n\
         words[{at}:{at}] = {words}\nos.execv({real}, [{real}, *words])\n"
    ))
}

fn command_of(task: &Task) -> &'static str {
    match task.killed_after {
        None => COMMAND,
        Some(_) => LONG_COMMAND,
    }
}

/// Starts a script and kills it after a time, with all that it started. Says whether it was still at
/// work.
#[cfg(unix)]
fn run_and_kill(script: &mut Command, after: Duration) -> Result<bool> {
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
fn run_and_kill(_script: &mut Command, _after: Duration) -> Result<bool> {
    anyhow::bail!("the laboratory runs on Unix systems only")
}

#[cfg(unix)]
fn make_program(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
        .with_context(|| format!("cannot make {} a program", path.display()))
}

#[cfg(not(unix))]
fn make_program(_path: &Path) -> Result<()> {
    anyhow::bail!("the laboratory runs on Unix systems only")
}

fn change_model(path: &Path) -> Result<()> {
    let mut text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    for (old, new) in CHANGES {
        text = text.replace(old, new);
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn source(workspace: &Workspace) -> PathBuf {
    let shared = env::var_os("SERVE_WEB_SHARED").filter(|path| !path.is_empty());
    let shared = shared.map_or_else(|| workspace.root.join("../shared"), PathBuf::from);
    shared.join("lab")
}

fn copy_scripts(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    let entries = fs::read_dir(from).with_context(|| {
        format!(
            "{} has no laboratory; SERVE_WEB_SHARED names the folder that does",
            from.display()
        )
    })?;
    for entry in entries {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, to.join(name))
                .with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    change_model(&to.join("model.py"))
}

/// A script that becomes the server, in the place of the laboratory's own MCP server. A string of
/// JSON is one of Python too.
fn wrapper(server: &Path) -> Result<String> {
    let path = serde_json::to_string(server)?;
    Ok(format!(
        "import os\n\nos.execv({path}, [\"serve-web\", \"mcp\"])\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_added_where_they_belong() {
        let task = Task {
            prompt: "x",
            tools: Tools::Ours,
            killed_after: None,
            words: (3, &["resume", "--last"]),
        };
        let script = adding(Path::new("/bin/codex"), &task).unwrap();
        let lines: Vec<&str> = script.lines().skip(3).collect();
        let expected = [
            "words = sys.argv[1:]",
            r#"words[3:3] = ["resume","--last"]"#,
            r#"os.execv("/bin/codex", ["/bin/codex", *words])"#,
        ];
        assert_eq!(lines, expected);
    }
}
