//! Where Codex keeps its rollouts, on each system.

use crate::places::{System, Variable, path_in};
use std::path::PathBuf;

/// Codex's own folder: `CODEX_HOME`, else `.codex` in the person's. Nothing where no variable names
/// one.
pub fn codex_home(system: System, variable: Variable<'_>) -> Option<PathBuf> {
    let set = |name: &str| path_in(variable, name);
    let home = match system {
        System::Linux | System::MacOs => "HOME",
        System::Windows => "USERPROFILE",
    };
    set("CODEX_HOME").or_else(|| Some(set(home)?.join(".codex")))
}

/// The folder that Codex keeps its databases in, where it is told to keep them elsewhere.
pub(super) fn databases(variable: Variable<'_>) -> Option<PathBuf> {
    path_in(variable, "CODEX_SQLITE_HOME")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::{Row, check};

    const TABLE: [Row; 7] = [
        (System::Linux, &[("HOME", "/h")], Some("/h/.codex")),
        (System::MacOs, &[("HOME", "/h")], Some("/h/.codex")),
        (
            System::Windows,
            &[("USERPROFILE", "/u"), ("HOME", "/h")],
            Some("/u/.codex"),
        ),
        (
            System::Linux,
            &[("HOME", "/h"), ("CODEX_HOME", "/c")],
            Some("/c"),
        ),
        (
            System::MacOs,
            &[("HOME", "/h"), ("CODEX_HOME", "")],
            Some("/h/.codex"),
        ),
        (System::Windows, &[("HOME", "/h")], None),
        (System::Linux, &[], None),
    ];

    #[test]
    fn the_folder_of_each_system() {
        check(&TABLE, codex_home);
    }
}
