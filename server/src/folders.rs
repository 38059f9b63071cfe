//! Where serve-web keeps what is its own, on each system. Everything that it writes is below one of
//! these folders.
//!
//! The XDG variables count on every system where they hold an absolute path, as JP has it.

use sources::{System, Variable, absolute_path_in, path_in};
use std::{env, path::PathBuf};

/// What can be made again. The folder is the viewer's alone: `cargo xtask` keeps tools and builds in
/// others beside it, which must outlive `serve-web cache clear`.
pub fn cache(system: System, variable: Variable<'_>) -> Option<PathBuf> {
    let usual = match system {
        System::Linux => home(variable, ".cache"),
        System::MacOs => home(variable, "Library/Caches"),
        System::Windows => path_in(variable, "LOCALAPPDATA"),
    };
    let cache = absolute_path_in(variable, "XDG_CACHE_HOME").or(usual)?;
    Some(cache.join("serve-web").join("viewer"))
}

/// What names the servers that run. The system empties the first of these when the person logs out.
pub fn runtime(system: System, variable: Variable<'_>) -> Option<PathBuf> {
    let of_system = match system {
        System::Linux => home(variable, ".local/state"),
        System::MacOs => home(variable, "Library/Application Support"),
        System::Windows => path_in(variable, "LOCALAPPDATA"),
    };
    let state = absolute_path_in(variable, "XDG_RUNTIME_DIR")
        .or_else(|| absolute_path_in(variable, "XDG_STATE_HOME"))
        .or(of_system)?;
    Some(state.join("serve-web").join("running"))
}

/// What the person may write.
pub fn config(system: System, variable: Variable<'_>) -> Option<PathBuf> {
    let usual = match system {
        System::Linux => home(variable, ".config"),
        System::MacOs => home(variable, "Library/Application Support"),
        System::Windows => path_in(variable, "APPDATA"),
    };
    let config = absolute_path_in(variable, "XDG_CONFIG_HOME").or(usual)?;
    Some(config.join("serve-web"))
}

/// [`cache`] on this machine.
pub fn cache_here() -> Option<PathBuf> {
    cache(System::HERE, &|name| env::var_os(name))
}

/// [`runtime`] on this machine.
pub fn runtime_here() -> Option<PathBuf> {
    runtime(System::HERE, &|name| env::var_os(name))
}

/// [`config`] on this machine.
pub fn config_here() -> Option<PathBuf> {
    config(System::HERE, &|name| env::var_os(name))
}

fn home(variable: Variable<'_>, below: &str) -> Option<PathBuf> {
    Some(path_in(variable, "HOME")?.join(below))
}

#[cfg(test)]
mod tests;
