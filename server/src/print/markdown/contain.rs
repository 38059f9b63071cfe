//! Keeps texts from reaching beyond their place in a document.

use crate::print::clean::Clean;
use pulldown_cmark::{Event, Options, Parser, Tag};

/// What is put behind a text to see whether it is still read as what it is.
const PROBE: &str = "\n\n# x\n";

/// What ends blocks that go on to the end of a document, from what a text may have begun.
const ENDS: [&str; 8] = [
    "-->",
    "?>",
    "]]>",
    ">",
    "</script>",
    "</style>",
    "</pre>",
    "</textarea>",
];

/// Markdown that ends with its last line: a block that would go on is ended. Where that cannot be
/// done, all of it is quoted.
pub(super) fn contained(text: &str) -> String {
    if ends(text) {
        return text.to_owned();
    }
    let fences = ['`', '~'].map(|mark| longest_run(text, mark));
    let ends_to_try = fences.iter().map(String::as_str).chain(ENDS);
    for end in ends_to_try.filter(|end| !end.is_empty()) {
        let ended = format!("{text}\n{end}");
        if ends(&ended) {
            return ended;
        }
    }
    quoted(text)
}

/// Whether a heading behind the text is a heading of the document.
fn ends(text: &str) -> bool {
    let document = format!("{text}{PROBE}");
    let at = document.len() - PROBE.trim_start().len();
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(&document, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) if depth == 0 && range.start == at => return true,
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// The longest run of a character, which is as long as any fence of it.
fn longest_run(text: &str, mark: char) -> String {
    let runs = text.split(|c| c != mark).map(str::len);
    let longest = runs.max().unwrap_or(0);
    mark.to_string()
        .repeat(if longest < 3 { 0 } else { longest })
}

/// A text as a quotation.
pub(super) fn quoted(text: &str) -> String {
    let line = |line: &str| {
        if line.is_empty() {
            ">".to_owned()
        } else {
            format!("> {line}")
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A name or line as text: nothing in it is a mark.
pub(super) fn escaped(line: &Clean) -> String {
    let mut out = String::new();
    for c in line.as_str().chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '#' | '|' | '~' | '!' | '$'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A name as code, where it can be.
pub(super) fn code(name: &Clean) -> String {
    if name.is_blank() || name.as_str().contains('`') {
        return escaped(name);
    }
    format!("`{name}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_block_that_goes_on_is_ended() {
        for (text, end) in [
            ("plain", ""),
            ("- a\n  ```\n  b", ""),
            ("a\n```rust\nb", "\n```"),
            ("~~~~\n```\nb", "\n~~~~"),
            ("a\n\n<!-- b", "\n-->"),
            ("<script>\nx", "\n</script>"),
            ("<?php", "\n?>"),
            ("a\n===", ""),
            ("| a |\n|---|\n| b |", ""),
        ] {
            assert_eq!(contained(text), format!("{text}{end}"), "{text:?}");
        }
    }

    #[test]
    fn marks_in_names_are_text() {
        assert_eq!(
            escaped(&Clean::name("a_b*[c]\n# d")),
            "a\\_b\\*\\[c\\] \\# d"
        );
    }

    proptest! {
        #[test]
        fn whatever_is_inside_ends(text in "([`~<>!\\-#\\[\\]\n a?/]|script|pre|<!--|```|~~~|- |> ){0,20}") {
            prop_assert!(ends(&contained(&text)));
            prop_assert!(ends(&quoted(&text)));
        }
    }
}
