use super::*;
use std::path::Path;

/// The system, the variables, then the folders for cache, runtime and config.
type Row = (
    System,
    &'static [(&'static str, &'static str)],
    [Option<&'static str>; 3],
);

const TABLE: [Row; 7] = [
    (
        System::Linux,
        &[("HOME", "/h")],
        [
            Some("/h/.cache/serve-web/viewer"),
            Some("/h/.local/state/serve-web/running"),
            Some("/h/.config/serve-web"),
        ],
    ),
    (
        System::Linux,
        &[
            ("HOME", "/h"),
            ("XDG_CACHE_HOME", "/c"),
            ("XDG_RUNTIME_DIR", "/run/user/7"),
            ("XDG_STATE_HOME", "/s"),
            ("XDG_CONFIG_HOME", "/e"),
        ],
        [
            Some("/c/serve-web/viewer"),
            Some("/run/user/7/serve-web/running"),
            Some("/e/serve-web"),
        ],
    ),
    (
        System::Linux,
        &[
            ("HOME", "/h"),
            ("XDG_CACHE_HOME", "c"),
            ("XDG_RUNTIME_DIR", ""),
            ("XDG_STATE_HOME", "/s"),
        ],
        [
            Some("/h/.cache/serve-web/viewer"),
            Some("/s/serve-web/running"),
            Some("/h/.config/serve-web"),
        ],
    ),
    (
        System::MacOs,
        &[("HOME", "/h")],
        [
            Some("/h/Library/Caches/serve-web/viewer"),
            Some("/h/Library/Application Support/serve-web/running"),
            Some("/h/Library/Application Support/serve-web"),
        ],
    ),
    (
        System::MacOs,
        &[("HOME", "/h"), ("XDG_STATE_HOME", "/s")],
        [
            Some("/h/Library/Caches/serve-web/viewer"),
            Some("/s/serve-web/running"),
            Some("/h/Library/Application Support/serve-web"),
        ],
    ),
    (
        System::Windows,
        &[("LOCALAPPDATA", "/local"), ("APPDATA", "/roaming")],
        [
            Some("/local/serve-web/viewer"),
            Some("/local/serve-web/running"),
            Some("/roaming/serve-web"),
        ],
    ),
    (System::Linux, &[], [None, None, None]),
];

#[cfg(unix)]
#[test]
fn the_folders_of_each_system() {
    for (system, variables, expected) in TABLE {
        let lookup = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| value.into())
        };
        let found = [
            cache(system, &lookup),
            runtime(system, &lookup),
            config(system, &lookup),
        ];
        assert_eq!(
            found.each_ref().map(Option::as_deref),
            expected.map(|folder| folder.map(Path::new)),
            "{system:?} {variables:?}"
        );
    }
}
