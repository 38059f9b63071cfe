//! Text and attribute values as HTML: the one place where a foreign character becomes output.

use std::fmt::Write as _;

use crate::direction::{is_direction, is_mark};

/// What becomes of the direction marks ([`is_mark`]) in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    /// They become visible: in code, and in text of unknown origin.
    Shown,
    /// They stay: in prose, where they are part of the writing.
    Kept,
}

/// Which bytes begin a character that may have to change.
type Table = [bool; 256];

const IN_TEXT: Table = table(b"&<>");
const IN_VALUE: Table = table(b"&<>\"");

/// Writes text, with all that would be markup escaped and all that would be invisible shown.
///
/// Line feeds and tabs stay; so do line ends of two characters, as one line feed.
pub(crate) fn push_text(out: &mut String, text: &str, marks: Marks) {
    push_escaped(out, text, &IN_TEXT, |out, c, rest| match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '\n' | '\t' => out.push(c),
        '\r' if rest.starts_with('\n') => {}
        _ if is_mark(c) && marks == Marks::Kept => out.push(c),
        _ if is_unseen(c) => push_visible(out, c),
        _ => out.push(c),
    });
}

/// Writes an attribute value, for between double quotes.
pub(crate) fn push_value(out: &mut String, value: &str) {
    push_escaped(out, value, &IN_VALUE, |out, c, _| match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        _ if is_unseen(c) => out.push(char::REPLACEMENT_CHARACTER),
        _ => out.push(c),
    });
}

/// Writes text, and has each character that may have to change written by `push`, which is also
/// told what follows. What lies between is copied as it is.
fn push_escaped(
    out: &mut String,
    text: &str,
    table: &Table,
    push: impl Fn(&mut String, char, &str),
) {
    let may_change = |byte: u8| table.get(usize::from(byte)).is_none_or(|may| *may);
    let mut rest = text;
    while let Some((before, from)) = rest
        .bytes()
        .position(may_change)
        .and_then(|at| rest.split_at_checked(at))
    {
        out.push_str(before);
        let mut chars = from.chars();
        let Some(c) = chars.next() else { break };
        rest = chars.as_str();
        push(out, c, rest);
    }
    out.push_str(rest);
}

/// The table of some markup, of all controls, and of the first bytes of the characters above
/// ASCII that are controls or steer directions. A first byte is never inside a character.
const fn table(markup: &[u8]) -> Table {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(byte, 0..0x20 | 0x7F | 0xC2 | 0xD8 | 0xE2);
        byte += 1;
    }
    let mut at = 0;
    while at < markup.len() {
        table[markup[at] as usize] = true;
        at += 1;
    }
    table
}

fn is_unseen(c: char) -> bool {
    c.is_control() || is_direction(c)
}

/// Writes a sign for a character that has none.
fn push_visible(out: &mut String, c: char) {
    let picture = match c {
        '\0'..='\u{1F}' => char::from_u32(0x2400 + u32::from(c)),
        '\u{7F}' => Some('\u{2421}'),
        // The controls above ASCII have no pictures.
        _ => None,
    };
    if let Some(picture) = picture {
        out.push(picture);
        return;
    }
    let code = format!("U+{:04X}", u32::from(c));
    // Writing to a string cannot fail.
    write!(
        out,
        r#"<span class="invisible" title="{code}">⟨{code}⟩</span>"#
    )
    .ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str, marks: Marks) -> String {
        let mut out = String::new();
        push_text(&mut out, text, marks);
        out
    }

    #[test]
    fn text_escapes_markup_once() {
        assert_eq!(
            text("a<b> & \"c\" &lt;", Marks::Kept),
            "a&lt;b&gt; &amp; \"c\" &amp;lt;"
        );
    }

    #[test]
    fn controls_become_pictures() {
        assert_eq!(text("\0\u{1b}[0m\u{7f}\r", Marks::Kept), "␀␛[0m␡␍");
        assert_eq!(text("a\r\nb\tc\n", Marks::Kept), "a\nb\tc\n");
        assert_eq!(
            text("\u{85}", Marks::Kept),
            r#"<span class="invisible" title="U+0085">⟨U+0085⟩</span>"#
        );
    }

    #[test]
    fn overrides_are_always_shown_and_marks_only_where_asked() {
        let shown = r#"<span class="invisible" title="U+202E">⟨U+202E⟩</span>"#;
        assert_eq!(text("\u{202E}", Marks::Kept), shown);
        assert_eq!(text("\u{202E}", Marks::Shown), shown);
        assert_eq!(text("\u{200F}", Marks::Kept), "\u{200F}");
        assert_eq!(
            text("\u{61C}", Marks::Shown),
            r#"<span class="invisible" title="U+061C">⟨U+061C⟩</span>"#
        );
    }

    #[test]
    fn every_character_that_may_change_begins_with_a_byte_of_the_tables() {
        for c in ('\0'..=char::MAX).filter(|c| is_unseen(*c)) {
            let first = usize::from(c.to_string().as_bytes()[0]);
            assert!(IN_TEXT[first] && IN_VALUE[first], "{c:?}");
        }
    }

    #[test]
    fn values_cannot_leave_their_quotes() {
        let mut out = String::new();
        push_value(&mut out, "\" onclick='x' <b>&\n\u{202E}");
        assert_eq!(out, "&quot; onclick='x' &lt;b&gt;&amp;\u{FFFD}\u{FFFD}");
    }
}
