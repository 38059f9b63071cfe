//! A place in a store that means the same in another process.

use std::{fmt, str::FromStr};

/// The end of the first `n` records, with a fingerprint of them: a store that begins otherwise does
/// not have this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// How many records come before.
    pub n: usize,
    /// A hash over them.
    pub fingerprint: u64,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:016x}", self.n, self.fingerprint)
    }
}

/// A text is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a position")]
pub struct NotAPosition;

impl FromStr for Position {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        let (n, fingerprint) = text.split_once('-').ok_or(NotAPosition)?;
        let is_hash = fingerprint.len() == 16 && fingerprint.bytes().all(|b| b.is_ascii_hexdigit());
        if n.is_empty() || !n.bytes().all(|b| b.is_ascii_digit()) || !is_hash {
            return Err(NotAPosition);
        }
        match (n.parse(), u64::from_str_radix(fingerprint, 16)) {
            (Ok(n), Ok(fingerprint)) => Ok(Self { n, fingerprint }),
            _ => Err(NotAPosition),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let position = Position {
            n: 12,
            fingerprint: 0xab,
        };
        assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn anything_else_is_none() {
        for text in [
            "",
            "12",
            "-1-00000000000000ab",
            "12-ab",
            "x-00000000000000ab",
            "1-+0000000000000ab",
            "99999999999999999999999-00000000000000ab",
        ] {
            assert_eq!(text.parse::<Position>(), Err(NotAPosition), "{text:?}");
        }
    }
}
