//! How long to wait before another try.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(5);

/// Pauses that double up to a longest one, until something works again.
#[derive(Debug)]
pub(super) struct Pace(Duration);

impl Pace {
    pub(super) fn new() -> Self {
        Self(FIRST)
    }

    /// The pause before the next try.
    pub(super) fn next(&mut self) -> Duration {
        let pause = self.0;
        self.0 = (pause * 2).min(LONGEST);
        pause
    }

    /// Something works.
    pub(super) fn reset(&mut self) {
        *self = Self::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_longest_one_and_begin_anew() {
        let mut pace = Pace::new();
        let pauses: Vec<u128> = (0..7).map(|_| pace.next().as_millis()).collect();
        assert_eq!(pauses, [250, 500, 1000, 2000, 4000, 5000, 5000]);
        pace.reset();
        assert_eq!(pace.next(), FIRST);
    }
}
