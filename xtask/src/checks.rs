//! `cargo xtask test`: every check of the project, counted.

use std::process::{Command, ExitCode};

use anyhow::Result;
use clap::ValueEnum;

use crate::command::say;
use crate::dist;
use crate::page_sizes;
use crate::server;
use crate::tally::Tally;
use crate::workspace::Workspace;

mod browser;
mod lint;
mod unit;

pub(crate) use browser::environment as browser_environment;

/// A part of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stage {
    /// Formatting and clippy
    Lint,
    /// `cargo test`
    Unit,
    /// The bytes of the page against the budget
    Size,
    /// Playwright in Chromium
    Browser,
}

/// Runs the stages, all of them if `only` is empty. A stage that fails does not stop the next.
pub(crate) fn run(workspace: &Workspace, only: &[Stage]) -> ExitCode {
    let is_wanted = |stage: Stage| only.is_empty() || only.contains(&stage);
    let mut total = Tally::default();
    if is_wanted(Stage::Lint) {
        total += report(Stage::Lint, Ok(lint::run(workspace)));
    }
    if is_wanted(Stage::Unit) {
        total += report(Stage::Unit, unit::run(workspace));
    }
    let wanted_of_page = [Stage::Size, Stage::Browser]
        .into_iter()
        .filter(|stage| is_wanted(*stage));
    total += check_page(workspace, &wanted_of_page.collect::<Vec<_>>());
    println!("{total}");
    if total.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Says how a stage ended. One that could not run at all counts as a failure.
fn report(stage: Stage, outcome: Result<Tally>) -> Tally {
    let name = stage
        .to_possible_value()
        .map_or_else(String::new, |value| value.get_name().to_owned());
    let tally = outcome.unwrap_or_else(|error| {
        say(format_args!("{error:#}"));
        Tally::FAILED
    });
    say(format_args!("{name}: {tally}"));
    tally
}

/// The stages that need the built page. Without it each of them has failed.
fn check_page(workspace: &Workspace, stages: &[Stage]) -> Tally {
    let mut total = Tally::default();
    if stages.is_empty() {
        return total;
    }
    let page = dist::build(workspace).inspect_err(|error| say(format_args!("{error:#}")));
    for stage in stages {
        total += match (&page, stage) {
            (Err(_), _) => report(*stage, Ok(Tally::FAILED)),
            (Ok(()), Stage::Browser) => report(*stage, check_browser(workspace)),
            (Ok(()), _) => report(*stage, check_size(workspace)),
        };
    }
    total
}

fn check_size(workspace: &Workspace) -> Result<Tally> {
    Ok(Tally::of(page_sizes::report(workspace)?.is_within_budget()))
}

fn check_browser(workspace: &Workspace) -> Result<Tally> {
    let binary = server::build(workspace)?;
    browser::run(workspace, &binary)
}

/// Runs one check whose output is its report.
fn passes(command: &mut Command) -> bool {
    crate::command::run(command)
        .inspect_err(|error| say(format_args!("{error:#}")))
        .is_ok()
}
