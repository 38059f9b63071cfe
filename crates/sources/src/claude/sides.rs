//! Sub-agents that are stored between the lines of the conversation that started them.

use super::record::{Id, Record, id};
use std::{borrow::Cow, collections::HashMap};

/// The lines of such sub-agents.
#[derive(Debug, Default)]
pub(super) struct Sides(HashMap<Id, Side>);

/// What a line belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// The name of the sub-agent: the id of its first line.
    pub name: String,
}

impl Sides {
    /// The sub-agent that a line belongs to, and whether it is the first one. Nothing of a line
    /// without an id can be told.
    pub(super) fn take(&mut self, record: Record<'_>) -> Option<(Side, bool)> {
        let uuid = record.uuid()?;
        let parent = record.parent().and_then(|parent| self.0.get(&id(parent)));
        let is_first = parent.is_none();
        let side = parent.cloned().unwrap_or_else(|| Side {
            name: name(uuid).into_owned(),
        });
        self.0.insert(id(uuid), side.clone());
        Some((side, is_first))
    }
}

/// An id as it may stand in an address.
fn name(uuid: &str) -> Cow<'_, str> {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    if uuid.bytes().all(is_plain) && !uuid.starts_with('-') {
        Cow::Borrowed(uuid)
    } else {
        Cow::Owned(format!("h{:016x}", id(uuid)))
    }
}
