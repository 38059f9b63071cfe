//! What a program printed to a terminal, as a terminal would show it in the end.
//!
//! Entry points: [`terminal_blocks`] and [`is_terminal`]. A progress bar that wrote itself a
//! hundred times over is one line, colours are classes, and what a terminal would obey in any
//! other way is obeyed by nobody.

mod ink;
mod line;
mod listener;
mod screen;
mod sgr;
mod write;

use anstyle_parse::{Parser, Utf8Parser};

use crate::SafeHtml;
use crate::count;
use listener::Listener;

/// Whether a text was written for a terminal: it has escape sequences, or goes back to overwrite.
///
/// ```
/// assert!(markdown::is_terminal("\u{1b}[32mok\u{1b}[0m"));
/// assert!(markdown::is_terminal("10 %\r20 %"));
/// assert!(!markdown::is_terminal("one\r\ntwo\r\n"));
/// ```
pub fn is_terminal(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().any(|(n, byte)| match byte {
        0x1B | 0x08 => true,
        b'\r' => bytes.get(n + 1) != Some(&b'\n'),
        _ => false,
    })
}

/// The text as a terminal shows it when all of it has been printed: blocks of at most 100 lines,
/// one `pre` each.
///
/// Understood are styles (bold, dim, italic, underlined, inverse, struck, 16, 256 and all
/// colours), links (OSC 8, where they may be followed), and movement: carriage return, backspace,
/// tab, erasing, and going to columns and among the last 100 lines. Everything else is taken out. No
/// readable text is: a sequence that swallows text ends with its line at the latest, and is text
/// if it has not ended there by itself. One that is still without end at the end of the text
/// waits for more, and nothing of it shows.
///
/// A line is a row of the terminal, however long. Its beginning can no longer be overwritten
/// where it is longer than 4,096 columns.
pub fn terminal_blocks(text: &str) -> Vec<SafeHtml> {
    count::add_one();
    let mut listener = Listener::default();
    for line in text.split_inclusive('\n') {
        print_line(&mut listener, line);
    }
    listener.finish()
}

fn print_line(listener: &mut Listener, line: &str) {
    if !line.contains('\u{1b}') {
        line.chars().for_each(|c| listener.hear(c));
        return;
    }
    let mut parser = Parser::<Utf8Parser>::default();
    let mut heard = 0;
    for (at, byte) in line.bytes().enumerate() {
        listener.has_heard = false;
        parser.advance(listener, byte);
        if listener.has_heard {
            heard = at + 1;
        }
    }
    // What swallows the line's end too is a sequence without one.
    if line.ends_with('\n') && heard < line.len() {
        let rest = line.get(heard..).unwrap_or_default();
        rest.chars().for_each(|c| listener.hear(c));
    }
}
