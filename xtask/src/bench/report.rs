//! The figures as JSON.

use std::fs;
use std::path::Path;
use std::thread;

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::measure::Measured;
use crate::machine::load_average;

#[derive(Serialize)]
struct Report<'a> {
    /// What each of the programs was built from, in the order of the sides of a figure.
    programs: &'a [String],
    processors: usize,
    load_before: &'a str,
    load_after: String,
    #[serde(flatten)]
    measured: &'a Measured,
}

/// Writes all figures to a file, over what an earlier run left there.
pub(super) fn write(
    path: &Path,
    measured: &Measured,
    programs: &[String],
    load_before: &str,
) -> Result<()> {
    let report = Report {
        programs,
        processors: thread::available_parallelism()?.get(),
        load_before,
        load_after: load_average(),
        measured,
    };
    let text = format!("{}\n", serde_json::to_string_pretty(&report)?);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, text)
        .with_context(|| format!("cannot write {}: choose another --json", path.display()))
}
