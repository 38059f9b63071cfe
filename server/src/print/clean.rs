//! Text of others on its way to a terminal.
//!
//! Whatever a store holds may have been written by a tool, a page or a file that an agent has read.
//! A terminal obeys what is in it: it moves the cursor, sets the window's title, writes to the
//! clipboard, hides text. So every text is a [`Clean`] before it is printed, and a [`Clean`] is made
//! in this file only.

mod sgr;

use anstyle_parse::{AsciiParser, Params, Parser, Perform};
use std::fmt;

/// The longest name that is printed, in characters.
const LONGEST_NAME: usize = 200;

/// What is fed to the parser for a character that is not ASCII: it ends a sequence and begins none.
const STAND_IN: u8 = b'z';

/// A text of printable characters, line breaks and tabs, without empty lines around it. Where it was asked for, sequences that set
/// colours may stand in it too; whatever they set is undone at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clean(String);

/// Whether sequences that set colours are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colours {
    Kept,
    Dropped,
}

impl Clean {
    /// What a person or an assistant says. Languages that are written from right to left need some
    /// of the characters that set directions; those that turn letters around are shown.
    pub(super) fn speech(text: &str) -> Self {
        Self(Cleaner::new(Colours::Dropped, turns_letters).clean(text))
    }

    /// What a tool gives or gets. All characters that set directions are shown, since they can make
    /// code look like other code.
    pub(super) fn foreign(text: &str, colours: Colours) -> Self {
        Self(Cleaner::new(colours, sets_direction).clean(text))
    }

    /// One line, whatever it was.
    pub(super) fn line(text: &str) -> Self {
        let clean = Cleaner::new(Colours::Dropped, sets_direction).clean(text);
        let words: Vec<&str> = clean
            .split(is_space)
            .filter(|word| !word.is_empty())
            .collect();
        Self(words.join(" "))
    }

    /// A name: one line that is not too long.
    pub(super) fn name(text: &str) -> Self {
        let Self(line) = Self::line(text);
        let mut name: String = line.chars().take(LONGEST_NAME).collect();
        if name.len() < line.len() {
            name.push('…');
        }
        Self(name)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing to see.
    pub(super) fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }
}

impl fmt::Display for Clean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The length of the empty lines that a text begins with, as pieces of texts often do.
fn blank_lines_before(text: &str) -> usize {
    let n_blank = text.len() - text.trim_start().len();
    let blank = text.get(..n_blank).unwrap_or_default();
    blank.rfind('\n').map_or(0, |at| at + 1)
}

/// White space, and the separators that some programs take for line breaks.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// A character that makes what follows run in another direction.
pub(super) fn sets_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A character that makes letters run in another direction than they do by themselves.
fn turns_letters(c: char) -> bool {
    matches!(c, '\u{202d}' | '\u{202e}')
}

struct Cleaner {
    out: String,
    colours: Colours,
    /// Characters of which the name is shown in their place.
    is_named: fn(char) -> bool,
    is_coloured: bool,
    /// The character that [`STAND_IN`] stands for.
    character: Option<char>,
    /// Whether anything has come of what was fed last.
    has_heard: bool,
}

impl Cleaner {
    fn new(colours: Colours, is_named: fn(char) -> bool) -> Self {
        Self {
            out: String::new(),
            colours,
            is_named,
            is_coloured: false,
            character: None,
            has_heard: false,
        }
    }

    fn clean(mut self, text: &str) -> String {
        self.out.reserve(text.len());
        for (n, line) in text.split('\n').enumerate() {
            if n > 0 {
                self.out.push('\n');
            }
            if line.contains('\u{1b}') {
                self.escaped_line(line);
            } else {
                line.chars().for_each(|c| self.push(c));
            }
        }
        let end = self.out.trim_end_matches('\n').len();
        self.out.truncate(end);
        self.out.drain(..blank_lines_before(&self.out));
        if self.is_coloured {
            self.out.push_str(sgr::RESET);
        }
        self.out
    }

    /// Sequences end with their line at the latest. One that swallows text and does not end hides
    /// nothing: of such a line only the control characters are taken out.
    fn escaped_line(&mut self, line: &str) {
        let before = (self.out.len(), self.is_coloured);
        let mut parser = Parser::<AsciiParser>::default();
        for c in line.chars() {
            self.feed(&mut parser, c);
        }
        let length = self.out.len();
        self.has_heard = false;
        parser.advance(self, STAND_IN);
        self.out.truncate(length);
        if !self.has_heard {
            self.out.truncate(before.0);
            self.is_coloured = before.1;
            line.chars().for_each(|c| self.push(c));
        }
    }

    fn feed(&mut self, parser: &mut Parser<AsciiParser>, c: char) {
        match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() => parser.advance(self, byte),
            _ if c.is_control() => {}
            _ => {
                self.character = Some(c);
                parser.advance(self, STAND_IN);
                self.character = None;
            }
        }
    }

    fn push(&mut self, c: char) {
        if (self.is_named)(c) {
            self.out.extend(format!("<U+{:04X}>", u32::from(c)).chars());
        } else if c == '\t' || !c.is_control() {
            self.out.push(c);
        }
    }

    /// A sequence has ended, of which nothing is kept but a character that was no part of it.
    fn end_sequence(&mut self) {
        self.has_heard = true;
        if let Some(c) = self.character.take() {
            self.push(c);
        }
    }
}

impl Perform for Cleaner {
    fn print(&mut self, c: char) {
        self.has_heard = true;
        let c = self.character.take().unwrap_or(c);
        self.push(c);
    }

    fn execute(&mut self, byte: u8) {
        self.push(char::from(byte));
    }

    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], is_cut: bool, end: u8) {
        let is_sgr = end == b'm' && intermediates.is_empty() && !is_cut;
        if is_sgr
            && self.colours == Colours::Kept
            && let Some((sequence, leaves_colours)) = sgr::kept(params)
        {
            self.out.push_str(&sequence);
            self.is_coloured = leaves_colours;
        }
        self.end_sequence();
    }

    fn esc_dispatch(&mut self, _intermediates: &[u8], _is_cut: bool, _byte: u8) {
        self.end_sequence();
    }
}

#[cfg(test)]
mod tests;
