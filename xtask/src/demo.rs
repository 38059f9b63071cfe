//! What `cargo xtask run` shows a person who has no conversations.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where agents other than JP keep conversations, below the home folder. Whoever keeps them
/// elsewhere names that folder.
const OTHERS: [&str; 3] = [
    ".claude/projects",
    ".codex/sessions",
    ".local/share/goose/sessions",
];

/// What the server is started with: what the person says, or the demo where they say nothing and
/// no agent has left a trace here.
pub(crate) fn arguments(args: &[String]) -> Vec<String> {
    let is_new = || {
        let here = env::current_dir().unwrap_or_default();
        !has_conversations(&here, &|name| env::var_os(name))
    };
    if args.is_empty() && is_new() {
        return vec!["demo".to_owned()];
    }
    args.to_vec()
}

/// Whether a workspace is at or above the folder, or an agent keeps something for the user.
fn has_conversations(folder: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> bool {
    folder.ancestors().any(|above| above.join(".jp").is_dir())
        || user_data(variable).is_some_and(|folder| folder.is_dir())
        || variable("HOME").is_some_and(|home| {
            let mut others = OTHERS.iter().map(|folder| Path::new(&home).join(folder));
            others.any(|folder| folder.is_dir())
        })
}

/// The same place as in `crates/sources`, which no task may use.
fn user_data(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name: &str| {
        let value = variable(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    let below = |name: &str, rest: &str| Some(set(name)?.join(rest));
    set("JP_USER_DATA_DIR")
        .or_else(|| below("XDG_DATA_HOME", "jp").filter(|path| path.is_absolute()))
        .or_else(|| {
            if cfg!(windows) {
                below("LOCALAPPDATA", "jp/data")
            } else if cfg!(target_os = "macos") {
                below("HOME", "Library/Application Support/jp")
            } else {
                below("HOME", ".local/share/jp")
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_demo_is_for_those_who_have_nothing() {
        let root = env::temp_dir().join(format!("serve-web-demo-test-{}", std::process::id()));
        let below = root.join("project/src");
        fs::create_dir_all(&below).unwrap();
        let data = root.join("data");
        let lookup = |name: &str| (name == "JP_USER_DATA_DIR").then(|| data.clone().into());
        assert!(!has_conversations(&below, &lookup));
        fs::create_dir(&data).unwrap();
        assert!(has_conversations(&below, &lookup), "JP keeps something");
        assert!(!has_conversations(&below, &|_| None));
        let home = |name: &str| (name == "HOME").then(|| root.clone().into());
        assert!(!has_conversations(&below, &home));
        fs::create_dir_all(root.join(".codex/sessions")).unwrap();
        assert!(has_conversations(&below, &home), "another agent does");
        fs::create_dir(root.join("project/.jp")).unwrap();
        assert!(has_conversations(&below, &|_| None), "a workspace");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn what_a_person_says_is_passed_on() {
        let args = ["here".to_owned()];
        assert_eq!(arguments(&args), args);
    }
}
