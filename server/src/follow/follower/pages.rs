//! What is asked of a conversation as it was read so far.

use super::{Follower, Inner};
use crate::follow::{Cursor, EventLog, Limit, log::Stretch};
use conversation::{Item, Status, View};
use sources::{Position, SourceError, Summary};

/// A stretch of a view with its cursors.
#[derive(Debug)]
pub(crate) struct Page {
    pub items: Vec<Item>,
    pub before: Option<String>,
    /// The cursor behind the last item.
    pub after: String,
    /// Whether the view shows anything behind it.
    pub has_more: bool,
}

impl Follower {
    /// A page of a view: the end.
    pub(crate) fn end(&self, view: View, limit: Limit) -> (Page, Status) {
        if let Some(glimpse) = &*self.glimpse() {
            return (glimpse.end(view, limit), glimpse.status().clone());
        }
        let inner = self.lock();
        (
            inner.page(view, inner.log.before(view, inner.log.len(), limit)),
            inner.status.clone(),
        )
    }

    /// A page of a view around an event; nothing where there is no such event.
    pub(crate) fn around(&self, view: View, key: &str) -> Option<(Page, Status)> {
        let inner = self.whole();
        let index = inner.log.index_of(key)?;
        let before = inner.log.before(view, index, Limit::BEFORE_EVENT);
        let mut stretch = inner.log.after(view, index, Limit::PAGE);
        stretch.start = before.start;
        stretch.items.splice(0..0, before.items);
        Some((inner.page(view, stretch), inner.status.clone()))
    }

    /// A page of a view before a cursor; nothing where it is not one of this conversation.
    pub(crate) fn before(
        &self,
        view: View,
        cursor: &Cursor,
        limit: Limit,
    ) -> Option<(Page, Status)> {
        self.page_at(view, cursor, |log, n| log.before(view, n, limit))
    }

    /// A page of a view behind a cursor, likewise.
    pub(crate) fn after(
        &self,
        view: View,
        cursor: &Cursor,
        limit: Limit,
    ) -> Option<(Page, Status)> {
        self.page_at(view, cursor, |log, n| log.after(view, n, limit))
    }

    /// A page of a view from its beginning on.
    pub(crate) fn beginning(&self, view: View, limit: Limit) -> (Page, Status) {
        let inner = self.whole();
        let page = inner.page(view, inner.log.after(view, 0, limit));
        (page, inner.status.clone())
    }

    fn page_at(
        &self,
        view: View,
        cursor: &Cursor,
        stretch: impl FnOnce(&EventLog, usize) -> Stretch,
    ) -> Option<(Page, Status)> {
        let inner = self.whole();
        let n = inner.n_before(cursor)?;
        let page = inner.page(view, stretch(&inner.log, n));
        Some((page, inner.status.clone()))
    }

    /// Calls `read` with the events as read so far.
    pub(crate) fn with_log<T>(&self, read: impl FnOnce(&EventLog) -> T) -> T {
        read(&self.whole().log)
    }

    /// The position behind the first `n` events.
    pub(crate) fn position_at(&self, n: usize) -> Position {
        self.whole().conversation.position(n)
    }

    /// How many events come before a cursor; nothing where it is not one of this conversation.
    pub(crate) fn n_before(&self, cursor: &Cursor) -> Option<usize> {
        self.whole().n_before(cursor)
    }

    /// What a list says of it, and how many events it has, where that is known.
    pub(crate) fn summary(&self) -> Option<(Summary, Option<u64>)> {
        if let Some(glimpse) = &*self.glimpse() {
            return Some((glimpse.summary().clone(), None));
        }
        let mut inner = self.lock();
        Some((inner.conversation.summary()?, self.n_events()))
    }

    /// An event's record as it is stored; nothing where there is none.
    pub(crate) fn stored(&self, key: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let inner = self.whole();
        let Some(index) = inner.log.index_of(key) else {
            return Ok(None);
        };
        match inner.log.event(index) {
            Some(event) => inner.conversation.stored(event.key()),
            None => Ok(None),
        }
    }
}

impl Inner {
    fn n_before(&self, cursor: &Cursor) -> Option<usize> {
        match cursor {
            Cursor::At(position) => self.conversation.has(*position).then_some(position.n),
            Cursor::Before(key) => self.log.index_of(key.as_str()),
            Cursor::Behind(key) => Some(self.log.index_of(key.as_str())? + 1),
        }
    }

    pub(super) fn page(&self, view: View, stretch: Stretch) -> Page {
        let has_before = self.log.has_any_before(view, stretch.start);
        Page {
            before: has_before.then(|| self.conversation.position(stretch.start).to_string()),
            after: self.conversation.position(stretch.end).to_string(),
            has_more: self.log.has_any_after(view, stretch.end),
            items: stretch.items,
        }
    }
}
