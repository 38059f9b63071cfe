//! Stored times as instants.

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

/// Milliseconds since the Unix epoch of a stored time: RFC 3339, or a date and time without a zone,
/// which stand for UTC in the stores that write so.
pub(crate) fn instant_ms(stored: &str) -> Option<i64> {
    if let Ok(instant) = stored.parse::<Timestamp>() {
        return Some(instant.as_millisecond());
    }
    let civil: DateTime = stored.parse().ok()?;
    Some(TimeZone::UTC.to_timestamp(civil).ok()?.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::instant_ms;

    #[test]
    fn jp_times_are_utc_with_any_number_of_digits() {
        assert_eq!(
            instant_ms("2026-03-18 12:17:28.6024"),
            Some(1_773_836_248_602)
        );
        assert_eq!(instant_ms("2026-03-18 12:17:28.0"), Some(1_773_836_248_000));
        assert_eq!(instant_ms("2026-03-18T12:17:28Z"), Some(1_773_836_248_000));
        assert_eq!(
            instant_ms("2026-03-18T14:17:28.5+02:00"),
            Some(1_773_836_248_500)
        );
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in ["", "yesterday", "2026-13-01 00:00:00.0", "17457886043"] {
            assert_eq!(instant_ms(text), None, "{text:?}");
        }
    }
}
