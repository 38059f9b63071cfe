//! Compactions: several records each, and in a loop hundreds of them.

use super::CodexMapping;
use crate::{
    codex::record::Entry,
    mapping::{Events, Handle, Outcome},
};
use serde_json::{Map, Value, json};

/// The compactions of a turn, which are one event.
#[derive(Debug)]
pub(super) struct Compaction {
    event: Handle,
    told: Told,
}

/// What was told of them.
#[derive(Debug)]
struct Told {
    fields: Map<String, Value>,
    /// How often each kind of record came.
    n_signs: [u64; 3],
}

/// A record that a compaction leaves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    /// The model's summary.
    Output = 0,
    /// What takes the place of the history.
    Replacement = 1,
    /// The word to people.
    Event = 2,
}

impl CodexMapping {
    /// A compaction left a record.
    pub(super) fn compacted(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        sign: Sign,
        summary: Option<&str>,
    ) -> Outcome {
        if let Some(compaction) = &mut self.compaction {
            compaction.told.add(sign, summary);
            events.revise(compaction.event, compaction.told.fields.clone());
            return Outcome::Folded;
        }
        let mut told = Told {
            fields: entry.fields("compaction"),
            n_signs: [0; 3],
        };
        told.add(sign, summary);
        let event = events.add(entry.event(None, told.fields.clone()));
        self.compaction = Some(Compaction { event, told });
        Outcome::Mapped
    }
}

impl Told {
    fn add(&mut self, sign: Sign, summary: Option<&str>) {
        if let Some(n) = self.n_signs.get_mut(sign as usize) {
            *n += 1;
        }
        let count = self.n_signs.iter().max().copied().unwrap_or_default();
        if count > 1 {
            self.fields.insert("count".to_owned(), count.into());
        }
        if let Some(summary) = summary {
            self.fields
                .insert("summary".to_owned(), json!({"summary": summary}));
        }
    }
}
