//! How long ago a file was written to, for whoever follows it: clocks may jump meanwhile.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant, SystemTime},
};

/// What has been seen of a file's growth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Freshness {
    bytes: Option<u64>,
    /// When it was looked at first, or was another length than before.
    since: Instant,
    /// Whether it was seen to become another length.
    has_changed: bool,
}

impl Freshness {
    /// A file of which nothing has been seen.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            bytes: None,
            since: now,
            has_changed: false,
        }
    }

    /// Takes note of how long it is now.
    fn look(&mut self, bytes: u64, now: Instant) {
        let before = self.bytes.replace(bytes);
        if before.is_some_and(|before| before != bytes) {
            self.since = now;
            self.has_changed = true;
        }
    }

    /// The same of a file as it is now. One that cannot be looked at has not changed.
    pub(crate) fn look_at(&mut self, file: &Path) {
        if let Ok(metadata) = fs::metadata(file) {
            self.look(metadata.len(), Instant::now());
        }
    }

    /// [`Self::age`] of that file now.
    pub(crate) fn age_of(&self, file: &Path) -> Option<Duration> {
        let modified = fs::metadata(file).and_then(|metadata| metadata.modified());
        self.age(modified.ok(), (SystemTime::now(), Instant::now()))
    }

    /// How long ago it was written to. Whoever saw it grow knows that without a clock. Otherwise the
    /// file's time tells; one that is to come, of a clock that was set since, counts from when the
    /// file was first looked at.
    fn age(
        &self,
        modified: Option<SystemTime>,
        (clock, now): (SystemTime, Instant),
    ) -> Option<Duration> {
        let seen = now.saturating_duration_since(self.since);
        if self.has_changed {
            return Some(seen);
        }
        let by_clock = clock.duration_since(modified?).unwrap_or_default();
        Some(by_clock.max(seen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUMP: Duration = Duration::from_mins(10);

    #[test]
    fn what_grew_under_our_eyes_has_an_age_that_no_clock_changes() {
        let (begin, clock) = (Instant::now(), SystemTime::now());
        let at = |seconds: u64| begin + Duration::from_secs(seconds);
        let mut file = Freshness::new(begin);
        file.look(10, begin);
        file.look(20, at(5));
        file.look(20, at(30));
        for clock in [clock, clock - JUMP, clock + JUMP] {
            for modified in [clock, clock - JUMP, clock + JUMP] {
                let age = file.age(Some(modified), (clock, at(65)));
                assert_eq!(age, Some(Duration::from_mins(1)));
            }
        }
    }

    #[test]
    fn what_nobody_saw_grow_is_as_old_as_the_clock_says_and_never_young_for_long() {
        let (begin, clock) = (Instant::now(), SystemTime::now());
        let later = begin + Duration::from_mins(2);
        let mut file = Freshness::new(begin);
        file.look(10, begin);
        for (modified, now, expected) in [
            (clock - JUMP, begin, JUMP),
            (clock, begin, Duration::ZERO),
            (clock + JUMP, begin, Duration::ZERO),
            // It was written ten minutes from now, and nothing has happened for two.
            (clock + JUMP, later, Duration::from_mins(2)),
        ] {
            assert_eq!(file.age(Some(modified), (clock, now)), Some(expected));
        }
        assert_eq!(file.age(None, (clock, begin)), None);
    }
}
