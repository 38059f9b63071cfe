//! What a text begins with, in a line.

/// The longest beginning, in characters.
const CHARS: usize = 100;
/// How much of a line is looked at: sequences that show nothing take room.
const LOOKED_AT: usize = 1000;

/// The first line that has anything to read, as a terminal would have left it: without what it
/// obeys, and without what was written over.
pub(crate) fn head(text: &str) -> String {
    let lines = text.lines().map(shown);
    let first = lines
        .map(|line| line.trim().to_owned())
        .find(|line| !line.is_empty());
    first.unwrap_or_default().chars().take(CHARS).collect()
}

fn shown(line: &str) -> String {
    let line = line
        .get(..line.floor_char_boundary(LOOKED_AT))
        .unwrap_or(line);
    let written = line.rsplit('\r').find(|part| !part.trim().is_empty());
    let line = written.unwrap_or_default();
    let mut pieces = line.split('\u{1b}');
    let mut shown = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        shown.push_str(behind_sequence(piece));
    }
    shown
}

/// What of a text is behind the sequence that it begins with, without the escape.
fn behind_sequence(text: &str) -> &str {
    let end = match text.chars().next() {
        Some('[') => text
            .find(|c| ('@'..='~').contains(&c) && c != '[')
            .map(|at| at + 1),
        // What swallows text ends with a bell, or with the next escape.
        Some(']' | 'P' | 'X' | '^' | '_') => {
            Some(text.find('\u{7}').map_or(text.len(), |at| at + 1))
        }
        // Other sets of letters.
        Some('('..='/') => Some(2),
        Some(c) => Some(c.len_utf8()),
        None => None,
    };
    end.and_then(|end| text.get(end..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_with_anything_to_read() {
        for (text, expected) in [
            ("", ""),
            ("\n  \n  one \ntwo", "one"),
            ("\u{1b}[1;32m   ok\u{1b}[0m done\n", "ok done"),
            ("\u{1b}[0m\n\u{1b}[Ktwo", "two"),
            (" 10 %\r 20 %\r\n", "20 %"),
            (
                "\u{1b}]8;;https://example.org\u{1b}\\a link\u{1b}]8;;\u{7} there",
                "a link there",
            ),
            ("\u{1b}]0;title\u{7}words\u{1b}(B", "words"),
            ("cut\u{1b}[1", "cut"),
            ("cut\u{1b}", "cut"),
        ] {
            assert_eq!(head(text), expected, "{text:?}");
        }
        assert_eq!(head(&"é".repeat(2_000)).chars().count(), CHARS);
    }
}
