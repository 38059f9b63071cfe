//! When a record was written.

use crate::time::instant_ms;
use jiff::Timestamp;
use serde_json::Value;

/// Numbers from here on count milliseconds: as seconds they would lie in the year 5138 and later.
const FIRST_MILLISECONDS: f64 = 1e11;

/// A stored time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stamp {
    /// As RFC 3339, as it is stored where it is stored so.
    pub text: Option<String>,
    /// Milliseconds since the Unix epoch.
    pub at_ms: Option<i64>,
}

impl Stamp {
    /// Reads a time: RFC 3339, the same without a zone, which stands for UTC, or a number of seconds
    /// or milliseconds. Anything else is none.
    pub(super) fn of(stored: Option<&Value>) -> Self {
        match stored {
            Some(Value::String(text)) => Self::of_text(text),
            Some(Value::Number(number)) => {
                number.as_f64().map_or_else(Self::default, Self::of_number)
            }
            _ => Self::default(),
        }
    }

    fn of_text(text: &str) -> Self {
        match instant_ms(text) {
            Some(at_ms) if text.parse::<Timestamp>().is_ok() => Self {
                text: Some(text.to_owned()),
                at_ms: Some(at_ms),
            },
            Some(at_ms) => Self::of_ms(at_ms),
            None => Self::default(),
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a time out of range is none, which the next step finds"
    )]
    fn of_number(number: f64) -> Self {
        let ms = if number.abs() < FIRST_MILLISECONDS {
            number * 1000.0
        } else {
            number
        };
        Self::of_ms(ms.round() as i64)
    }

    fn of_ms(at_ms: i64) -> Self {
        match Timestamp::from_millisecond(at_ms) {
            Ok(instant) => Self {
                text: Some(instant.to_string()),
                at_ms: Some(at_ms),
            },
            Err(_) => Self::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_form_of_a_time() {
        let at = Some(1_796_052_216_356);
        for (stored, text) in [
            (
                json!("2026-11-30T15:23:36.356Z"),
                "2026-11-30T15:23:36.356Z",
            ),
            (
                json!("2026-11-30T16:23:36.356+01:00"),
                "2026-11-30T16:23:36.356+01:00",
            ),
            (json!("2026-11-30 15:23:36.356"), "2026-11-30T15:23:36.356Z"),
            (json!(1_796_052_216.356), "2026-11-30T15:23:36.356Z"),
            (json!(1_796_052_216_356_i64), "2026-11-30T15:23:36.356Z"),
        ] {
            let expected = Stamp {
                text: Some(text.to_owned()),
                at_ms: at,
            };
            assert_eq!(Stamp::of(Some(&stored)), expected, "{stored}");
        }
    }

    #[test]
    fn anything_else_is_no_time() {
        for stored in [
            json!("T"),
            json!(""),
            json!(null),
            json!([1]),
            json!(1e300),
            json!(true),
        ] {
            assert_eq!(Stamp::of(Some(&stored)), Stamp::default(), "{stored}");
        }
        assert_eq!(Stamp::of(None), Stamp::default());
    }
}
