//! Trunk, wasm-bindgen and cargo-fuzz, each in a folder of its own that names the version.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::need_c_compiler;
use super::wasm::Compiler;
use crate::command::{is_program, output_of, program, run, say, which};
use crate::workspace::{Workspace, partial_beside};

const TRUNK_VERSION: &str = "0.21.14";
const CARGO_FUZZ_VERSION: &str = "0.13.2";

/// An installed program.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) path: PathBuf,
}

impl Tool {
    /// The folder to put on PATH.
    pub(crate) fn folder(&self) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("/")).to_owned()
    }
}

/// What to install, and how the person is told.
struct Recipe<'a> {
    /// Its name at the package registry.
    package: &'a str,
    /// The program's name.
    binary: &'a str,
    version: &'a str,
    /// Whether it builds with the versions its authors recorded. A mirror that lags may lack one.
    is_locked: bool,
    minutes: u32,
}

pub(crate) fn ensure_trunk(workspace: &Workspace, compiler: Compiler) -> Result<Tool> {
    let recipe = Recipe {
        package: "trunk",
        binary: "trunk",
        version: TRUNK_VERSION,
        is_locked: true,
        minutes: 15,
    };
    recipe.ensure(workspace, compiler)
}

/// wasm-bindgen must have exactly the version of the library in the page.
pub(crate) fn ensure_wasm_bindgen(workspace: &Workspace, compiler: Compiler) -> Result<Tool> {
    let lock =
        fs::read_to_string(workspace.root.join("Cargo.lock")).context("cannot read Cargo.lock")?;
    let version =
        locked_version(&lock, "wasm-bindgen").context("Cargo.lock has no wasm-bindgen")?;
    let recipe = Recipe {
        package: "wasm-bindgen-cli",
        binary: "wasm-bindgen",
        version,
        is_locked: false,
        minutes: 6,
    };
    recipe.ensure(workspace, compiler)
}

/// Whatever compiler builds the page: programs that are fuzzed are native.
pub(crate) fn ensure_cargo_fuzz(workspace: &Workspace) -> Result<Tool> {
    let recipe = Recipe {
        package: "cargo-fuzz",
        binary: "cargo-fuzz",
        version: CARGO_FUZZ_VERSION,
        is_locked: true,
        minutes: 2,
    };
    recipe.ensure(workspace, Compiler::Rustup)
}

impl Recipe<'_> {
    fn ensure(&self, workspace: &Workspace, compiler: Compiler) -> Result<Tool> {
        let root = workspace
            .tools()
            .join(format!("{}-{}", self.binary, self.version));
        let installed = root.join("bin").join(self.file_name());
        if is_program(&installed) {
            return Ok(Tool { path: installed });
        }
        // Debian's compiler needs a PATH without rustup, and the person's tools often lie
        // in the same folder as rustup's.
        if compiler == Compiler::Rustup
            && let Some(path) = self.on_path(workspace)
        {
            return Ok(Tool { path });
        }
        self.install(workspace, &root)?;
        Ok(Tool { path: installed })
    }

    fn file_name(&self) -> String {
        format!("{}{}", self.binary, env::consts::EXE_SUFFIX)
    }

    fn on_path(&self, workspace: &Workspace) -> Option<PathBuf> {
        let path = which(self.binary)?;
        let answer = output_of(program(workspace, &path).arg("--version"))?;
        (answer.split_whitespace().nth(1) == Some(self.version)).then_some(path)
    }

    /// Installs beside the final place and renames, so that what is there is complete.
    fn install(&self, workspace: &Workspace, root: &Path) -> Result<()> {
        let partial = partial_beside(root)?;
        let outcome = self.install_into(workspace, &partial).and_then(|()| {
            if !is_program(&partial.join("bin").join(self.file_name())) {
                bail!(
                    "the package {} brought no program {}",
                    self.package,
                    self.binary
                );
            }
            if root.exists() {
                fs::remove_dir_all(root)?;
            }
            fs::rename(&partial, root).with_context(|| {
                format!(
                    "cannot move the finished {} to {}",
                    self.binary,
                    root.display()
                )
            })
        });
        if outcome.is_err() && partial.exists() {
            fs::remove_dir_all(&partial)?;
        }
        outcome.with_context(|| {
            format!(
                "{} {} is missing; to install it yourself: cargo install {} --version ={}",
                self.binary, self.version, self.package, self.version
            )
        })
    }

    fn install_into(&self, workspace: &Workspace, root: &Path) -> Result<()> {
        let Self {
            package,
            version,
            minutes,
            ..
        } = self;
        if which("cargo-binstall").is_some() {
            say(format_args!(
                "fetching {package} {version}, once per machine …"
            ));
            let mut fetch = program(workspace, "cargo");
            fetch.args(["binstall", "--no-confirm", "--root"]).arg(root);
            fetch.arg(format!("{package}@{version}"));
            match run(&mut fetch) {
                Ok(()) if is_program(&root.join("bin").join(self.file_name())) => return Ok(()),
                Ok(()) => say(format_args!(
                    "cargo binstall brought nothing; building instead"
                )),
                Err(error) => say(format_args!("{error:#}; building instead")),
            }
        }
        need_c_compiler()?;
        say(format_args!(
            "building {package} {version}, once per machine, about {minutes} minutes …"
        ));
        let mut install = program(workspace, "cargo");
        install.env("CARGO_TARGET_DIR", workspace.target("tools"));
        install
            .args([
                "install",
                package,
                "--version",
                &format!("={version}"),
                "--root",
            ])
            .arg(root);
        if self.is_locked {
            install.arg("--locked");
        }
        run(&mut install)
    }
}

/// The version of a package in a lock file.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines
        .nth(1)?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_belongs_to_the_exact_name() {
        let lock = "\
[[package]]
name = \"wasm-bindgen-futures\"
version = \"0.4.1\"

[[package]]
name = \"wasm-bindgen\"
version = \"0.2.130\"
dependencies = [
 \"cfg-if\",
]
";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "cfg-if"), None);
    }
}
