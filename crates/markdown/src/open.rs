//! The end of a text that is still being written, completed for display.
//!
//! Only the last line is looked at, and in what block it stands: markup that has begun there and
//! not ended is ended, or left out until it is clear what it becomes.

mod leaf;
mod line;
mod scan;

use leaf::Leaf;

/// A text with an end that reads as what it is becoming.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Completed {
    pub(crate) text: String,
    /// Where what was written ends, before what was added. An address that ends there may go on.
    pub(crate) end: usize,
}

/// Completes a text that begins with a block.
pub(crate) fn completed(text: &str) -> Completed {
    let shown = leaf::last(text).map_or(text, |leaf| shown(text, &leaf));
    let start = line_start(shown);
    let (before, line) = shown.split_at_checked(start).unwrap_or((shown, ""));
    let line = match leaf::last(shown) {
        Some(Leaf::Text(_)) => scan::completed(line),
        _ => scan::Line::whole(line),
    };
    Completed {
        end: before.len() + line.end,
        text: before.to_owned() + &line.text,
    }
}

/// The text without a last line of which nobody can say what it is.
fn shown<'a>(text: &'a str, leaf: &Leaf) -> &'a str {
    let start = line_start(text);
    let line = text.get(start..).unwrap_or_default();
    let n_lines = |from: usize| 1 + n_breaks(text.get(from..).unwrap_or_default());
    let until = |end: usize| text.get(..end).unwrap_or(text);
    match leaf {
        // The line that opens it, or one that may close it.
        Leaf::Code(from) if *from >= start || line::is_fence(line) => until(start),
        // The cells that are done, below the head and what tells it apart.
        Leaf::Table(from) if n_lines(*from) > 2 => match line.rfind('|') {
            Some(at) if at > 0 => until(start + at + 1),
            _ => until(start),
        },
        Leaf::Text(from) if line::may_be_table(text.get(*from..).unwrap_or_default()) => {
            until(*from)
        }
        Leaf::Text(_) if line::is_undecided(line) => until(start),
        Leaf::Code(_) | Leaf::Html | Leaf::Table(_) | Leaf::Text(_) => text,
    }
}

fn n_breaks(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

fn line_start(text: &str) -> usize {
    text.rfind(['\n', '\r']).map_or(0, |line_end| line_end + 1)
}
