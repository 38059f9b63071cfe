//! Addresses in one spelling, and whether this crate lets them be followed.

use std::fmt::Write as _;

/// An address with everything coded that renderers of CommonMark code in a link.
pub(super) fn coded(address: &str) -> String {
    let mut out = String::new();
    let bytes = address.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let is_code = || {
            bytes
                .get(at + 1..at + 3)
                .is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
        };
        if byte.is_ascii_alphanumeric()
            || b"-_.+!*(),#@?=;:/&$~'".contains(byte)
            || *byte == b'%' && is_code()
        {
            out.push(char::from(*byte));
        } else {
            write!(out, "%{byte:02X}").unwrap();
        }
    }
    out
}

/// Where a link leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Way {
    Out,
    Within,
    Nowhere,
}

/// Three schemes and fragments may be followed; a path would lead to the viewer itself.
pub(super) fn way(address: &str) -> Way {
    let lower = address.to_ascii_lowercase();
    let is_out = ["http://", "https://"].iter().any(|scheme| {
        lower
            .strip_prefix(scheme)
            .is_some_and(|rest| !host(rest).is_empty())
    });
    if is_out
        || lower
            .strip_prefix("mailto:")
            .is_some_and(|rest| !rest.is_empty())
    {
        Way::Out
    } else if address.len() > 1 && address.starts_with('#') {
        Way::Within
    } else {
        Way::Nowhere
    }
}

fn host(rest: &str) -> &str {
    rest.split(['/', '?', '#']).next().unwrap()
}
