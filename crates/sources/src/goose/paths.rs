//! Where goose keeps its sessions, on each system.

use crate::places::{System, Variable, absolute_path_in, path_in};
use std::path::PathBuf;

/// The name of the database in the folder of sessions.
pub(super) const DATABASE: &str = "sessions.db";

/// goose's folder of sessions: below an absolute `GOOSE_PATH_ROOT`, else, but for Windows, below an
/// absolute `XDG_DATA_HOME`, else in the system's usual place. Nothing where no variable names one.
pub fn sessions_folder(system: System, variable: Variable<'_>) -> Option<PathBuf> {
    let set = |name: &str| path_in(variable, name);
    let absolute = |name: &str| absolute_path_in(variable, name);
    if let Some(root) = absolute("GOOSE_PATH_ROOT") {
        return Some(root.join("data").join("sessions"));
    }
    let data = match system {
        System::Windows => {
            let block = set("APPDATA")?.join("Block");
            return Some(block.join("goose").join("data").join("sessions"));
        }
        System::Linux | System::MacOs => match absolute("XDG_DATA_HOME") {
            Some(data) => data,
            None => set("HOME")?.join(".local/share"),
        },
    };
    Some(data.join("goose").join("sessions"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::{Row, check};
    use std::ffi::OsString;

    const TABLE: [Row; 9] = [
        (
            System::Linux,
            &[("HOME", "/h")],
            Some("/h/.local/share/goose/sessions"),
        ),
        (
            System::MacOs,
            &[("HOME", "/h")],
            Some("/h/.local/share/goose/sessions"),
        ),
        (
            System::Linux,
            &[("HOME", "/h"), ("XDG_DATA_HOME", "/x")],
            Some("/x/goose/sessions"),
        ),
        (
            System::MacOs,
            &[("HOME", "/h"), ("XDG_DATA_HOME", "/x")],
            Some("/x/goose/sessions"),
        ),
        (
            System::Linux,
            &[("HOME", "/h"), ("XDG_DATA_HOME", "x")],
            Some("/h/.local/share/goose/sessions"),
        ),
        (
            System::Linux,
            &[("GOOSE_PATH_ROOT", "/g"), ("XDG_DATA_HOME", "/x")],
            Some("/g/data/sessions"),
        ),
        (
            System::Linux,
            &[("GOOSE_PATH_ROOT", "g"), ("HOME", "/h")],
            Some("/h/.local/share/goose/sessions"),
        ),
        (System::Linux, &[("GOOSE_PATH_ROOT", "")], None),
        (
            System::Windows,
            &[("HOME", "/h"), ("XDG_DATA_HOME", "/x")],
            None,
        ),
    ];

    #[cfg(unix)]
    #[test]
    fn the_folder_of_sessions() {
        check(&TABLE, sessions_folder);
    }

    #[test]
    fn windows_has_a_folder_of_the_maker_first() {
        let lookup = |name: &str| (name == "APPDATA").then(|| OsString::from("roaming"));
        let expected = ["Block", "goose", "data", "sessions"];
        let expected = expected
            .iter()
            .fold(PathBuf::from("roaming"), |path, name| path.join(name));
        assert_eq!(sessions_folder(System::Windows, &lookup), Some(expected));
    }
}
