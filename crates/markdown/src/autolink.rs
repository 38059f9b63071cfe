//! Bare addresses in prose, by GFM's rules where they fit.
//!
//! The parser knows only addresses in angle brackets. Entry point: [`pieces`]. It sees the text
//! of one run of prose, outside code and links.

mod mail;
mod url;

use std::ops::Range;

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
}

/// What a part of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Prose,
    /// An address that begins with `http://` or `https://`.
    Url,
    /// An e-mail address.
    Mail,
    /// An address that begins with `www.`, and has no scheme.
    Www,
}

/// Splits a text into prose and addresses; together they are the text.
///
/// Linear: the candidates share no text but what the next sign ends.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut done = 0;
    for (at, sign) in text.bytes().enumerate() {
        if at < done {
            continue;
        }
        let found = match sign {
            b':' => url::around(text, done, at).map(|range| (range, Kind::Url)),
            b'.' => url::without_scheme(text, done, at).map(|range| (range, Kind::Www)),
            b'@' => mail::around(text, done, at).map(|range| (range, Kind::Mail)),
            _ => None,
        };
        if let Some((range, kind)) = found {
            push(&mut pieces, text, done..range.start, Kind::Prose);
            done = range.end;
            push(&mut pieces, text, range, kind);
        }
    }
    push(&mut pieces, text, done..text.len(), Kind::Prose);
    pieces
}

fn push<'a>(pieces: &mut Vec<Piece<'a>>, text: &'a str, range: Range<usize>, kind: Kind) {
    if let Some(text) = text.get(range)
        && !text.is_empty()
    {
        pieces.push(Piece { kind, text });
    }
}

#[cfg(test)]
mod tests;
