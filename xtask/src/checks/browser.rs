//! Playwright's tests against the built server.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::command::{program, say};
use crate::setup::browser::{self, Browser};
use crate::tally::{self, Tally};
use crate::workspace::{Workspace, absolute};

pub(super) fn run(workspace: &Workspace, binary: &Path) -> Result<Tally> {
    let browser = browser::ensure(workspace)?;
    let tests = workspace.root.join("e2e");
    let report = workspace.root.join("target/serve-web/playwright.json");
    if report.exists() {
        // An old report must not be counted when Playwright does not write a new one.
        fs::remove_file(&report)?;
    }

    say(format_args!(
        "browser tests with {} …",
        browser.chromium.display()
    ));
    let npx = if cfg!(windows) { "npx.cmd" } else { "npx" };
    let mut playwright = program(workspace, npx);
    playwright.current_dir(&tests);
    playwright.args(["--no-install", "playwright", "test", "--reporter=line,json"]);
    playwright.env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report);
    environment(workspace, &mut playwright, binary, &browser)?;
    let status = playwright
        .status()
        .context("cannot start `npx playwright test`")?;

    let text = fs::read(&report).context("Playwright wrote no report")?;
    Ok(tally::of_playwright(&text)?.with_exit(status.success()))
}

/// What browser tests and measurements are told.
pub(crate) fn environment(
    workspace: &Workspace,
    command: &mut Command,
    binary: &Path,
    browser: &Browser,
) -> Result<()> {
    let shared = match env::var_os("SERVE_WEB_SHARED").filter(|path| !path.is_empty()) {
        Some(path) => absolute(Path::new(&path))?,
        None => sibling(&workspace.root, "shared"),
    };
    command
        .env("SERVE_WEB_BIN", binary)
        .env("SERVE_WEB_CHROMIUM", &browser.chromium)
        .env("SERVE_WEB_SHARED", shared);
    Ok(())
}

fn sibling(path: &Path, name: &str) -> PathBuf {
    path.parent().unwrap_or(path).join(name)
}
