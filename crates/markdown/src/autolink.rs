//! Bare addresses in prose, by GFM's rules where they fit.
//!
//! The parser knows only addresses in angle brackets. Entry point: [`find`]. It sees the text of
//! one run of prose, outside code and links.

mod mail;
mod url;

use std::ops::Range;

use memchr::memchr3_iter;

/// What an address is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An address that begins with `http://` or `https://`.
    Url,
    /// An e-mail address.
    Mail,
    /// An address that begins with `www.`, and has no scheme.
    Www,
}

/// The first address in a text that begins at a place or after it, where the last one ended.
///
/// Linear over all addresses of a text: the candidates share no text but what the next sign ends.
pub(crate) fn find(text: &str, from: usize) -> Option<(Range<usize>, Kind)> {
    let rest = text.as_bytes().get(from..)?;
    memchr3_iter(b':', b'@', b'.', rest).find_map(|n| {
        let at = from + n;
        match rest.get(n)? {
            b':' => url::around(text, from, at).map(|range| (range, Kind::Url)),
            b'@' => mail::around(text, from, at).map(|range| (range, Kind::Mail)),
            _ => url::without_scheme(text, from, at).map(|range| (range, Kind::Www)),
        }
    })
}

#[cfg(test)]
mod tests;
