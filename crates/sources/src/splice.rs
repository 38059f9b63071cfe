//! How a conversation's events change.

use conversation::Event;

/// How a conversation changed since it was last read: its first `keep` events are what they were,
/// but for those of `revised`, and behind them stand `events`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Splice {
    /// How many of the earlier events are still there.
    pub keep: usize,
    /// The events behind these.
    pub events: Vec<Event>,
    /// Events before `keep` that hold something else now, by their index. Their keys stay.
    pub revised: Vec<(usize, Event)>,
    /// Reading stopped before the end, so that no reading is long: the next one goes on.
    pub has_more: bool,
}

impl Splice {
    /// The first `keep` events are what they were, and behind them stand `events`.
    pub fn new(keep: usize, events: Vec<Event>) -> Self {
        Self {
            keep,
            events,
            ..Self::default()
        }
    }

    /// This change and then `next`, as one.
    #[must_use]
    pub fn then(mut self, next: Self) -> Self {
        if next.keep < self.keep {
            self.revised.retain(|(index, _)| *index < next.keep);
            self.keep = next.keep;
            self.events.clear();
        }
        self.events.truncate(next.keep - self.keep);
        for (index, event) in next.revised {
            match index.checked_sub(self.keep) {
                Some(new) => {
                    if let Some(old) = self.events.get_mut(new) {
                        *old = event;
                    }
                }
                None => self.revised.push((index, event)),
            }
        }
        self.events.extend(next.events);
        self.has_more = next.has_more;
        self
    }

    /// The same change of `events` without revised ones: what is revised is among the events that
    /// are replaced.
    #[must_use]
    pub fn without_revised(self, events: &[Event]) -> Self {
        let Some(first) = self.revised.iter().map(|(index, _)| *index).min() else {
            return self;
        };
        let (has_more, keep) = (self.has_more, first.min(self.keep));
        let mut all = events.to_vec();
        self.apply(&mut all);
        Self {
            has_more,
            ..Self::new(keep, all.split_off(keep))
        }
    }

    /// Applies it to the events of a reader that keeps them in a list.
    pub fn apply(self, events: &mut Vec<Event>) {
        events.truncate(self.keep);
        for (index, event) in self.revised {
            if let Some(old) = events.get_mut(index) {
                *old = event;
            }
        }
        events.extend(self.events);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conversation::EventKey;
    use proptest::prelude::*;
    use serde_json::json;

    fn event(n: u8) -> Event {
        let fields = json!({"n": n}).as_object().cloned().unwrap_or_default();
        Event::new(EventKey::from_native("e"), None, fields)
    }

    fn splice() -> impl Strategy<Value = Splice> {
        let new = prop::collection::vec(any::<u8>(), 0..4);
        let revised = prop::collection::vec((0usize..6, any::<u8>()), 0..3);
        (0usize..6, new, revised).prop_map(|(keep, new, revised)| Splice {
            revised: revised
                .into_iter()
                .filter(|(index, _)| *index < keep)
                .map(|(index, n)| (index, event(n)))
                .collect(),
            ..Splice::new(keep, new.into_iter().map(event).collect())
        })
    }

    /// The same, of events that are there.
    fn within(mut splice: Splice, n_events: usize) -> Splice {
        splice.keep = splice.keep.min(n_events);
        splice.revised.retain(|(index, _)| *index < splice.keep);
        splice
    }

    proptest! {
        #[test]
        fn two_changes_are_one(old in prop::collection::vec(any::<u8>(), 0..6), first in splice(), second in splice()) {
            let old: Vec<Event> = old.into_iter().map(event).collect();
            let first = within(first, old.len());
            let mut one_by_one = old.clone();
            first.clone().apply(&mut one_by_one);
            let second = within(second, one_by_one.len());
            second.clone().apply(&mut one_by_one);
            let mut at_once = old;
            first.then(second).apply(&mut at_once);
            prop_assert_eq!(at_once, one_by_one);
        }

        #[test]
        fn what_is_revised_may_be_replaced(old in prop::collection::vec(any::<u8>(), 0..6), splice in splice()) {
            let mut old: Vec<Event> = old.into_iter().map(event).collect();
            let splice = within(splice, old.len());
            let plain = splice.clone().without_revised(&old);
            prop_assert!(plain.revised.is_empty());
            let mut expected = old.clone();
            splice.apply(&mut expected);
            plain.apply(&mut old);
            prop_assert_eq!(old, expected);
        }
    }
}
