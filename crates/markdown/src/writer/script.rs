//! Superscript and subscript, where they are meant.
//!
//! The parser pairs carets, and single tildes, as it pairs asterisks. Among what agents write
//! that finds home folders and patterns too: `(~/a,~/b)`, `[^"]*,[^"]*`. A pair counts only if it
//! holds one short word. Around more than a word, tildes strike through, as on GitHub.

use std::ops::Range;

use super::Writer;
use super::frame::Frame;
use crate::escape::Marks;
use crate::html::Element;

/// The longest text that is set above or below the line.
const MAX_CHARS: usize = 40;

impl<'a> Writer<'a> {
    pub(super) fn open_superscript(&mut self, span: &Range<usize>) -> Frame<'a> {
        if is_word(self.between_marks(span)) {
            self.html.open(Element::Sup, &[]);
            return Frame::Elements(1);
        }
        self.literal("^")
    }

    pub(super) fn open_subscript(&mut self, span: &Range<usize>) -> Frame<'a> {
        let text = self.between_marks(span);
        if is_word(text) {
            self.html.open(Element::Sub, &[]);
            return Frame::Elements(1);
        }
        if text.starts_with(char::is_alphanumeric) && text.contains(char::is_whitespace) {
            return self.open_strikethrough();
        }
        self.literal("~")
    }

    /// Writes a mark as it stands in the source, and has its partner written so too.
    fn literal(&mut self, mark: &'static str) -> Frame<'a> {
        self.verbatim(mark, Marks::Kept);
        Frame::Literal(mark)
    }

    fn between_marks(&self, span: &Range<usize>) -> &'a str {
        // Both marks have one byte.
        self.source
            .get(span.start + 1..span.end - 1)
            .unwrap_or_default()
    }
}

fn is_word(text: &str) -> bool {
    text.chars().take(MAX_CHARS + 1).count() <= MAX_CHARS
        && text.contains(char::is_alphanumeric)
        && text.chars().all(|c| {
            c.is_alphanumeric() || matches!(c, '+' | '-' | '−' | '=' | '(' | ')' | '.' | '*' | '_')
        })
}
