//! Percentiles.

use std::time::Duration;

/// The delay that so many of a hundred do not exceed.
pub(super) fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let at = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(at).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_delays() {
        let delays: Vec<Duration> = (1..=200).map(Duration::from_millis).collect();
        for (percent, expected) in [(50, 100), (95, 190), (99, 198), (100, 200)] {
            assert_eq!(percentile(&delays, percent).as_millis(), expected);
        }
        assert_eq!(percentile(&[], 99), Duration::ZERO);
    }
}
