//! The laboratory's scripts, and what is put in the place of some.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::agents::scenario::Task;
use crate::workspace::Workspace;

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

fn change_model(path: &Path) -> Result<()> {
    let mut text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    for (old, new) in CHANGES {
        text = text.replace(old, new);
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

pub(super) fn source(workspace: &Workspace) -> PathBuf {
    let shared = env::var_os("SERVE_WEB_SHARED").filter(|path| !path.is_empty());
    let shared = shared.map_or_else(|| workspace.root.join("../shared"), PathBuf::from);
    shared.join("lab")
}

/// Copies them, with what is different in ours.
pub(super) fn copy_scripts(from: &Path, to: &Path) -> Result<()> {
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

/// Puts the server in the place of the laboratory's own MCP server.
pub(super) fn serve_ours(folder: &Path, server: &Path) -> Result<()> {
    let probe = folder.join("probe.py");
    fs::write(&probe, wrapper(server)?).with_context(|| format!("cannot write {}", probe.display()))
}

/// A script that becomes the server, in the place of the laboratory's own MCP server. A string of
/// JSON is one of Python too.
fn wrapper(server: &Path) -> Result<String> {
    let path = serde_json::to_string(server)?;
    Ok(format!(
        "import os\n\nos.execv({path}, [\"serve-web\", \"mcp\"])\n"
    ))
}

/// Writes a program that becomes `real`, with the words that a task adds.
pub(super) fn add_words(real: &Path, task: &Task, path: &Path) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, adding(real, task)?)
        .with_context(|| format!("cannot write {}", path.display()))?;
    make_program(path)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::lab::Tools;

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
