//! Takes out of a text what a terminal obeys.

use super::{Colours, sgr};
use anstyle_parse::{AsciiParser, Params, Parser, Perform};

/// What is fed to the parser for a character that is not ASCII: it ends a sequence and begins none.
const STAND_IN: u8 = b'z';

/// Cleans one text.
pub(super) struct Cleaner {
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
    /// A cleaner that names the characters that `is_named`.
    pub(super) fn new(colours: Colours, is_named: fn(char) -> bool) -> Self {
        Self {
            out: String::new(),
            colours,
            is_named,
            is_coloured: false,
            character: None,
            has_heard: false,
        }
    }

    /// The text without what a terminal obeys.
    pub(super) fn clean(mut self, text: &str) -> String {
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

/// The length of the empty lines that a text begins with, as pieces of texts often do.
fn blank_lines_before(text: &str) -> usize {
    let n_blank = text.len() - text.trim_start().len();
    let blank = text.get(..n_blank).unwrap_or_default();
    blank.rfind('\n').map_or(0, |at| at + 1)
}
