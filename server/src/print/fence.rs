//! Blocks of code: text in a fence.

/// The language and the inside of a text that is one fenced block of code as a whole, as many tools
/// write their results.
pub(super) fn unfenced(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let inner = text.trim_start_matches('`');
    let fence = text.get(..text.len() - inner.len())?;
    if fence.len() < 3 {
        return None;
    }
    let (language, inner) = inner.split_once('\n')?;
    let inner = inner.strip_suffix(fence)?;
    let is_end = inner.is_empty() || inner.ends_with('\n');
    let ends_before = inner
        .lines()
        .any(|line| line.trim_start().starts_with(fence));
    let language = language.trim();
    (is_end && !ends_before && !language.contains('`')).then_some((language, inner))
}

/// Markdown that was cut, with an end for the block of code that the cut has left open.
pub(super) fn close_fence(text: &str) -> String {
    let mut open: Option<&str> = None;
    for line in text.lines() {
        let line = line.trim_start_matches([' ', '>']);
        let mark = fence_of(line);
        open = match (open, mark) {
            (None, mark) => mark,
            (Some(open), Some(mark)) if mark.starts_with(open) && line.trim() == mark => None,
            (open, _) => open,
        };
    }
    match open {
        Some(fence) => format!("{text}\n{fence}"),
        None => text.to_owned(),
    }
}

/// The fence that a line begins with.
fn fence_of(line: &str) -> Option<&str> {
    ['`', '~'].into_iter().find_map(|mark| {
        let n = line.len() - line.trim_start_matches(mark).len();
        line.get(..n).filter(|fence| fence.len() >= 3)
    })
}

/// A text in a fence that is longer than any run of backticks in it.
pub(super) fn fence(text: &str, language: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let text = text.trim_end_matches('\n');
    format!("{fence}{language}\n{text}\n{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_one_block_of_code_is_taken_out_of_its_fence() {
        for (text, expected) in [
            ("```rust\nfn f() {}\n```\n", Some(("rust", "fn f() {}\n"))),
            ("\n````\n```\n````", Some(("", "```\n"))),
            ("```\n```", Some(("", ""))),
            ("```a\nb\n```\n```c\nd\n```", None),
            ("```a\nb", None),
            ("``a\nb\n``", None),
            ("```a\nb```", None),
            ("text\n```\n```", None),
            ("", None),
        ] {
            assert_eq!(unfenced(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_block_of_code_that_was_cut_ends() {
        for (text, end) in [
            ("a\n```rust\nb", "\n```"),
            ("a\n~~~~\n~~~\nb", "\n~~~~"),
            ("> ```\n> b", "\n```"),
            ("```\na\n```\nb", ""),
            ("````\n```\n`````", ""),
            ("a `` b", ""),
        ] {
            assert_eq!(close_fence(text), format!("{text}{end}"), "{text:?}");
        }
    }

    #[test]
    fn a_fence_is_longer_than_what_is_inside() {
        assert_eq!(fence("a", "rust"), "```rust\na\n```");
        assert_eq!(fence("x ```` y\n", ""), "`````\nx ```` y\n`````");
    }
}
