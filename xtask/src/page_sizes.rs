//! How much a first visit downloads, and whether that is within the budget.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use serde::Serialize;

use crate::assets::manifest::{Asset, Manifest};
use crate::dist;
use crate::workspace::Workspace;

/// What the page's core may weigh with brotli.
const BUDGET_BYTES: u64 = 250_000;

/// The sizes of one build.
#[derive(Debug, Serialize)]
pub(crate) struct Sizes {
    budget: u64,
    /// Sum of the core's brotli sizes.
    total: u64,
    core: Vec<Row>,
    /// Files that a page loads only when it needs them.
    on_demand: Vec<Row>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Row {
    part: String,
    raw: u64,
    gzip: u64,
    brotli: u64,
}

/// Builds the page if it changed, and prints its sizes.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    dist::build(workspace)?;
    Ok(if report(workspace)?.is_within_budget() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Prints and keeps the sizes of the page that is in `dist/`.
pub(crate) fn report(workspace: &Workspace) -> Result<Sizes> {
    let sizes = Sizes::of(&dist::manifest(workspace)?);
    print!("{}", sizes.table());
    let path = workspace.cache.join("size.json");
    fs::write(&path, serde_json::to_string_pretty(&sizes)? + "\n")
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(sizes)
}

impl Sizes {
    fn of(manifest: &Manifest) -> Self {
        let roles = &manifest.roles;
        let named = [
            ("wasm", &roles.wasm),
            ("js", &roles.js),
            ("css", &roles.style),
            ("boot", &roles.boot),
        ];
        let mut core = Vec::new();
        for (part, name) in named {
            core.extend(
                manifest
                    .files
                    .iter()
                    .filter(|file| file.name == *name)
                    .map(|file| Row::new(part, file)),
            );
        }
        let mut on_demand = Vec::new();
        for file in manifest
            .files
            .iter()
            .filter(|file| named.iter().all(|(_, name)| file.name != **name))
        {
            // The main module imports these, so they come with it.
            let is_core = file.name.starts_with("snippets/");
            if is_core { &mut core } else { &mut on_demand }.push(Row::new(&file.name, file));
        }
        let total = core.iter().map(|row| row.brotli).sum();
        Self {
            budget: BUDGET_BYTES,
            total,
            core,
            on_demand,
        }
    }

    pub(crate) fn is_within_budget(&self) -> bool {
        self.total <= self.budget
    }

    fn table(&self) -> String {
        let mut lines = vec![format!(
            "{:<12} {:>10} {:>10} {:>10}",
            "bytes", "raw", "gzip", "brotli"
        )];
        for Row {
            part,
            raw,
            gzip,
            brotli,
        } in self.core.iter().chain(&self.on_demand)
        {
            lines.push(format!("{part:<12} {raw:>10} {gzip:>10} {brotli:>10}"));
        }
        let verdict = if self.is_within_budget() {
            "within"
        } else {
            "ABOVE"
        };
        lines.push(format!(
            "core with brotli: {}, {verdict} the budget of {}\n",
            self.total, self.budget
        ));
        lines.join("\n")
    }
}

impl Row {
    fn new(part: &str, file: &Asset) -> Self {
        // A build without compressed copies counts as it would be sent.
        Self {
            part: part.to_owned(),
            raw: file.bytes,
            gzip: file.gz.unwrap_or(file.bytes),
            brotli: file.br.unwrap_or(file.bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::manifest::Roles;
    use std::collections::BTreeMap;

    fn sizes(files: &[(&str, u64)]) -> Sizes {
        let roles = Roles {
            js: "app.js".to_owned(),
            wasm: "app.wasm".to_owned(),
            style: "style.css".to_owned(),
            boot: "boot.js".to_owned(),
        };
        let asset = |(name, brotli): &(&str, u64)| Asset {
            name: (*name).to_owned(),
            media: String::new(),
            bytes: 1_000_000,
            br: Some(*brotli),
            gz: Some(500_000),
        };
        let files = files.iter().map(asset).collect();
        Sizes::of(&Manifest::new(roles, BTreeMap::new(), files))
    }

    #[test]
    fn what_the_page_starts_with_counts() {
        let sizes = sizes(&[
            ("app.wasm", 200_000),
            ("app.js", 30_000),
            ("style.css", 19_000),
            ("boot.js", 500),
            ("snippets/x/inline0.js", 500),
            ("maths.wasm", 90_000),
        ]);
        assert_eq!(sizes.total, 250_000);
        assert!(sizes.is_within_budget());
        assert_eq!(sizes.on_demand.len(), 1);
        assert!(
            sizes
                .table()
                .ends_with("core with brotli: 250000, within the budget of 250000\n")
        );
    }

    #[test]
    fn one_byte_more_is_too_much() {
        let sizes = sizes(&[("app.wasm", 250_000), ("app.js", 1)]);
        assert!(!sizes.is_within_budget());
        assert!(sizes.table().contains("250001, ABOVE the budget"));
    }
}
