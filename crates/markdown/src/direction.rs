//! Characters that change the order in which others are shown.

/// Whether a character is invisible and steers the direction of the text around it.
pub(crate) const fn is_direction(c: char) -> bool {
    is_mark(c) || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is one of the marks that act as a letter of one direction.
///
/// They belong to ordinary Arabic and Hebrew writing, and unlike the others they reorder nothing
/// but the punctuation beside them.
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{61C}')
}
