//! What holds of every reader, whatever stands in a store.

use crate::{follow::Follow, input::More, views};
use conversation::{Event, EventKey};
use sources::{SourceError, Store};
use std::collections::HashSet;

/// What a reader does when what it has read cannot be read any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// What is left is read.
    IsRead,
    /// What was read last stays.
    Stays,
}

/// A conversation that is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub store: &'a dyn Store,
    pub id: &'a str,
    /// Whether it is there, so that reading it must not fail, whatever is in it.
    pub is_there: bool,
    /// Whether it is in a file of lines, of which the last may have no end.
    pub is_lines: bool,
    pub broken: Broken,
    pub more: More,
}

impl Subject<'_> {
    /// A new reader.
    pub(crate) fn open(&self) -> Follow {
        Follow::new(self.store.open(self.id))
    }

    /// Reads all that there is. Whoever looks again at a file of lines knows that the last one rests.
    fn look(&self, follow: &mut Follow) -> Result<(), SourceError> {
        follow.look()?;
        if self.is_lines {
            follow.look()?;
        }
        Ok(())
    }

    /// Checks a reader that followed the conversation while it was written, and new ones.
    pub(crate) fn check(&self, mut followed: Follow) {
        let mut cold = self.open();
        let looked = self.look(&mut cold);
        if !self.is_there && looked.is_err() {
            return;
        }
        looked.expect("what is there is readable");
        let looked = self.look(&mut followed);
        looked.expect("what a new reader reads is readable");
        if self.broken == Broken::IsRead || cold.conversation.problem().is_none() {
            assert_same(&followed, &cold);
        }
        keys_are_unique(&cold.events);
        views::check(&cold.events);
        self.check_more(cold);
    }

    fn check_more(&self, mut cold: Follow) {
        if self.more.reads_again() {
            let mut again = self.open();
            let looked = self.look(&mut again);
            looked.expect("what was read once is read again");
            assert_same(&again, &cold);
        }
        if self.more.looks_for_records() && self.broken == Broken::IsRead {
            records_are_there(&cold);
        }
        if self.more.makes_rows() {
            views::make_rows(&cold.events, cold.conversation.reading());
        }
        if self.more.reads_summary() {
            drop(cold.conversation.summary());
        }
        if self.more.reads_list() {
            drop(self.store.listing().refresh());
        }
    }
}

/// Whether two readers have been told the same: keys, fields, times and places.
fn assert_same(one: &Follow, other: &Follow) {
    for (one, other) in one.events.iter().zip(&other.events) {
        assert_eq!(one, other);
    }
    assert_eq!(keys(&one.events), keys(&other.events));
    let end = other.conversation.position(other.events.len());
    assert_eq!(one.conversation.position(one.events.len()), end);
    assert!(one.conversation.has(end));
}

fn keys(events: &[Event]) -> Vec<&EventKey> {
    events.iter().map(Event::key).collect()
}

fn keys_are_unique(events: &[Event]) {
    let mut known = HashSet::new();
    for event in events {
        assert!(known.insert(event.key()), "{} is unique", event.key());
    }
}

/// Whether the records of the first and the last event are found.
fn records_are_there(cold: &Follow) {
    for event in cold.events.first().into_iter().chain(cold.events.last()) {
        let stored = cold.conversation.stored(event.key());
        assert!(stored.expect("readable").is_some(), "{}", event.key());
    }
}
