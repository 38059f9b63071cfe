//! The command by which a person prints everything.

use std::{ffi::OsStr, path::PathBuf};

/// The command that prints everything.
pub(super) fn command(name: &OsStr, within: &[PathBuf]) -> String {
    let name = shell_word(&name.to_string_lossy());
    let within = within
        .iter()
        .flat_map(|path| ["--in".to_owned(), shell_word(&path.to_string_lossy())]);
    let words = ["serve-web".to_owned(), "print".to_owned(), name]
        .into_iter()
        .chain(within)
        .chain(["--format".to_owned(), "json".to_owned()]);
    words.collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it.
fn shell_word(word: &str) -> String {
    let is_plain = !word.is_empty()
        && !word.starts_with(['-', '~'])
        && word
            .chars()
            .all(|c| c.is_alphanumeric() || "-_./~:+,@%".contains(c));
    if is_plain {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_words_that_are_meant() {
        let command = |name: &str, within: &[&str]| {
            let within: Vec<PathBuf> = within.iter().map(PathBuf::from).collect();
            command(OsStr::new(name), &within)
        };
        assert_eq!(
            command("jp~c1-w", &[]),
            "serve-web print jp~c1-w --format json"
        );
        assert_eq!(
            command("./it's here", &["/a b", "/c"]),
            "serve-web print './it'\\''s here' --in '/a b' --in /c --format json"
        );
    }
}
