//! The end of a long conversation, shown until all of it has been read.

use super::{Cursor, EventLog, Limit, Page, Settings};
use conversation::{Status, View};
use sources::{Conversation, Splice, Summary};

/// The last events of a conversation, as far as its end alone tells them.
#[derive(Debug)]
pub(super) struct Glimpse {
    log: EventLog,
    summary: Summary,
    status: Status,
}

impl Glimpse {
    /// The end of a conversation that takes long to read; nothing where it does not, or where it
    /// cannot be read: reading all of it says why.
    pub(super) fn of(conversation: &mut dyn Conversation, settings: &Settings) -> Option<Self> {
        let events = conversation.ending().ok().flatten()?;
        let summary = conversation.summary()?;
        let mut log = EventLog::new(conversation.reading(), settings);
        log.splice(Splice::new(0, events), 0);
        // A page with nothing to read is worse than one that comes later.
        if !log.has_any_after(View::User, 0) {
            return None;
        }
        let status = Status {
            state: summary.state.name().to_owned(),
            last_activity_ms: log.last_activity_ms(),
            problem: summary.problem.clone(),
        };
        Some(Self {
            log,
            summary,
            status,
        })
    }

    /// The end of a view. How many events come before it is not known, so that its cursors name
    /// events.
    pub(super) fn end(&self, view: View, limit: Limit) -> Page {
        let stretch = self.log.before(view, self.log.len(), limit);
        let key = |index: usize| Some(self.log.event(index)?.key().clone());
        let before = key(stretch.start).map(|key| Cursor::Before(key).to_string());
        Page {
            items: stretch.items,
            before,
            after: self.position(),
            has_more: false,
        }
    }

    /// What stands for the position behind the last event.
    pub(super) fn position(&self) -> String {
        let last = self.log.len().checked_sub(1);
        let last = last.and_then(|last| self.log.event(last));
        last.map_or_else(String::new, |last| {
            Cursor::Behind(last.key().clone()).to_string()
        })
    }

    pub(super) fn summary(&self) -> &Summary {
        &self.summary
    }

    pub(super) fn status(&self) -> &Status {
        &self.status
    }
}

#[cfg(test)]
mod tests;
