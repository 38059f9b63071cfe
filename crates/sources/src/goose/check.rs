//! Whether the messages that were read are still what they were, found out a stretch at a time.
//!
//! To compare all of a long session after each message would make a message the later, the more
//! stand before it. So what is new is told first, and the comparison follows in short stretches,
//! between which what is newer still gets its turn.

use std::time::{Duration, Instant};

/// The longest session all of which is compared at each look, in messages.
pub(super) const SHORT: usize = 32;
/// How long one stretch may take to read.
pub(super) const STRETCH: Duration = Duration::from_millis(3);
/// The shortest time between the ends of two comparisons of a long session.
const PAUSE: Duration = Duration::from_secs(1);
/// How much longer than a comparison the pause behind it is: it takes no more of a core than this.
const REST: u32 = 10;

/// How far the comparison of a session has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Check {
    /// How many messages were compared; nothing where no comparison is under way.
    n_compared: Option<usize>,
    /// Something may have changed since the last comparison began.
    is_due: bool,
    /// The time that this comparison has taken.
    took: Duration,
    /// When the next one may begin.
    next: Option<Instant>,
}

impl Check {
    /// The store has changed: all is to be compared once more.
    pub(super) fn ask(&mut self) {
        self.is_due = true;
    }

    /// Everything was compared just now.
    pub(super) fn end(&mut self, now: Instant) {
        *self = Self {
            next: Some(now + PAUSE.max(self.took * REST)),
            is_due: self.is_due && self.n_compared.is_some(),
            ..Self::default()
        };
    }

    /// Nothing could be compared.
    pub(super) fn fail(&mut self, now: Instant) {
        *self = Self {
            next: Some(now + PAUSE),
            is_due: true,
            ..Self::default()
        };
    }

    /// The message from which on to compare now; nothing where it is not the time for it.
    pub(super) fn begin(&mut self, now: Instant) -> Option<usize> {
        if self.n_compared.is_none() && self.wait(now) == Some(Duration::ZERO) {
            self.is_due = false;
            self.n_compared = Some(0);
        }
        self.n_compared
    }

    /// A stretch up to this message was compared, and it took so long.
    pub(super) fn go_on(&mut self, n_compared: usize, took: Duration) {
        self.n_compared = Some(n_compared);
        self.took += took;
    }

    /// How long until there is something to compare; nothing where nothing has changed.
    pub(super) fn wait(&self, now: Instant) -> Option<Duration> {
        if self.n_compared.is_some() {
            return Some(Duration::ZERO);
        }
        let next = || self.next.map(|next| next.saturating_duration_since(now));
        self.is_due.then(|| next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_rests_ten_times_as_long_as_it_took() {
        let now = Instant::now();
        let mut check = Check::default();
        assert_eq!((check.begin(now), check.wait(now)), (None, None));
        check.ask();
        assert_eq!(check.wait(now), Some(Duration::ZERO));
        assert_eq!(check.begin(now), Some(0));
        check.go_on(500, Duration::from_millis(300));
        assert_eq!(check.begin(now), Some(500), "it goes on where it was");
        check.end(now);
        assert_eq!(check.wait(now), None);
        check.ask();
        assert_eq!(check.begin(now), None);
        assert_eq!(check.wait(now), Some(Duration::from_secs(3)));
        assert_eq!(check.begin(now + Duration::from_secs(3)), Some(0));
    }

    #[test]
    fn what_changes_during_a_comparison_makes_another_one_due() {
        let now = Instant::now();
        let mut check = Check::default();
        check.ask();
        check.begin(now);
        check.ask();
        check.end(now);
        assert_eq!(check.wait(now), Some(PAUSE));
    }
}
