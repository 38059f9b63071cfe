//! Where JP keeps what belongs to the user, on each system.

use crate::places::{System, Variable, absolute_path_in, path_in};
use std::path::{Path, PathBuf};

/// JP's folder of user data: `JP_USER_DATA_DIR` as it is, else `jp` below an absolute
/// `XDG_DATA_HOME` on every system, else the system's usual place. Nothing where no variable
/// names one.
pub fn user_data(system: System, variable: Variable<'_>) -> Option<PathBuf> {
    let set = |name: &str| path_in(variable, name);
    if let Some(folder) = set("JP_USER_DATA_DIR") {
        return Some(folder);
    }
    if let Some(folder) = absolute_path_in(variable, "XDG_DATA_HOME") {
        return Some(folder.join("jp"));
    }
    match system {
        System::Linux => Some(set("HOME")?.join(".local/share/jp")),
        System::MacOs => Some(set("HOME")?.join("Library/Application Support/jp")),
        System::Windows => Some(set("LOCALAPPDATA")?.join("jp").join("data")),
    }
}

/// What of a workspace is kept with the user's data: the folder below `workspace` whose name is the
/// workspace's id or ends with it. The one that also has the workspace's name wins, then the one
/// that changed last.
pub(super) fn silo(
    user_data: &Path,
    workspace_id: &str,
    workspace_name: Option<&str>,
) -> Option<PathBuf> {
    let ending = format!("-{workspace_id}");
    let exact = workspace_name.map(|name| format!("{}{ending}", slug(name)));
    let entries = std::fs::read_dir(user_data.join("workspace")).ok()?;
    let candidates = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let is_named_so = name == workspace_id || name.ends_with(&ending);
        let path = entry.path();
        if !is_named_so || !path.is_dir() {
            return None;
        }
        let modified = path
            .metadata()
            .and_then(|metadata| metadata.modified())
            .ok();
        Some((exact.as_deref() == Some(name.as_str()), modified, path))
    });
    candidates.max().map(|(_, _, path)| path)
}

/// All silos below a folder of user data, with the workspace id that each name ends with.
pub(super) fn silos(user_data: &Path) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(user_data.join("workspace"))
        .into_iter()
        .flatten()
        .flatten();
    let mut silos: Vec<_> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let id = name.rsplit('-').next().unwrap_or(&name).to_owned();
            entry
                .path()
                .join("conversations")
                .is_dir()
                .then(|| (entry.path(), id))
        })
        .collect();
    silos.sort();
    silos
}

/// A name as JP writes it in paths: letters and digits in lower case, `-` for everything else.
fn slug(name: &str) -> String {
    let dashed: String = name
        .trim()
        .chars()
        .take(60)
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .collect();
    dashed.trim_end_matches('-').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::{Row, check};
    use std::ffi::OsString;

    const TABLE: [Row; 9] = [
        (System::Linux, &[("HOME", "/h")], Some("/h/.local/share/jp")),
        (
            System::MacOs,
            &[("HOME", "/h")],
            Some("/h/Library/Application Support/jp"),
        ),
        (
            System::Linux,
            &[("HOME", "/h"), ("XDG_DATA_HOME", "/x")],
            Some("/x/jp"),
        ),
        (
            System::MacOs,
            &[("HOME", "/h"), ("XDG_DATA_HOME", "/x")],
            Some("/x/jp"),
        ),
        (
            System::Linux,
            &[("HOME", "/h"), ("XDG_DATA_HOME", "x")],
            Some("/h/.local/share/jp"),
        ),
        (
            System::Linux,
            &[("JP_USER_DATA_DIR", "own"), ("XDG_DATA_HOME", "/x")],
            Some("own"),
        ),
        (
            System::Linux,
            &[("JP_USER_DATA_DIR", ""), ("HOME", "/h")],
            Some("/h/.local/share/jp"),
        ),
        (System::Linux, &[], None),
        (System::Windows, &[("HOME", "/h")], None),
    ];

    #[cfg(unix)]
    #[test]
    fn the_folder_of_user_data() {
        check(&TABLE, user_data);
    }

    #[test]
    fn windows_has_a_data_folder_below_the_local_one() {
        let lookup = |name: &str| (name == "LOCALAPPDATA").then(|| OsString::from("local"));
        let expected = Path::new("local").join("jp").join("data");
        assert_eq!(user_data(System::Windows, &lookup), Some(expected));
    }

    #[test]
    fn names_in_paths() {
        for (name, expected) in [
            ("My Project", "my-project"),
            ("a.b_c", "a-b-c"),
            ("Übung!", "übung"),
            ("  x  ", "x"),
        ] {
            assert_eq!(slug(name), expected);
        }
    }

    #[test]
    fn the_silo_of_a_workspace() {
        let data = tempfile::tempdir().expect("a folder");
        let make = |name: &str| {
            std::fs::create_dir_all(data.path().join("workspace").join(name)).expect("a folder");
        };
        let found = |name: Option<&str>| {
            let silo = silo(data.path(), "otvo8", name)?;
            silo.file_name()
                .and_then(|name| name.to_str())
                .map(str::to_owned)
        };
        assert_eq!(found(None), None);
        make("other-zzzzz");
        make("xotvo8");
        assert_eq!(found(Some("w")), None);
        make("w-otvo8");
        make("moved-otvo8");
        assert_eq!(found(Some("w")).as_deref(), Some("w-otvo8"));
        assert_eq!(found(Some("Moved")).as_deref(), Some("moved-otvo8"));
        assert!(
            found(Some("elsewhere")).is_some(),
            "the newest of those with the id"
        );
    }
}
