//! The server of another commit, built by that commit's own tasks.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::command::{output_of, program, run, say};
use crate::workspace::Workspace;

/// A server that is measured, and what it was built from.
#[derive(Debug)]
pub(super) struct Side {
    pub(super) program: PathBuf,
    pub(super) name: String,
}

/// What this checkout is: its commit, and whether anything in it is not committed.
pub(super) fn name_of_here(workspace: &Workspace) -> String {
    let git = |arguments: &[&str]| output_of(program(workspace, "git").args(arguments));
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else {
        return "this checkout".to_owned();
    };
    if git(&["status", "--porcelain"]).is_some_and(|changes| !changes.is_empty()) {
        format!("{commit} with changes")
    } else {
        commit
    }
}

/// Builds the server of a commit in a worktree in the cache, unless it was built before. The worktree
/// goes afterwards, the program stays.
pub(super) fn build(workspace: &Workspace, revision: &str) -> Result<Side> {
    let commit = resolve(workspace, revision)?;
    let name = if commit.starts_with(revision) {
        commit.clone()
    } else {
        format!("{commit} ({revision})")
    };
    let _lock = workspace.lock("bench")?;
    let folder = workspace.cache.join("bench/programs").join(&commit);
    let kept = folder.join(format!("serve-web{}", env::consts::EXE_SUFFIX));
    if !kept.is_file() {
        let worktree = Worktree::add(workspace, &commit)?;
        let built = worktree.build()?;
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let partial = kept.with_extension("partial");
        fs::copy(&built, &partial)
            .and_then(|_| fs::rename(&partial, &kept))
            .with_context(|| format!("cannot write {}", kept.display()))?;
    }
    Ok(Side {
        program: kept,
        name,
    })
}

/// The commit that a revision names, in twelve digits.
fn resolve(workspace: &Workspace, revision: &str) -> Result<String> {
    let mut git = program(workspace, "git");
    // What begins with a hyphen would be an option of git's.
    git.args([
        "rev-parse",
        "--verify",
        "--quiet",
        "--short=12",
        "--end-of-options",
    ]);
    git.arg(format!("{revision}^{{commit}}"));
    output_of(&mut git).filter(|commit| !commit.is_empty()).with_context(|| {
        format!("`{revision}` names no commit here: `git log --oneline --all` lists them, `git fetch` brings more")
    })
}

/// A checkout of another commit, gone when the value is.
struct Worktree<'a> {
    workspace: &'a Workspace,
    /// The same tools and build folders, and another root.
    other: Workspace,
}

impl<'a> Worktree<'a> {
    fn add(workspace: &'a Workspace, commit: &str) -> Result<Self> {
        let root = workspace.cache.join("bench/worktrees").join(commit);
        let worktree = Self {
            workspace,
            other: Workspace {
                root,
                cache: workspace.cache.clone(),
            },
        };
        // An interrupted run may have left it.
        worktree.remove();
        let mut git = program(workspace, "git");
        git.args(["worktree", "add", "--quiet", "--detach"]);
        git.arg(worktree.root()).arg(commit);
        run(&mut git).context("the other commit cannot be checked out")?;
        Ok(worktree)
    }

    fn root(&self) -> &Path {
        &self.other.root
    }

    /// Builds the server as the commit's own task does, and says where it is.
    fn build(&self) -> Result<PathBuf> {
        say(format_args!(
            "building the other commit in {} …",
            self.root().display()
        ));
        let mut cargo = program(&self.other, "cargo");
        cargo.args(["xtask", "run", "--", "--version"]);
        // Its tasks are built in a folder of their own, which goes with the worktree.
        cargo.env_remove("CARGO_TARGET_DIR");
        cargo.env_remove("SERVE_WEB_DIST");
        cargo.env("SERVE_WEB_CACHE", &self.other.cache);
        run(&mut cargo).context("the other commit was not built: what it says above is why; --against takes any commit whose `cargo xtask run` works")?;
        let built = format!("target/serve-web/serve-web{}", env::consts::EXE_SUFFIX);
        let path = self.root().join(built);
        if !path.is_file() {
            bail!(
                "the other commit left no {}: --against takes commits whose `cargo xtask run` does",
                path.display()
            );
        }
        Ok(path)
    }

    /// Where there is none, nothing happens.
    fn remove(&self) {
        let mut git = program(self.workspace, "git");
        git.args(["worktree", "remove", "--force"]).arg(self.root());
        drop(output_of(&mut git));
        drop(fs::remove_dir_all(self.root()));
        drop(output_of(
            program(self.workspace, "git").args(["worktree", "prune"]),
        ));
    }
}

impl Drop for Worktree<'_> {
    fn drop(&mut self) {
        self.remove();
    }
}
