//! What of a conversation's records is not shown: the branches that the person left.

use super::{
    draft::{Draft, Stamp},
    known::Known,
    record::{Id, Record, id},
};
use crate::mapping::{Events, Handle};
use std::collections::HashMap;

/// The type of the event that says that records were left out.
const MARK: &str = "claude/rewound";

/// The records on branches that the person left.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// The first record of the branch that a record is on.
    branches: HashMap<Id, Id>,
    marks: HashMap<Id, Mark>,
}

/// The event that stands for a branch.
#[derive(Debug)]
struct Mark {
    event: Handle,
    stamp: Stamp,
    n_records: u64,
}

impl LeftOut {
    /// Whether a record is on such a branch. The branch's mark counts it then.
    pub(super) fn take(
        &mut self,
        record: Record<'_>,
        known: &Known,
        events: &mut Events<'_>,
    ) -> bool {
        let Some(this) = record.uuid().map(id) else {
            return false;
        };
        let parent = record.parent().map(id);
        let of_parent = parent.and_then(|parent| self.branches.get(&parent).copied());
        let Some(branch) = of_parent.or(known.left.contains(&this).then_some(this)) else {
            return false;
        };
        self.branches.insert(this, branch);
        if let Some(mark) = self.marks.get_mut(&branch) {
            mark.n_records += 1;
            let fields = mark_of(&mark.stamp, mark.n_records).finish().fields;
            events.revise(mark.event, fields);
        } else {
            let stamp = Stamp::of(record);
            let mark = Mark {
                event: events.add(mark_of(&stamp, 1).finish()),
                stamp,
                n_records: 1,
            };
            self.marks.insert(branch, mark);
        }
        true
    }
}

fn mark_of(stamp: &Stamp, n_records: u64) -> Draft {
    stamp.beside(MARK, "rewound").with("records", n_records)
}
