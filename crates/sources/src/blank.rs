//! Files with nothing in them.

use std::{fs, path::Path};

/// The longest file that is looked into for whether there is anything in it, in bytes.
const LONGEST: u64 = 1024;

/// Whether there is nothing in a text but spaces, and the mark of an encoding.
pub(crate) fn is_blank(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.trim_ascii().is_empty()
}

/// Whether there is nothing in a file. Only a short one is looked into.
pub(crate) fn is_blank_file(path: &Path) -> bool {
    let is_short = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= LONGEST);
    is_short && fs::read(path).is_ok_and(|bytes| is_blank(&bytes))
}
