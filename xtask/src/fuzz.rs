//! `cargo xtask fuzz`: every reader, and markdown, under invented and damaged input (`fuzz/`).
//!
//! What is interesting of the inputs is kept in the cache, by target, so that the next run goes on
//! from there; so is what stopped a run. No code of the project is unsafe and SQLite's is not
//! instrumented: an address sanitizer has nothing to watch, and is left out.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};

use crate::claim::claim;
use crate::command::{program, run as run_step, say};
use crate::setup::{need_c_compiler, tools};
use crate::workspace::Workspace;

/// What to run.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Only these (all without one)
    #[arg(value_enum)]
    targets: Vec<Target>,
    /// How many inputs each gets
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    runs: u64,
}

/// A program in `fuzz/fuzz_targets`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Target {
    Claude,
    Codex,
    GooseDatabase,
    GooseLines,
    Jp,
    Markdown,
    Results,
    Streamed,
}

impl Target {
    fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::GooseDatabase => "goose_database",
            Self::GooseLines => "goose_lines",
            Self::Jp => "jp",
            Self::Markdown => "markdown",
            Self::Results => "results",
            Self::Streamed => "streamed",
        }
    }

    /// How long an input may be, in bytes: longer ones find the same, later. A database has to fit
    /// in.
    fn longest(self) -> u32 {
        match self {
            Self::GooseDatabase => 16 * 1024,
            Self::Markdown | Self::Results | Self::Streamed => 300,
            Self::Claude | Self::Codex | Self::GooseLines | Self::Jp => 1200,
        }
    }
}

/// The folders of a target, outside the checkout.
#[derive(Debug)]
struct Folders {
    corpus: PathBuf,
    /// What the target writes there when it starts.
    seeds: PathBuf,
    artifacts: PathBuf,
}

impl Folders {
    fn of(workspace: &Workspace, target: Target) -> Result<Self> {
        let folder = workspace.cache.join("fuzz").join(target.name());
        let made = |name: &str| {
            let path = folder.join(name);
            fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
            Ok::<_, anyhow::Error>(path)
        };
        Ok(Self {
            corpus: made("corpus")?,
            seeds: made("seeds")?,
            artifacts: made("artifacts")?,
        })
    }
}

/// Runs the targets one after the other and prints a line for each.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<ExitCode> {
    let chosen = match &options.targets[..] {
        [] => Target::value_variants(),
        chosen => chosen,
    };
    need_c_compiler()?;
    let cargo_fuzz = {
        let _lock = workspace.lock("setup")?;
        tools::ensure_cargo_fuzz(workspace)?
    };
    let _lock = workspace.lock("fuzz")?;
    // Apart, so that no target's time is that of the compiler.
    run_step(&mut command(workspace, &cargo_fuzz.path, "build"))?;
    let mut has_finds = false;
    for target in chosen {
        let mut fuzz = command(workspace, &cargo_fuzz.path, "run");
        has_finds |= fuzz_one(workspace, *target, options.runs, &mut fuzz)?;
    }
    Ok(if has_finds {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// `cargo fuzz` with the compiler at hand, which is a stable one, and without what makes inputs
/// slow: debug assertions of libraries, and a report of each comparison.
fn command(workspace: &Workspace, cargo_fuzz: &Path, what: &str) -> Command {
    let mut fuzz = program(workspace, cargo_fuzz);
    fuzz.env("RUSTC_BOOTSTRAP", "1");
    fuzz.args([what, "--fuzz-dir"])
        .arg(workspace.root.join("fuzz"));
    fuzz.arg("--target-dir").arg(claim(workspace, "fuzz"));
    fuzz.args(["--sanitizer", "none", "--release", "--no-trace-compares"]);
    fuzz.args(["--codegen-units", "16"]);
    fuzz
}

/// Gives one target its inputs; says whether one of them broke a law.
fn fuzz_one(workspace: &Workspace, target: Target, runs: u64, fuzz: &mut Command) -> Result<bool> {
    let folders = Folders::of(workspace, target)?;
    say(format_args!("{}: {runs} inputs …", target.name()));
    fuzz.arg(target.name());
    fuzz.args([&folders.corpus, &folders.seeds]);
    fuzz.arg("--").arg(format!("-runs={runs}"));
    fuzz.arg(format!("-max_len={}", target.longest()));
    fuzz.arg(format!("-artifact_prefix={}/", folders.artifacts.display()));
    fuzz.args(["-print_final_stats=1", "-timeout=60"]);
    fuzz.env("SERVE_WEB_FUZZ_SEEDS", &folders.seeds);
    // Readers take a large buffer for each look. From the system it comes empty, otherwise each would
    // be emptied.
    fuzz.env("MALLOC_MMAP_THRESHOLD_", "262144");
    let started = Instant::now();
    let outcome = observe(fuzz)?;
    println!(
        "{:<16} {:>10} inputs {:>6} s   {}",
        target.name(),
        outcome.n_inputs,
        started.elapsed().as_secs(),
        outcome.words(&folders)
    );
    Ok(!outcome.is_success)
}

/// What a run said.
#[derive(Debug, Default)]
struct Outcome {
    n_inputs: u64,
    is_success: bool,
    /// The file with the input that stopped it.
    find: Option<String>,
}

impl Outcome {
    fn words(&self, folders: &Folders) -> String {
        match (&self.find, self.is_success) {
            (Some(find), _) => format!("a find: {find}"),
            (None, true) => "no finds".to_owned(),
            (None, false) => format!("stopped; see {}", folders.artifacts.display()),
        }
    }

    /// Takes a line of libFuzzer's.
    fn take(&mut self, line: &str) {
        if let Some(n) = line.strip_prefix("stat::number_of_executed_units:") {
            self.n_inputs = n.trim().parse().unwrap_or_default();
        }
        if let Some((_, path)) = line.split_once("Test unit written to ") {
            self.find = Some(path.trim().to_owned());
        }
    }
}

/// Runs a command, passes on what it says, and remembers what counts.
fn observe(fuzz: &mut Command) -> Result<Outcome> {
    let mut child = fuzz
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start `cargo fuzz`")?;
    let said = child.stderr.take().context("`cargo fuzz` says nothing")?;
    let mut outcome = Outcome::default();
    for line in BufReader::new(said).split(b'\n') {
        // A find may print bytes that are no text.
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        eprintln!("{line}");
        outcome.take(&line);
    }
    outcome.is_success = child.wait()?.success();
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_is_read_from_what_is_said() {
        let mut outcome = Outcome::default();
        for line in [
            "#1024\tpulse  cov: 3 ft: 4 corp: 5/6b",
            "artifact_prefix='/a/'; Test unit written to /a/crash-1f",
            "stat::number_of_executed_units: 1234",
        ] {
            outcome.take(line);
        }
        assert_eq!(outcome.n_inputs, 1234);
        assert_eq!(outcome.find.as_deref(), Some("/a/crash-1f"));
    }

    /// Cargo has to know each of them as a program.
    #[test]
    fn every_target_is_there() {
        let fuzz = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/fuzz_targets");
        for target in Target::value_variants() {
            let path = PathBuf::from(fuzz).join(format!("{}.rs", target.name()));
            assert!(path.is_file(), "{}", path.display());
        }
    }
}
