//! Where the events of one record go.

use super::{draft::Stamp, record::Record};
use crate::mapping::{Events, Outcome};

/// A record, and the events so far.
#[derive(Debug)]
pub(super) struct Out<'a, 'e, 's> {
    pub record: Record<'a>,
    pub stamp: Stamp,
    pub events: &'e mut Events<'s>,
    pub has_first: bool,
    pub is_mapped: bool,
}

impl<'a, 'e, 's> Out<'a, 'e, 's> {
    pub(super) fn new(record: Record<'a>, events: &'e mut Events<'s>) -> Self {
        Self {
            record,
            stamp: Stamp::of(record),
            events,
            has_first: false,
            is_mapped: false,
        }
    }

    /// What became of the record; nothing where it has no event.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        match (self.is_mapped, self.has_first) {
            (true, _) => Some(Outcome::Mapped),
            (false, true) => Some(Outcome::Carried),
            (false, false) => None,
        }
    }
}
