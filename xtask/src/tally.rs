//! Counting checks, and reading the counts that test runners print.

use std::fmt;
use std::ops::AddAssign;

use anyhow::{Context as _, Result};
use serde::Deserialize;

/// How many checks came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Tally {
    pub(crate) const PASSED: Self = Self {
        passed: 1,
        failed: 0,
        skipped: 0,
    };
    pub(crate) const FAILED: Self = Self {
        passed: 0,
        failed: 1,
        skipped: 0,
    };
    pub(crate) const SKIPPED: Self = Self {
        passed: 0,
        failed: 0,
        skipped: 1,
    };

    /// One check.
    pub(crate) fn of(has_passed: bool) -> Self {
        if has_passed {
            Self::PASSED
        } else {
            Self::FAILED
        }
    }

    /// A runner that failed without a failed test (a crate that does not compile, a crash) is a
    /// failure of its own.
    pub(crate) fn with_exit(mut self, has_succeeded: bool) -> Self {
        if !has_succeeded && self.failed == 0 {
            self.failed = 1;
        }
        self
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

/// The counts of a line such as `test result: ok. 5 passed; 0 failed; 1 ignored; …`.
pub(crate) fn of_cargo_line(line: &str) -> Option<Tally> {
    let (_, counts) = line
        .trim()
        .strip_prefix("test result: ")?
        .split_once(". ")?;
    let count_of = |word: &str| {
        let part = counts
            .split(';')
            .find_map(|part| part.trim().strip_suffix(word))?;
        part.trim().parse().ok()
    };
    Some(Tally {
        passed: count_of("passed")?,
        failed: count_of("failed")?,
        skipped: count_of("ignored")?,
    })
}

#[derive(Deserialize)]
struct PlaywrightReport {
    stats: PlaywrightStats,
    /// What went wrong outside of tests, such as a configuration that does not load.
    #[serde(default)]
    errors: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct PlaywrightStats {
    expected: u64,
    unexpected: u64,
    flaky: u64,
    skipped: u64,
}

/// The counts of Playwright's JSON report.
pub(crate) fn of_playwright(report: &[u8]) -> Result<Tally> {
    let PlaywrightReport { stats, errors } =
        serde_json::from_slice(report).context("Playwright's report cannot be read")?;
    Ok(Tally {
        passed: stats.expected,
        // A test that passes only when it is tried again has failed once.
        failed: stats.unexpected + stats.flaky + errors.len() as u64,
        skipped: stats.skipped,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(passed: u64, failed: u64, skipped: u64) -> Tally {
        Tally {
            passed,
            failed,
            skipped,
        }
    }

    #[test]
    fn lines_of_cargo_test() {
        let ok = "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.00s";
        let bad = "test result: FAILED. 11 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s";
        assert_eq!(of_cargo_line(ok), Some(tally(5, 0, 1)));
        assert_eq!(of_cargo_line(bad), Some(tally(11, 3, 0)));
        assert_eq!(of_cargo_line("test tally::tests::lines ... ok"), None);
        assert_eq!(of_cargo_line("test result: unheard of"), None);
    }

    #[test]
    fn reports_of_playwright() {
        let report = br#"{ "suites": [], "errors": [],
            "stats": { "duration": 12.5, "expected": 20, "unexpected": 1, "flaky": 1, "skipped": 3 } }"#;
        assert_eq!(of_playwright(report).unwrap(), tally(20, 2, 3));
        let broken = br#"{ "errors": [{ "message": "no tests" }],
            "stats": { "expected": 0, "unexpected": 0, "flaky": 0, "skipped": 0 } }"#;
        assert_eq!(of_playwright(broken).unwrap(), tally(0, 1, 0));
        assert!(of_playwright(b"").is_err());
    }

    #[test]
    fn a_runner_that_fails_is_never_counted_as_fine() {
        assert_eq!(tally(4, 0, 0).with_exit(false), tally(4, 1, 0));
        assert_eq!(tally(4, 2, 0).with_exit(false), tally(4, 2, 0));
        assert_eq!(tally(4, 0, 0).with_exit(true), tally(4, 0, 0));
    }

    #[test]
    fn the_closing_line() {
        assert_eq!(tally(7, 0, 0).to_string(), "7 passed, 0 failed");
        assert_eq!(tally(7, 1, 2).to_string(), "7 passed, 1 failed, 2 skipped");
    }
}
