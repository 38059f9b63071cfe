//! Changes to files, read from a unified diff or found between two texts.
//!
//! Entry points: [`is_diff`], [`diff_blocks`] and [`edit_blocks`].

mod edit;
mod file;
mod parse;
mod words;
mod write;

use crate::{SafeHtml, count, plain_blocks};
use parse::{Part, parts};
use words::Budget;

/// Whether a text is, or has in it, a unified diff: at least one hunk that has as many lines as
/// its head says (the last one may be cut), or one of git's heads of a file. Lines that begin with
/// a plus or minus are not enough.
///
/// ```
/// assert!(markdown::is_diff("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n"));
/// assert!(!markdown::is_diff("- one\n+ two\n"));
/// ```
pub fn is_diff(text: &str) -> bool {
    may_be_diff(text) && parts(text).is_some()
}

/// Whether a text has what each diff has. Most have not, and are not read line by line.
pub(crate) fn may_be_diff(text: &str) -> bool {
    text.contains("@@ -") || text.contains("diff --git ")
}

/// Draws a unified diff: a figure for each file, and what stands around them as plain text. A text
/// that is none is plain as a whole.
///
/// Of a file are shown its name, what became of it, how many lines were added and removed, and its
/// hunks. Lines keep the signs that they have in the text, so that nothing depends on colours, and
/// carry their numbers as `data-n`. Which words of a line have changed is marked where it is
/// much like one of the next that took its place, and up to a bound: in lines of 500 bytes, and
/// 400 kB of comparisons.
pub fn diff_blocks(text: &str) -> Vec<SafeHtml> {
    let Some(parts) = parts(text) else {
        return plain_blocks(text);
    };
    count::add_one();
    let mut budget = Budget::default();
    let mut blocks = Vec::new();
    for part in parts {
        match part {
            Part::Text(text) => blocks.extend(plain_blocks(text)),
            Part::File(file) => blocks.push(write::file(&file, &mut budget)),
        }
    }
    blocks
}

/// Draws what has to change for one text to become another, as [`diff_blocks`] does, with three
/// lines around each change. `path` names the file. Nothing for equal texts.
///
/// Texts of more than 4,000 lines are taken for changed as a whole.
///
/// ```
/// let blocks = markdown::edit_blocks("a\nb\n", "a\nc\n", Some("x.txt"));
/// assert!(blocks[0].as_str().contains("-b\n"));
/// assert!(markdown::edit_blocks("a", "a", None).is_empty());
/// ```
pub fn edit_blocks(old: &str, new: &str, path: Option<&str>) -> Vec<SafeHtml> {
    if old == new {
        return Vec::new();
    }
    count::add_one();
    let file = edit::file(old, new, path);
    vec![write::file(&file, &mut Budget::default())]
}
