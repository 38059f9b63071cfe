//! Packages of Debian, for machines where the usual ways are closed.

use anyhow::{Context as _, Result, bail};

use crate::command::{output_of, program, run, say, which};
use crate::workspace::Workspace;

/// Whether all these packages are installed.
pub(crate) fn are_installed(workspace: &Workspace, packages: &[&str]) -> bool {
    let mut query = program(workspace, "dpkg-query");
    query
        .args(["--show", "--showformat", "${db:Status-Status}\\n"])
        .args(packages);
    output_of(&mut query).is_some_and(|states| {
        states.lines().filter(|state| *state == "installed").count() == packages.len()
    })
}

/// Installs packages if this process may, else says which line does.
pub(crate) fn install(workspace: &Workspace, packages: &[&str]) -> Result<()> {
    let line = install_line(packages);
    if which("apt-get").is_none() {
        bail!("this machine has no apt-get; on Debian 12 the line would be: {line}");
    }
    if !is_root(workspace) {
        bail!("not allowed to install packages; run: {line}");
    }
    say(format_args!(
        "installing Debian packages: {} …",
        packages.join(" ")
    ));
    let mut update = program(workspace, "apt-get");
    // One unreachable list does not matter if the others hold the packages.
    if let Err(error) = run(update.args(["update", "--quiet"])) {
        say(format_args!(
            "{error:#}; trying with the lists that are there"
        ));
    }
    let mut install = program(workspace, "apt-get");
    install.env("DEBIAN_FRONTEND", "noninteractive");
    install
        .args(["install", "--yes", "--quiet", "--no-install-recommends"])
        .args(packages);
    run(&mut install).with_context(|| format!("to try again by hand: {line}"))
}

/// The line that a person would type.
pub(crate) fn install_line(packages: &[&str]) -> String {
    format!(
        "sudo apt-get update && sudo apt-get install -y --no-install-recommends {}",
        packages.join(" ")
    )
}

fn is_root(workspace: &Workspace) -> bool {
    output_of(program(workspace, "id").arg("-u")).is_some_and(|id| id == "0")
}
