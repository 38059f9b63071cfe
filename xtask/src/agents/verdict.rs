//! Whether an agent heard the acknowledgement and went on, and what it kept of the message.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::lab::Run;

/// The message in the stand-in model's call, as far as no store changes it.
const MESSAGE: &str = "**Phase 1** done: 14 call sites migrated.";
/// What the tool answers.
const ACKNOWLEDGEMENT: &str = "Message shown to user.";
/// What the stand-in model says when it has nothing more to do.
const FINAL_ANSWER: &str = "Finished. Everything is migrated.";
/// Where the server's result has its blocks a second time.
const COPY: &str = "serve-web/blocks";

/// What one agent made of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Why it failed, if it did.
    pub(super) fault: Option<String>,
    pub(super) took: Duration,
    /// Whether the result's `_meta` is in the store.
    pub(super) keeps_copy: bool,
    /// The files that have the acknowledgement.
    pub(super) files: Vec<PathBuf>,
}

impl Verdict {
    /// Of runs that told something: the model's log and the store must have it.
    pub(super) fn of_note(runs: &[Run], stored: &[(PathBuf, Vec<u8>)]) -> Self {
        let has = |text: &str| stored.iter().any(|(_, bytes)| contains(bytes, text));
        let log = runs.last().map_or("", |run| run.model.as_str());
        let fault = fault_of(log).or_else(|| {
            if !has(MESSAGE) {
                Some("the store has no message")
            } else if !has(ACKNOWLEDGEMENT) {
                Some("the store has no acknowledgement")
            } else if !has(FINAL_ANSWER) {
                Some("the store has no final answer")
            } else {
                None
            }
        });
        let mut verdict = Self::of(runs, stored);
        verdict.fault = fault.map(str::to_owned).or(verdict.fault);
        verdict
    }

    /// Of runs of any kind: they must end well.
    pub(super) fn of(runs: &[Run], stored: &[(PathBuf, Vec<u8>)]) -> Self {
        let has_failed = runs.iter().any(|run| !run.is_success);
        let files = stored
            .iter()
            .filter(|(_, bytes)| contains(bytes, ACKNOWLEDGEMENT))
            .map(|(path, _)| path.clone());
        Self {
            fault: has_failed.then(|| "it went on, but ended with an error".to_owned()),
            took: runs.iter().map(|run| run.ended - run.started).sum(),
            keeps_copy: stored.iter().any(|(_, bytes)| contains(bytes, COPY)),
            files: files.collect(),
        }
    }

    /// The files that have the acknowledgement, for people.
    pub(super) fn places(&self) -> String {
        let files = self.files.iter().map(|file| file.display().to_string());
        files.collect::<Vec<_>>().join(" ")
    }
}

/// What is missing in the model's log. It has a line for each request, with the number of results
/// in it, and with what the model answers.
fn fault_of(log: &str) -> Option<&'static str> {
    let mut plans = log.lines().filter_map(|line| {
        let (n_results, plan) = line.strip_prefix("PLAN ")?.split_once(' ')?;
        Some((n_results.parse::<usize>().ok()?, plan))
    });
    // Names of tools have the server's before them, in several ways.
    if !plans.any(|(_, plan)| plan.contains("tell_user', {'message'")) {
        return Some("the model was never offered tell_user");
    }
    let after: Vec<(usize, &str)> = plans.collect();
    let heard = after.iter().position(|(n_results, _)| *n_results > 0);
    let Some(heard) = heard else {
        return Some("the model never got the tool's result");
    };
    let is_final = |(_, plan): &(usize, &str)| plan.contains(FINAL_ANSWER);
    if !after[heard..].iter().any(is_final) {
        return Some("there was no final answer after the tool's result");
    }
    None
}

/// The files of a store, and what they hold.
pub(super) fn stored_below(folder: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        // An agent that stopped at once has no store.
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.is_file() {
                let bytes =
                    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                found.push((path, bytes));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|part| part == text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    const TOLD: &str = "PLAN 0 NOTE [('reason', 'x'), ('call', 'p__tell_user', {'message': 'x'})]";
    const SHELL: &str = "PLAN 1 NOTE [('call', 'shell', {'command': 'x'})]";
    const FINAL: &str = "PLAN 2 NOTE [('text', 'Finished. Everything is migrated.')]";

    fn verdict(log: &[&str], is_success: bool, stored: &str) -> Verdict {
        let started = Instant::now();
        let run = Run {
            is_success,
            started,
            ended: started + Duration::from_millis(1234),
            model: log.join("\n"),
        };
        Verdict::of_note(
            &[run],
            &[(PathBuf::from("/s.jsonl"), stored.as_bytes().to_vec())],
        )
    }

    #[test]
    fn the_model_must_hear_the_result_and_answer() {
        for (log, fault) in [
            (&["TOOLS ['x']", TOLD, SHELL, FINAL][..], None),
            (
                &[
                    "PLAN 0 x [('text', 'Probe session title')]",
                    TOLD,
                    "PLAN 1 NOTE please [('text', 'Finished. Everything is migrated.')]",
                ],
                None,
            ),
            (&[], Some("the model was never offered tell_user")),
            (
                &["PLAN 0 NOTE [('text', 'Finished. Everything is migrated.')]"],
                Some("the model was never offered tell_user"),
            ),
            (&[TOLD], Some("the model never got the tool's result")),
            (
                &[TOLD, "PLAN 0 NOTE [('text', 'x')]"],
                Some("the model never got the tool's result"),
            ),
            (
                &[TOLD, SHELL],
                Some("there was no final answer after the tool's result"),
            ),
            (
                &[FINAL, TOLD, SHELL],
                Some("there was no final answer after the tool's result"),
            ),
        ] {
            assert_eq!(fault_of(&log.join("\n")), fault, "{log:?}");
        }
    }

    #[test]
    fn the_store_must_have_all_three_texts() {
        let log = [TOLD, SHELL, FINAL];
        let all = format!("{MESSAGE} {ACKNOWLEDGEMENT} {FINAL_ANSWER}");
        assert_eq!(verdict(&log, true, &all).fault, None);
        for (missing, fault) in [
            (MESSAGE, "the store has no message"),
            (ACKNOWLEDGEMENT, "the store has no acknowledgement"),
            (FINAL_ANSWER, "the store has no final answer"),
        ] {
            let found = verdict(&log, true, &all.replace(missing, ""));
            assert_eq!(found.fault.as_deref(), Some(fault));
        }
        let found = verdict(&log, false, &all);
        let fault = Some("it went on, but ended with an error");
        assert_eq!(found.fault.as_deref(), fault);
    }

    #[test]
    fn the_places_and_times_of_all_runs_are_told() {
        let found = verdict(&[], true, &format!("{ACKNOWLEDGEMENT} {COPY}"));
        assert_eq!(found.places(), "/s.jsonl");
        assert_eq!(found.took, Duration::from_millis(1234));
        assert!(found.keeps_copy);
    }
}
