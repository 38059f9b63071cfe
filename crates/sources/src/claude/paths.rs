//! Where Claude Code keeps its sessions, on each system.

use crate::places::{System, Variable, path_in};
use std::path::PathBuf;

/// The folders that may have a `projects` folder: `CLAUDE_CONFIG_DIR` alone, where it is set, else
/// the usual places, of which several may be in use.
pub(super) fn roots(system: System, variable: Variable<'_>) -> Vec<PathBuf> {
    let set = |name: &str| path_in(variable, name);
    if let Some(folder) = set("CLAUDE_CONFIG_DIR") {
        return vec![folder];
    }
    let (home, places): (_, &[&str]) = match system {
        System::Linux | System::MacOs => ("HOME", &[".claude", ".config/claude"]),
        System::Windows => ("USERPROFILE", &[".claude"]),
    };
    let Some(home) = set(home) else {
        return Vec::new();
    };
    places.iter().map(|place| home.join(place)).collect()
}

/// The name of the project in a folder, whichever system the path is of: that of the folder, or of
/// the project in which it is another checkout.
pub(super) fn project_name(path: &str) -> Option<&str> {
    let names: Vec<&str> = path
        .rsplit(['/', '\\'])
        .filter(|name| !name.is_empty())
        .collect();
    match names.as_slice() {
        [_, ".worktrees", project, ..] | [_, "worktrees", ".claude", project, ..] => Some(project),
        [name, ..] => Some(name),
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::looked_up;

    /// The system, the variables, the folders.
    type Row = (
        System,
        &'static [(&'static str, &'static str)],
        &'static [&'static str],
    );

    const TABLE: [Row; 8] = [
        (
            System::Linux,
            &[("HOME", "/h")],
            &["/h/.claude", "/h/.config/claude"],
        ),
        (
            System::MacOs,
            &[("HOME", "/h"), ("USERPROFILE", "/u")],
            &["/h/.claude", "/h/.config/claude"],
        ),
        (
            System::Windows,
            &[("HOME", "/h"), ("USERPROFILE", "/u")],
            &["/u/.claude"],
        ),
        (
            System::Linux,
            &[("CLAUDE_CONFIG_DIR", "/c"), ("HOME", "/h")],
            &["/c"],
        ),
        (
            System::Windows,
            &[("CLAUDE_CONFIG_DIR", "/c"), ("USERPROFILE", "/u")],
            &["/c"],
        ),
        (
            System::Linux,
            &[("CLAUDE_CONFIG_DIR", ""), ("HOME", "/h")],
            &["/h/.claude", "/h/.config/claude"],
        ),
        (System::Linux, &[("HOME", "")], &[]),
        (System::Windows, &[], &[]),
    ];

    #[test]
    fn the_folders_of_sessions() {
        for (system, variables, folders) in TABLE {
            let lookup = looked_up(variables);
            let expected: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
            assert_eq!(roots(system, &lookup), expected, "{system:?} {variables:?}");
        }
    }

    #[test]
    fn the_name_of_a_project() {
        for (path, name) in [
            ("/a/b.c", Some("b.c")),
            ("/a/b/", Some("b")),
            ("/a/b/.worktrees/1", Some("b")),
            ("/a/b/.claude/worktrees/bold-fox", Some("b")),
            ("/a/worktrees/x", Some("x")),
            ("C:\\x\\y", Some("y")),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(project_name(path), name, "{path}");
        }
    }
}
