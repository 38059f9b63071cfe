//! Bare web addresses.

use std::ops::Range;

use crate::direction::is_direction;

/// The web address whose scheme ends at a colon, if there is one after `floor`.
pub(super) fn around(text: &str, floor: usize, colon: usize) -> Option<Range<usize>> {
    let scheme = scheme_before(text.get(floor..colon)?)?;
    let rest = text.get(colon..)?.strip_prefix("://")?;
    let length = length(rest, host_len(rest)?)?;
    Some(colon - scheme.len()..colon + "://".len() + length)
}

/// The web address that begins with `www` before a dot, if there is one after `floor`.
pub(super) fn without_scheme(text: &str, floor: usize, dot: usize) -> Option<Range<usize>> {
    let start = floor + text.get(floor..dot)?.strip_suffix("www")?.len();
    // Elsewhere it is a part of something longer: a host, a path, a name. None of these signs is
    // one of a host's, so that no part of a text is looked at twice.
    let may_stand_before = |c: char| c.is_whitespace() || "*~([\"'“".contains(c);
    if !text
        .get(..start)?
        .chars()
        .next_back()
        .is_none_or(may_stand_before)
    {
        return None;
    }
    let rest = text.get(dot + 1..)?;
    let host = host_len(rest)?;
    if !rest.get(..host)?.trim_end_matches('.').contains('.') {
        return None;
    }
    // Only now, since the search for the end passes over other candidates.
    Some(start..dot + ".".len() + length(rest, host)?)
}

/// How far an address goes on from its host, which has so many bytes.
fn length(text: &str, host: usize) -> Option<usize> {
    let after = text.get(host..)?;
    // What follows a host is a port, a path, or what came before was a user: else the sentence.
    let path = if after.starts_with(['/', '?', '#', ':', '@']) {
        after.find(ends_address).unwrap_or(after.len())
    } else {
        0
    };
    let address = trimmed(text.get(..host + path)?);
    (!address.is_empty()).then_some(address.len())
}

/// The scheme at the end of a text, unless it is only the end of a longer word.
fn scheme_before(text: &str) -> Option<&str> {
    let start = text.len()
        - text
            .bytes()
            .rev()
            .take_while(u8::is_ascii_alphabetic)
            .take(6)
            .count();
    let word = text.get(start..)?;
    (word.eq_ignore_ascii_case("http") || word.eq_ignore_ascii_case("https")).then_some(word)
}

/// The length of the host that a text begins with: labels between dots, no underscore in the
/// last two.
fn host_len(text: &str) -> Option<usize> {
    let is_host_char = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let end = text.find(|c| !is_host_char(c)).unwrap_or(text.len());
    let host = text.get(..end)?;
    let is_host = host.starts_with(char::is_alphanumeric)
        && !host
            .trim_end_matches('.')
            .rsplit('.')
            .take(2)
            .any(|label| label.contains('_'));
    is_host.then_some(end)
}

/// Whether a character ends an address wherever it stands.
///
/// GFM knows only white space and `<`. Quotes and the punctuation of languages that put no space
/// after it are not in any address that was copied from somewhere, but often right behind one.
fn ends_address(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || is_direction(c)
        || matches!(c, '<' | '>' | '"' | '`' | '“' | '”')
        || matches!(c, '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}')
        || matches!(c, '，' | '：' | '；' | '！' | '？' | '（' | '）' | '。')
}

/// Leaves out the punctuation that ends the sentence and not the address.
fn trimmed(address: &str) -> &str {
    let count = |sign: char| address.chars().filter(|c| *c == sign).count();
    let mut unopened_round = count(')').saturating_sub(count('('));
    let mut unopened_square = count(']').saturating_sub(count('['));
    let mut rest = address;
    loop {
        let mut chars = rest.chars();
        rest = match chars.next_back() {
            Some('?' | '!' | '.' | ',' | ':' | '*' | '_' | '~' | '\'') => chars.as_str(),
            Some(')') if unopened_round > 0 => {
                unopened_round -= 1;
                chars.as_str()
            }
            Some(']') if unopened_square > 0 => {
                unopened_square -= 1;
                chars.as_str()
            }
            Some(';') => without_entity(chars.as_str()),
            _ => return rest,
        };
    }
}

/// Leaves out what would be an entity reference with the semicolon that followed.
fn without_entity(text: &str) -> &str {
    let name = text
        .bytes()
        .rev()
        .take_while(u8::is_ascii_alphanumeric)
        .count();
    match text
        .get(..text.len() - name)
        .and_then(|before| before.strip_suffix('&'))
    {
        Some(before) if name > 0 => before,
        _ => text,
    }
}
