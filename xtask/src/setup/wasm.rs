//! The compiler for WebAssembly.
//!
//! Ordinarily that is the native one with one more target. Where rustup cannot download it,
//! Debian's own compiler builds the standard library along.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::debian;
use crate::command::{output_of, program, run_within, say, which};
use crate::workspace::Workspace;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];
const DEBIAN_LINKER: &str = "wasm-ld-22";

/// Which compiler builds the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compiler {
    /// The one that also builds the server.
    Rustup,
    /// Debian's, in /usr/bin.
    Debian,
}

impl Compiler {
    /// The name of its build folder.
    pub(crate) fn target_folder(self) -> &'static str {
        match self {
            Self::Rustup => "wasm",
            Self::Debian => "wasm-debian",
        }
    }

    /// Sets the environment in which Trunk calls this compiler.
    pub(crate) fn prepare(self, command: &mut Command, tool_folders: &[PathBuf]) -> Result<()> {
        let mut folders = tool_folders.to_vec();
        match self {
            Self::Rustup => {
                folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
            }
            Self::Debian => {
                folders.extend(["/usr/bin".into(), "/bin".into()]);
                command
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
                    .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER);
                // These lead back to rustup's compiler and to its libraries.
                for name in [
                    "CARGO",
                    "RUSTC",
                    "RUSTDOC",
                    "RUSTUP_TOOLCHAIN",
                    "LD_LIBRARY_PATH",
                ] {
                    command.env_remove(name);
                }
            }
        }
        command.env("CARGO_ENCODED_RUSTFLAGS", short_paths().join("\u{1f}"));
        command.env(
            "PATH",
            env::join_paths(folders).context("a tool's folder has a bad name")?,
        );
        Ok(())
    }
}

/// Flags by which a panic names a file of a crate without the folders of this machine: they make the
/// page larger, and different on each machine.
fn short_paths() -> Vec<String> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let indexes = home.and_then(|home| home.join("registry/src").read_dir().ok());
    let mut flags = Vec::new();
    for index in indexes.into_iter().flatten().flatten() {
        if let Some(folder) = index.path().to_str() {
            flags.push(format!("--remap-path-prefix={folder}/="));
        }
    }
    flags
}

/// Whether the native compiler has the target, as rustup or a distribution installs it.
pub(crate) fn native_has_target(workspace: &Workspace) -> bool {
    let mut query = program(workspace, "rustc");
    query.args(["--print", "target-libdir", "--target", TARGET]);
    output_of(&mut query).is_some_and(|folder| holds_libraries(Path::new(&folder)))
}

fn holds_libraries(folder: &Path) -> bool {
    folder.read_dir().is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.path().extension().is_some_and(|end| end == "rlib"))
    })
}

/// Finds a compiler, or brings one.
pub(crate) fn ensure_compiler(workspace: &Workspace) -> Result<Compiler> {
    let wanted = env::var("SERVE_WEB_WASM").unwrap_or_default();
    match wanted.as_str() {
        "" | "auto" => ensure_any(workspace),
        "rustup" if native_has_target(workspace) => Ok(Compiler::Rustup),
        "rustup" => add_target(workspace),
        "debian" if has_debian(workspace) => Ok(Compiler::Debian),
        "debian" => install_debian(workspace),
        other => bail!("SERVE_WEB_WASM is `{other}`; it may be `rustup` or `debian`"),
    }
}

fn ensure_any(workspace: &Workspace) -> Result<Compiler> {
    if native_has_target(workspace) {
        return Ok(Compiler::Rustup);
    }
    // Before rustup is asked, so that a machine that could not download pays for it once.
    if has_debian(workspace) {
        return Ok(Compiler::Debian);
    }
    match add_target(workspace) {
        Ok(compiler) => Ok(compiler),
        Err(error) => {
            say(format_args!("{error:#}; trying Debian's compiler instead"));
            install_debian(workspace).with_context(|| {
                format!("no compiler for {TARGET}; where rustup can download: rustup target add {TARGET}")
            })
        }
    }
}

fn add_target(workspace: &Workspace) -> Result<Compiler> {
    if which("rustup").is_none() {
        bail!("rustup is missing, and the compiler has no {TARGET} target");
    }
    say(format_args!("adding the {TARGET} target with rustup …"));
    let mut add = program(workspace, "rustup");
    run_within(add.args(["target", "add", TARGET]), Duration::from_mins(2))?;
    if !native_has_target(workspace) {
        bail!("rustup added {TARGET}, but `rustc` on PATH does not have it");
    }
    Ok(Compiler::Rustup)
}

fn has_debian(workspace: &Workspace) -> bool {
    Path::new("/usr/bin/cargo").is_file() && debian::are_installed(workspace, &DEBIAN_PACKAGES)
}

fn install_debian(workspace: &Workspace) -> Result<Compiler> {
    debian::install(workspace, &DEBIAN_PACKAGES)?;
    Ok(Compiler::Debian)
}
