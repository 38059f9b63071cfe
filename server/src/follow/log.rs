//! The events of a conversation as read so far, and the windows of its views.

mod entry;
mod newest;
mod shelf;

use super::Settings;
use entry::Entry;
use newest::Newest;
use shelf::Shelf;

use conversation::{
    CallRef, Context, ContextReader, Event, EventKey, Item, Reading, View, item, policy::Policy,
};
use sources::{Splice, rows::Rows};
use std::{collections::BTreeSet, sync::Arc};

/// The events with their contexts.
#[derive(Debug)]
pub(crate) struct EventLog {
    entries: Rows<Entry>,
    /// The last events; those before them are on the shelf.
    newest: Newest,
    shelf: Shelf,
    reading: Reading,
    reader: ContextReader,
    policy: Arc<Policy>,
}

/// What a change of the store took the place of.
#[derive(Debug, Default)]
pub(crate) struct Replaced {
    /// The events before this one stayed where they are.
    pub keep: usize,
    /// The events behind, with their contexts; nothing where they are too many to tell their changes
    /// one by one.
    pub behind: Option<Vec<(Event, Context)>>,
    /// Those before that hold something else now, by their index.
    pub revised: Vec<(usize, Event, Context)>,
}

impl Replaced {
    /// Nothing is replaced: everything behind the first `keep` events is new.
    pub(crate) fn of_none(keep: usize) -> Self {
        Self {
            keep,
            behind: Some(Vec::new()),
            revised: Vec::new(),
        }
    }
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
    /// The window that a page opens with: some screens full. A browser lays out all of it before it
    /// shows the first word, and what is above is there before the reader is.
    pub(crate) const FIRST: Self = Self {
        items: 60,
        text_bytes: 160 * 1024,
    };
    /// The window of what is asked for later.
    pub(crate) const PAGE: Self = Self {
        items: 200,
        text_bytes: 768 * 1024,
    };
    /// As little as there can be.
    pub(crate) const NOTHING: Self = Self {
        items: 0,
        text_bytes: 0,
    };
    /// How much of a window stands before an event that was asked for.
    pub(crate) const BEFORE_EVENT: Self = Self {
        items: 40,
        text_bytes: 256 * 1024,
    };
}

/// How many pieces of a text a window may hold beyond its limit, and how many bytes of them.
const MOST_PIECES: usize = 1000;
const MOST_OF_PIECES: u64 = 768 * 1024;

/// Items that stand next to each other in a view, and the events that they cover: `start` to `end`.
#[derive(Debug, Default)]
pub(crate) struct Stretch {
    pub items: Vec<Item>,
    pub start: usize,
    pub end: usize,
}

impl EventLog {
    /// A log of nothing yet.
    pub(crate) fn new(reading: Reading, settings: &Settings) -> Self {
        Self {
            entries: Rows::new(&settings.folder),
            newest: Newest::new(),
            shelf: Shelf::new(settings.folder.clone()),
            reading,
            reader: ContextReader::new(reading),
            policy: Arc::clone(&settings.policy),
        }
    }

    /// Puts all events away but the last, as if each were too much for memory.
    #[cfg(test)]
    pub(crate) fn hold_little(&mut self) {
        self.newest.hold_at_most(0);
        self.entries = Rows::new(&std::env::temp_dir()).holding(2);
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// An event.
    pub(crate) fn event(&self, index: usize) -> Option<Event> {
        if let Some(here) = index.checked_sub(self.n_put()) {
            return self.newest.get(here).cloned();
        }
        let entry = self.entries.get(index)?;
        self.shelf.take(entry.put, entry.at_ms)
    }

    /// How many events are on the shelf.
    fn n_put(&self) -> usize {
        self.entries.len() - self.newest.len()
    }

    fn context(&self, index: usize) -> Option<Context> {
        let entry = self.entries.get(index)?;
        let call = entry.request.and_then(|request| {
            let event = self.event(usize::try_from(request).ok()?)?;
            Some(Arc::new(CallRef::of(&event, request)))
        });
        Some(Context {
            turn: entry.turn,
            region: entry.region,
            call,
        })
    }

    /// The instant of the last event that has one.
    pub(crate) fn last_activity_ms(&self) -> Option<i64> {
        self.entries.from(0).rev().find_map(|entry| entry.at_ms)
    }

    /// Takes a change of the store, and gives what it replaced, up to `most` events.
    pub(crate) fn splice(&mut self, splice: Splice, most: usize) -> Replaced {
        // Whoever measures counts what had to be read again. No word of an event is in it.
        tracing::debug!(
            keep = splice.keep,
            events = splice.events.len(),
            revised = splice.revised.len(),
            "read"
        );
        let is_append = splice.keep >= self.entries.len();
        let keep = splice.keep.min(self.entries.len());
        let behind = (self.entries.len() - keep <= most).then(|| {
            let event = |index: usize| Some((self.event(index)?, self.context(index)?));
            (keep..self.entries.len()).filter_map(event).collect()
        });
        self.newest.truncate(keep.saturating_sub(self.n_put()));
        self.entries.truncate(keep);
        if !is_append {
            self.read_again();
        }
        let revise = |(index, event)| self.revise(index, event);
        let revised = splice.revised.into_iter().filter_map(revise).collect();
        for event in splice.events {
            self.push(event);
        }
        Replaced {
            keep,
            behind,
            revised,
        }
    }

    /// Gives an event's place to another that has its key, and gives the old one.
    fn revise(&mut self, index: usize, event: Event) -> Option<(usize, Event, Context)> {
        let (old, context) = (self.event(index)?, self.context(index)?);
        let mut entry = self.entries.get(index)?;
        entry.shown = entry::shown(&event);
        match index.checked_sub(self.n_put()) {
            Some(here) => self.newest.set(here, event),
            None => entry.put = self.shelf.put_away(&event)?,
        }
        self.entries.set(index, entry);
        Some((index, old, context))
    }

    /// The contexts of what stays are the same; the reader has to be where they end. All that it
    /// needs for that is the last turn.
    fn read_again(&mut self) {
        let turn = self.entries.last().map_or(0, |last| last.turn);
        let is_of_turn = |entry: &Entry| entry.turn == turn;
        let backwards = self.entries.from(0).rev();
        let n_of_turn = backwards.take_while(is_of_turn).count();
        let first = self.entries.len() - n_of_turn;
        self.reader = ContextReader::at_turn(self.reading, first, turn);
        for index in first..self.entries.len() {
            if let Some(event) = self.event(index) {
                self.reader.read(&event);
            }
        }
    }

    fn push(&mut self, event: Event) {
        let context = self.reader.read(&event);
        self.entries.push(Entry::of(&event, &context));
        self.newest.push(event);
        while self.newest.is_overfull() && self.put_first_away().is_some() {}
    }

    /// Moves the first of the newest events to the shelf; nothing where that cannot be.
    fn put_first_away(&mut self) -> Option<()> {
        let index = self.n_put();
        let mut entry = self.entries.get(index).filter(|_| !self.shelf.is_full())?;
        entry.put = self.shelf.put_away(self.newest.get(0)?)?;
        self.entries.set(index, entry);
        self.newest.pop_first();
        Some(())
    }

    /// The index of an event.
    pub(crate) fn index_of(&self, key: &str) -> Option<usize> {
        let wanted = entry::hash(key);
        let has_hash = |index: &usize| {
            let entry = self.entries.get(*index);
            entry.is_some_and(|entry| entry.key == wanted)
        };
        let is_key = |event: Event| event.key().as_str() == key;
        // What is asked for is most often near the end.
        let mut found = (0..self.len()).rev().filter(has_hash);
        found.find(|index| self.event(*index).is_some_and(is_key))
    }

    /// An event, if the view shows it.
    pub(crate) fn event_in(&self, view: View, index: usize) -> Option<Event> {
        let entry = self.entries.get(index)?;
        entry.is_in(view).then(|| self.event(index)).flatten()
    }

    /// An event with its item, if the view shows it.
    pub(crate) fn shown(&self, view: View, index: usize) -> Option<(Event, Item)> {
        let event = self.event_in(view, index)?;
        let item = self.item_of(view, &event, &self.context(index)?)?;
        Some((event, item))
    }

    /// The item of an event, if the view shows it.
    pub(crate) fn item(&self, view: View, index: usize) -> Option<Item> {
        self.shown(view, index).map(|(_, item)| item)
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
        let mut text_bytes = 0;
        for _ in 0..MOST_PIECES {
            let is_enough = stretch.start == 0 || text_bytes > MOST_OF_PIECES;
            if is_enough || !self.is_one_text(stretch.start - 1, stretch.start) {
                return;
            }
            stretch.start -= 1;
            if let Some(item) = self.item(view, stretch.start) {
                text_bytes += item.text_bytes();
                stretch.items.push(item);
            }
        }
    }

    /// The same at the other end.
    fn complete_last_text(&self, view: View, stretch: &mut Stretch) {
        let mut text_bytes = 0;
        for _ in 0..MOST_PIECES {
            let is_enough = stretch.end == 0 || text_bytes > MOST_OF_PIECES;
            if is_enough || !self.is_one_text(stretch.end - 1, stretch.end) {
                return;
            }
            if let Some(item) = self.item(view, stretch.end) {
                text_bytes += item.text_bytes();
                stretch.items.push(item);
            }
            stretch.end += 1;
        }
    }

    fn is_one_text(&self, index: usize, next: usize) -> bool {
        let region = |index: usize| self.entries.get(index)?.region;
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

    /// The indices of the calls that have a result.
    pub(crate) fn answered_calls(&self) -> BTreeSet<usize> {
        let call = |(index, entry): (usize, Entry)| {
            let request = usize::try_from(entry.request?).ok()?;
            // A call's own context has the call itself.
            (request != index).then_some(request)
        };
        self.entries.from(0).enumerate().filter_map(call).collect()
    }

    /// How many events from `start` on the view shows.
    pub(crate) fn n_shown_from(&self, view: View, start: usize) -> usize {
        let from = self.entries.from(start);
        from.filter(|entry| entry.is_in(view)).count()
    }

    /// Whether the view shows anything before an event.
    pub(crate) fn has_any_before(&self, view: View, index: usize) -> bool {
        self.last_before(view, index).is_some()
    }

    /// Whether the view shows anything from an event on.
    pub(crate) fn has_any_after(&self, view: View, index: usize) -> bool {
        self.entries.from(index).any(|entry| entry.is_in(view))
    }

    /// The last event before `index` that the view shows.
    pub(crate) fn last_key_before(&self, view: View, index: usize) -> Option<EventKey> {
        let shown = self.last_before(view, index)?;
        Some(self.event(shown)?.key().clone())
    }

    fn last_before(&self, view: View, index: usize) -> Option<usize> {
        let is_in = |index: &usize| {
            let entry = self.entries.get(*index);
            entry.is_some_and(|entry| entry.is_in(view))
        };
        (0..index.min(self.len())).rev().find(is_in)
    }
}

impl Limit {
    fn is_reached(self, stretch: &Stretch, text_bytes: u64) -> bool {
        let n_items = stretch.items.len();
        n_items >= self.items || (n_items > 0 && text_bytes >= self.text_bytes)
    }
}
