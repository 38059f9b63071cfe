//! Where a page of a conversation begins or ends, as its reader says it.

use conversation::{BEFORE, BEHIND, EventKey};
use sources::{NotAPosition, Position};
use std::{fmt, str::FromStr};

/// A place between two events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cursor {
    /// Behind so many events.
    At(Position),
    /// In front of an event, where nobody has counted those before it.
    Before(EventKey),
    /// Behind an event, likewise.
    Behind(EventKey),
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(position) => write!(f, "{position}"),
            Self::Before(key) => f.write_str(&key.cursor_before()),
            Self::Behind(key) => f.write_str(&key.cursor_behind()),
        }
    }
}

impl FromStr for Cursor {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        if let Some(key) = text.strip_prefix(BEFORE) {
            return Ok(Self::Before(EventKey::from_written(key)));
        }
        if let Some(key) = text.strip_prefix(BEHIND) {
            return Ok(Self::Behind(EventKey::from_written(key)));
        }
        text.parse().map(Self::At)
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
        let key = EventKey::from_native("e-1");
        for cursor in [
            Cursor::At(position),
            Cursor::Before(key.clone()),
            Cursor::Behind(key),
        ] {
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        assert_eq!("12-ab".parse::<Cursor>(), Err(NotAPosition));
    }
}
