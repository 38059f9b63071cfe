//! Clocks of time zones.

use app::{LocalTime, ZonedClock};
use jiff::{Timestamp, tz::TimeZone};

/// A clock that shows a zone's time.
pub(crate) fn clock(zone: TimeZone) -> ZonedClock {
    ZonedClock::new(move |ms| {
        let instant = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
        let time = zone.to_datetime(instant);
        let small = |n: i8| u8::try_from(n).unwrap_or_default();
        LocalTime {
            year: i64::from(time.year()),
            month: small(time.month()),
            day: small(time.day()),
            hour: small(time.hour()),
            minute: small(time.minute()),
            second: small(time.second()),
        }
    })
}

/// An instant as RFC 3339 in UTC.
pub(crate) fn rfc3339(ms: i64) -> Option<String> {
    Timestamp::from_millisecond(ms)
        .ok()
        .map(|instant| instant.to_string())
}
