//! Times in the reader's zone.

use crate::words::MONTHS;
use std::{fmt, sync::Arc};

/// A civil time in some zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalTime {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
    /// The hour, from 0.
    pub hour: u8,
    /// The minute.
    pub minute: u8,
    /// The second.
    pub second: u8,
}

/// What a zone's clock shows at an instant, in milliseconds since the Unix epoch.
pub type ClockReading = dyn Fn(i64) -> LocalTime + Send + Sync;

/// A clock in the reader's zone: the server has the zone's rules, the browser its own.
#[derive(Clone)]
pub struct ZonedClock(Arc<ClockReading>);

impl ZonedClock {
    /// A clock that reads instants as `read` does.
    pub fn new(read: impl Fn(i64) -> LocalTime + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    pub(crate) fn at(&self, ms: i64) -> LocalTime {
        (self.0)(ms)
    }
}

impl fmt::Debug for ZonedClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ZonedClock")
    }
}

impl LocalTime {
    /// `19:42`.
    pub(crate) fn clock(self) -> String {
        format!("{:02}:{:02}", self.hour, self.minute)
    }

    /// `29 May 2026, 19:42`.
    pub(crate) fn day_and_clock(self) -> String {
        format!("{}, {}", self.day(), self.clock())
    }

    /// `29 May 2026, 19:42:36`.
    pub(crate) fn exact(self) -> String {
        format!("{}, {}:{:02}", self.day(), self.clock(), self.second)
    }

    /// `29 May 2026`.
    pub(crate) fn day(self) -> String {
        let month = MONTHS
            .get(usize::from(self.month).wrapping_sub(1))
            .unwrap_or(&"?");
        format!("{} {month} {}", self.day, self.year)
    }

    /// `2026-05-29T19:42:36`, with `Z` where the zone is UTC.
    pub(crate) fn iso(self) -> String {
        let Self {
            year,
            month,
            day,
            hour,
            minute,
            second,
        } = self;
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
    }
}

/// How long ago something was, in words; nothing where a date says it better: more than a month ago,
/// or in a future that a wrong clock has made.
pub(crate) fn ago(elapsed_ms: i64) -> Option<String> {
    const MINUTE: i64 = 60_000;
    const HOUR: i64 = 60 * MINUTE;
    const DAY: i64 = 24 * HOUR;
    match elapsed_ms {
        // Two clocks of one machine may differ a little.
        -5000..MINUTE => Some("just now".to_owned()),
        MINUTE..HOUR => Some(format!("{} min ago", elapsed_ms / MINUTE)),
        HOUR..DAY => Some(format!("{} h ago", elapsed_ms / HOUR)),
        DAY..=2_592_000_000 => match elapsed_ms / DAY {
            1 => Some("1 day ago".to_owned()),
            days => Some(format!("{days} days ago")),
        },
        _ => None,
    }
}

/// The instant in UTC, as a `datetime` attribute has it. Civil from days: the Gregorian calendar
/// repeats after 146,097 days, and a year that begins in March has its leap day at its end.
pub(crate) fn utc_attribute(ms: i64) -> String {
    let seconds = ms.div_euclid(1000);
    let (days, of_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let from_march = days + 719_468;
    let (era, of_era) = (
        from_march.div_euclid(146_097),
        from_march.rem_euclid(146_097),
    );
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let month = (month_from_march + 2) % 12 + 1;
    let small = |n: i64| u8::try_from(n).unwrap_or_default();
    let time = LocalTime {
        year: era * 400 + year_of_era + i64::from(month <= 2),
        month: small(month),
        day: small(day_of_year - (153 * month_from_march + 2) / 5 + 1),
        hour: small(of_day / 3600),
        minute: small(of_day % 3600 / 60),
        second: small(of_day % 60),
    };
    time.iso() + "Z"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_as_attributes() {
        for (ms, iso) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_773_836_248_602, "2026-03-18T12:17:28Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (4_107_542_399_000, "2100-02-28T23:59:59Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc_attribute(ms), iso);
        }
    }

    #[test]
    fn how_long_ago() {
        for (ms, told) in [
            (-60_000, None),
            (-1, Some("just now")),
            (59_999, Some("just now")),
            (60_000, Some("1 min ago")),
            (3_599_999, Some("59 min ago")),
            (3_600_000, Some("1 h ago")),
            (86_400_000, Some("1 day ago")),
            (30 * 86_400_000, Some("30 days ago")),
            (31 * 86_400_000, None),
        ] {
            assert_eq!(ago(ms).as_deref(), told, "{ms}");
        }
    }

    #[test]
    fn times_for_people() {
        let time = LocalTime {
            year: 2026,
            month: 5,
            day: 9,
            hour: 7,
            minute: 5,
            second: 3,
        };
        assert_eq!(time.clock(), "07:05");
        assert_eq!(time.day_and_clock(), "9 May 2026, 07:05");
        assert_eq!(time.exact(), "9 May 2026, 07:05:03");
    }
}
