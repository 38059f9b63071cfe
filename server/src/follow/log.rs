//! The events of a conversation as read so far, and the windows of its views.

mod shelf;

use super::Settings;
use shelf::{Held, Shelf};

use conversation::{
    CallRef, Context, ContextReader, Event, EventKey, Item, Reading, View, item, policy::Policy,
};
use sources::Splice;
use std::{collections::BTreeSet, sync::Arc};
use xxhash_rust::xxh3::xxh3_64;

/// The events with their contexts.
#[derive(Debug)]
pub(crate) struct EventLog {
    entries: Vec<Entry>,
    shelf: Shelf,
    /// The first event that is in memory.
    oldest_here: usize,
    reading: Reading,
    reader: ContextReader,
    policy: Arc<Policy>,
}

/// An event, and what is asked of all events without looking at each.
#[derive(Debug)]
struct Entry {
    held: Held,
    /// A hash of its key.
    key: u64,
    at_ms: Option<i64>,
    /// Its context. Of a call there are many copies: it is made again from its request.
    turn: u32,
    region: Option<u32>,
    /// The index of the request that its context has.
    request: Option<u32>,
    /// Which views show it, a bit each.
    shown: u8,
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
    /// The window of a page.
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
    /// A log of nothing yet.
    pub(crate) fn new(reading: Reading, settings: &Settings) -> Self {
        Self {
            entries: Vec::new(),
            shelf: Shelf::new(settings.folder.clone()),
            oldest_here: 0,
            reading,
            reader: ContextReader::new(reading),
            policy: Arc::clone(&settings.policy),
        }
    }

    /// Puts all events away but the last, as if each were too much for memory.
    #[cfg(test)]
    pub(crate) fn hold_little(&mut self) {
        self.shelf.hold_at_most(0);
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// An event.
    pub(crate) fn event(&self, index: usize) -> Option<Event> {
        self.take(self.entries.get(index)?)
    }

    fn take(&self, entry: &Entry) -> Option<Event> {
        self.shelf.take(&entry.held, entry.at_ms)
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
        self.entries.iter().rev().find_map(|entry| entry.at_ms)
    }

    /// Takes a change of the store, and gives what it replaced, up to `most` events.
    pub(crate) fn splice(&mut self, splice: Splice, most: usize) -> Replaced {
        let is_append = splice.keep >= self.entries.len();
        let keep = splice.keep.min(self.entries.len());
        let behind = (self.entries.len() - keep <= most).then(|| {
            let event = |index: usize| Some((self.event(index)?, self.context(index)?));
            (keep..self.entries.len()).filter_map(event).collect()
        });
        for entry in self.entries.drain(keep..) {
            self.shelf.forget(&entry.held);
        }
        self.oldest_here = self.oldest_here.min(keep);
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
        let context = self.context(index)?;
        let entry = self.entries.get_mut(index)?;
        let old = self.shelf.take(&entry.held, entry.at_ms)?;
        self.shelf.forget(&entry.held);
        entry.shown = shown(&event);
        entry.held = self.shelf.hold(event);
        self.oldest_here = self.oldest_here.min(index);
        Some((index, old, context))
    }

    /// The contexts of what stays are the same; the reader has to be where they end. All that it
    /// needs for that is the last turn.
    fn read_again(&mut self) {
        let turn = self.entries.last().map_or(0, |last| last.turn);
        let is_of_turn = |entry: &&Entry| entry.turn == turn;
        let n_of_turn = self.entries.iter().rev().take_while(is_of_turn).count();
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
        self.entries.push(Entry {
            key: hash(event.key().as_str()),
            at_ms: event.at_ms(),
            turn: context.turn,
            region: context.region,
            request: context.call.map(|call| call.index),
            shown: shown(&event),
            held: self.shelf.hold(event),
        });
        // The last one stays: it is looked at next.
        while self.shelf.is_overfull() && self.oldest_here + 1 < self.entries.len() {
            if let Some(entry) = self.entries.get_mut(self.oldest_here) {
                self.shelf.put_away(&mut entry.held);
            }
            self.oldest_here += 1;
        }
    }

    /// The index of an event.
    pub(crate) fn index_of(&self, key: &str) -> Option<usize> {
        let wanted = hash(key);
        let is_it = |entry: &Entry| {
            entry.key == wanted && self.take(entry).is_some_and(|e| e.key().as_str() == key)
        };
        self.entries.iter().position(is_it)
    }

    /// An event, if the view shows it.
    pub(crate) fn event_in(&self, view: View, index: usize) -> Option<Event> {
        let entry = self.entries.get(index).filter(|entry| entry.is_in(view))?;
        self.take(entry)
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
        let call = |(index, entry): (usize, &Entry)| {
            let request = usize::try_from(entry.request?).ok()?;
            // A call's own context has the call itself.
            (request != index).then_some(request)
        };
        self.entries.iter().enumerate().filter_map(call).collect()
    }

    /// How many events from `start` on the view shows.
    pub(crate) fn n_shown_from(&self, view: View, start: usize) -> usize {
        let from = self.entries.get(start..).unwrap_or_default();
        from.iter().filter(|entry| entry.is_in(view)).count()
    }

    /// Whether the view shows anything before an event.
    pub(crate) fn has_any_before(&self, view: View, index: usize) -> bool {
        let before = self.entries.get(..index).unwrap_or(&self.entries);
        before.iter().rev().any(|entry| entry.is_in(view))
    }

    /// Whether the view shows anything from an event on.
    pub(crate) fn has_any_after(&self, view: View, index: usize) -> bool {
        let after = self.entries.get(index..).unwrap_or_default();
        after.iter().any(|entry| entry.is_in(view))
    }

    /// The last event before `index` that the view shows.
    pub(crate) fn last_key_before(&self, view: View, index: usize) -> Option<EventKey> {
        let before = self.entries.get(..index).unwrap_or(&self.entries);
        let shown = before.iter().rev().find(|entry| entry.is_in(view));
        Some(self.take(shown?)?.key().clone())
    }
}

impl Entry {
    fn is_in(&self, view: View) -> bool {
        self.shown & bit(view) != 0
    }
}

fn hash(key: &str) -> u64 {
    xxh3_64(key.as_bytes())
}

/// The views that show an event.
fn shown(event: &Event) -> u8 {
    let views = [View::Raw, View::User, View::Provider];
    let shown = views
        .into_iter()
        .filter(|view| view.project(event).is_some());
    shown.fold(0, |shown, view| shown | bit(view))
}

fn bit(view: View) -> u8 {
    match view {
        View::Raw => 1,
        View::User => 2,
        View::Provider => 4,
    }
}

impl Limit {
    fn is_reached(self, stretch: &Stretch, text_bytes: u64) -> bool {
        let n_items = stretch.items.len();
        n_items >= self.items || (n_items > 0 && text_bytes >= self.text_bytes)
    }
}
