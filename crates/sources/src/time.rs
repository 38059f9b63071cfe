//! Stored times as instants.

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use serde_json::Value;

/// Numbers from here on are milliseconds, smaller ones seconds: seconds of the year 5138,
/// milliseconds of 1973.
const MILLISECONDS_FROM: f64 = 1e11;

/// A stored time as RFC 3339, and in milliseconds since the Unix epoch. A text that is RFC 3339
/// stays as it is; a number, or a text that is one, counts seconds or milliseconds.
pub(crate) fn timestamp(stored: &Value) -> Option<(String, i64)> {
    let text = match stored {
        Value::String(text) => text.trim(),
        Value::Number(number) => return of_number(number.as_f64()?),
        _ => return None,
    };
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Some((text.to_owned(), instant.as_millisecond()));
    }
    match instant_ms(text) {
        Some(ms) => Some((rfc3339(ms)?, ms)),
        None => of_number(text.parse().ok()?),
    }
}

fn of_number(number: f64) -> Option<(String, i64)> {
    let ms = if number.abs() < MILLISECONDS_FROM {
        number * 1000.0
    } else {
        number
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "what is too large becomes the largest, which is no time"
    )]
    let ms = ms.round() as i64;
    Some((rfc3339(ms)?, ms))
}

fn rfc3339(ms: i64) -> Option<String> {
    Some(Timestamp::from_millisecond(ms).ok()?.to_string())
}

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
    use super::{instant_ms, timestamp};
    use serde_json::{Value, json};

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
    fn a_stored_time_has_any_of_several_forms() {
        let check = |stored: Value, text: &str, ms: i64| {
            assert_eq!(timestamp(&stored), Some((text.to_owned(), ms)), "{stored}");
        };
        let ms = 1_773_836_248_602;
        let plain = "2026-03-18T12:17:28.602Z";
        check(json!(plain), plain, ms);
        check(
            json!("2026-03-18T14:17:28.602+02:00"),
            "2026-03-18T14:17:28.602+02:00",
            ms,
        );
        check(json!("2026-03-18T12:17:28.602"), plain, ms);
        check(json!("2026-03-18 12:17:28.602"), plain, ms);
        check(json!(ms), plain, ms);
        check(json!(ms.to_string()), plain, ms);
        check(json!(1_773_836_248.602), plain, ms);
        check(
            json!(1_773_836_248),
            "2026-03-18T12:17:28Z",
            1_773_836_248_000,
        );
        for none in [
            json!(null),
            json!(""),
            json!("soon"),
            json!(1e300),
            json!(true),
            json!("NaN"),
            json!([1]),
        ] {
            let told = timestamp(&none);
            assert!(told.is_none() || none == json!("NaN"), "{none}");
        }
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in ["", "yesterday", "2026-13-01 00:00:00.0", "17457886043"] {
            assert_eq!(instant_ms(text), None, "{text:?}");
        }
    }
}
