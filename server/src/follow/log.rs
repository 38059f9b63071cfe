//! The events of a conversation as read so far, and the windows of its views.

use conversation::{
    Context, ContextReader, Event, EventKey, Item, Reading, View, item, policy::Policy,
};
use sources::Splice;
use std::sync::Arc;

/// The events with their contexts.
#[derive(Debug)]
pub(crate) struct EventLog {
    events: Vec<Event>,
    contexts: Vec<Context>,
    reading: Reading,
    reader: ContextReader,
    policy: Arc<Policy>,
}

/// How much a window may hold. It always holds one item if there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// Items.
    pub items: usize,
    /// Bytes of text.
    pub text_bytes: u64,
}

impl Limit {
    /// The window of a page.
    pub(crate) const PAGE: Self = Self {
        items: 200,
        text_bytes: 768 * 1024,
    };
    /// How much of a window stands before an event that was asked for.
    pub(crate) const BEFORE_EVENT: Self = Self {
        items: 40,
        text_bytes: 256 * 1024,
    };
}

/// How many pieces of a text a window may hold beyond its limit.
const MOST_PIECES: usize = 1000;

/// Items that stand next to each other in a view, and the events that they cover: `start` to `end`.
#[derive(Debug, Default)]
pub(crate) struct Stretch {
    pub items: Vec<Item>,
    pub start: usize,
    pub end: usize,
}

impl EventLog {
    /// A log of nothing yet. `policy` says how the page shows what tools return.
    pub(crate) fn new(reading: Reading, policy: Arc<Policy>) -> Self {
        let reader = ContextReader::new(reading);
        Self {
            events: Vec::new(),
            contexts: Vec::new(),
            reading,
            reader,
            policy,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// The instant of the last event that has one.
    pub(crate) fn last_activity_ms(&self) -> Option<i64> {
        self.events.iter().rev().find_map(Event::at_ms)
    }

    /// Takes a change of the store, and gives the events and contexts that it replaced.
    pub(crate) fn splice(&mut self, splice: Splice) -> (Vec<Event>, Vec<Context>) {
        let is_append = splice.keep >= self.events.len();
        let keep = splice.keep.min(self.events.len());
        let replaced = (self.events.split_off(keep), self.contexts.split_off(keep));
        if !is_append {
            self.reader = ContextReader::new(self.reading);
            // The contexts of what stays are the same; the reader has to be where they end.
            for event in &self.events {
                self.reader.read(event);
            }
        }
        self.contexts
            .extend(splice.events.iter().map(|event| self.reader.read(event)));
        self.events.extend(splice.events);
        replaced
    }

    /// The index of an event.
    pub(crate) fn index_of(&self, key: &str) -> Option<usize> {
        self.events
            .iter()
            .position(|event| event.key().as_str() == key)
    }

    /// The item of an event, if the view shows it.
    pub(crate) fn item(&self, view: View, index: usize) -> Option<Item> {
        self.item_of(view, self.events.get(index)?, self.contexts.get(index)?)
    }

    /// The item of an event that stood here before.
    pub(crate) fn item_of(&self, view: View, event: &Event, context: &Context) -> Option<Item> {
        item(view, event, context, &self.policy)
    }

    /// The last events before `end` that the view shows.
    pub(crate) fn before(&self, view: View, end: usize, limit: Limit) -> Stretch {
        let end = end.min(self.len());
        let mut stretch = Stretch {
            items: Vec::new(),
            start: end,
            end,
        };
        let mut text_bytes = 0;
        while stretch.start > 0 && !limit.is_reached(&stretch, text_bytes) {
            stretch.start -= 1;
            if let Some(item) = self.item(view, stretch.start) {
                text_bytes += item.text_bytes();
                stretch.items.push(item);
            }
        }
        self.complete_first_text(view, &mut stretch);
        stretch.items.reverse();
        stretch
    }

    /// A text whose pieces are events is not cut, within reason: its markdown would be read wrongly.
    fn complete_first_text(&self, view: View, stretch: &mut Stretch) {
        for _ in 0..MOST_PIECES {
            if stretch.start == 0 || !self.is_one_text(stretch.start - 1, stretch.start) {
                return;
            }
            stretch.start -= 1;
            stretch.items.extend(self.item(view, stretch.start));
        }
    }

    /// The same at the other end.
    fn complete_last_text(&self, view: View, stretch: &mut Stretch) {
        for _ in 0..MOST_PIECES {
            if stretch.end == 0 || !self.is_one_text(stretch.end - 1, stretch.end) {
                return;
            }
            stretch.items.extend(self.item(view, stretch.end));
            stretch.end += 1;
        }
    }

    fn is_one_text(&self, index: usize, next: usize) -> bool {
        let region = |index: usize| self.contexts.get(index).and_then(|context| context.region);
        region(index).is_some() && region(index) == region(next)
    }

    /// The first events from `start` on that the view shows.
    pub(crate) fn after(&self, view: View, start: usize, limit: Limit) -> Stretch {
        let start = start.min(self.len());
        let mut stretch = Stretch {
            items: Vec::new(),
            start,
            end: start,
        };
        let mut text_bytes = 0;
        while stretch.end < self.len() && !limit.is_reached(&stretch, text_bytes) {
            if let Some(item) = self.item(view, stretch.end) {
                text_bytes += item.text_bytes();
                stretch.items.push(item);
            }
            stretch.end += 1;
        }
        self.complete_last_text(view, &mut stretch);
        stretch
    }

    /// Whether the view shows anything before an event.
    pub(crate) fn has_any_before(&self, view: View, index: usize) -> bool {
        let before = self.events.get(..index).unwrap_or(&self.events);
        before
            .iter()
            .rev()
            .any(|event| view.project(event).is_some())
    }

    /// Whether the view shows anything from an event on.
    pub(crate) fn has_any_after(&self, view: View, index: usize) -> bool {
        let after = self.events.get(index..).unwrap_or_default();
        after.iter().any(|event| view.project(event).is_some())
    }

    /// The last event before `index` that the view shows.
    pub(crate) fn last_key_before(&self, view: View, index: usize) -> Option<EventKey> {
        let before = self.events.get(..index).unwrap_or(&self.events);
        let shown = before
            .iter()
            .rev()
            .find(|event| view.project(event).is_some());
        shown.map(|event| event.key().clone())
    }
}

impl Limit {
    fn is_reached(self, stretch: &Stretch, text_bytes: u64) -> bool {
        let n_items = stretch.items.len();
        n_items >= self.items || (n_items > 0 && text_bytes >= self.text_bytes)
    }
}
