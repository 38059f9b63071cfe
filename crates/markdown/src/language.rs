//! The language of a code block.

/// As long as the longest name of a language, or a path with a line number.
const MAX_CHARS: usize = 40;

/// The language that a fence's info string names: its first word, as far as it is made of
/// characters that names and paths are made of.
pub(crate) fn language(info: &str) -> Option<String> {
    let word = info
        .split([',', ' ', '\t', '\n'])
        .find(|word| !word.is_empty())?;
    let name: String = word
        .chars()
        .filter(|c| is_plain(*c))
        .take(MAX_CHARS)
        .collect();
    (!name.is_empty()).then_some(name)
}

const fn is_plain(c: char) -> bool {
    matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '+' | '-' | '#' | '.' | '_' | ':' | '/')
}

#[cfg(test)]
mod tests {
    use super::language;

    #[test]
    fn the_first_word_counts() {
        for (info, expected) in [
            ("rust,ignore", Some("rust")),
            ("c++ {.numbers}", Some("c++")),
            ("{r}", Some("r")),
            ("12:15:app/x.ts", Some("12:15:app/x.ts")),
            ("\"><script>alert(1)</script>", Some("scriptalert1/script")),
            ("", None),
            ("  ", None),
            ("\u{202E}", None),
        ] {
            assert_eq!(language(info).as_deref(), expected, "{info:?}");
        }
        assert_eq!(language(&"x".repeat(100)).map(|name| name.len()), Some(40));
    }
}
