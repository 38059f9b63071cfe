//! Bare e-mail addresses.

use std::ops::Range;

/// The e-mail address around an at sign, if there is one after `floor`.
pub(super) fn around(text: &str, floor: usize, at: usize) -> Option<Range<usize>> {
    let before = text.get(floor..at)?.bytes();
    let name = before
        .rev()
        .take_while(|byte| is_word(*byte) || matches!(byte, b'.' | b'+'))
        .count();
    let rest = text.get(at + 1..)?;
    let run = rest
        .bytes()
        .take_while(|byte| is_word(*byte) || *byte == b'.')
        .count();
    let (run, after) = rest.split_at_checked(run)?;
    let host = run.trim_end_matches('.');
    // The last condition tells a host from a version, as in `name@1.2.3`.
    let is_mail = name > 0
        && host.contains('.')
        && host.starts_with(|c: char| c.is_ascii_alphanumeric())
        && host.ends_with(|c: char| c.is_ascii_alphabetic());
    (is_mail && !goes_on(after)).then(|| at - name..at + 1 + host.len())
}

/// Whether the text after a host says that it was part of something else: another at sign, or a
/// path, as in `git@example.org:some/repository`.
fn goes_on(after: &str) -> bool {
    let mut chars = after.chars();
    match chars.next() {
        Some('@' | '/') => true,
        Some(':') => chars.next().is_some_and(|c| !c.is_whitespace()),
        _ => false,
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}
