//! What a page holds of a conversation: a fold over changes, the same on the server and the page.

use crate::{Change, EventKey, Grow, Item, holding::whole_texts, readable};
use serde::Serialize;

/// A stretch of a view: its items in order, and where to go on before it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Window {
    /// The items.
    pub items: Vec<Item>,
    /// The cursor for what comes before; nothing at the conversation's beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// How a conversation stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Status {
    /// `settled`, `running`, `waiting`, `archived` or `broken`.
    pub state: String,
    /// The instant of the last event of any kind, in milliseconds since the Unix epoch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_activity_ms: Option<i64>,
    /// What keeps the conversation from being read, where something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

readable! {
    Window { items; before }
    Status { state; last_activity_ms, problem }
}

impl Status {
    /// Whether its agent is at work and does not wait for the person.
    pub fn is_running(&self) -> bool {
        self.state == "running"
    }

    /// Whether its agent waits for the person.
    pub fn is_waiting(&self) -> bool {
        self.state == "waiting"
    }

    /// Whether its agent is in the midst of a turn.
    pub fn is_at_work(&self) -> bool {
        self.is_running() || self.is_waiting()
    }
}

/// A window that changes are applied to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ViewState {
    window: Window,
    status: Status,
}

impl ViewState {
    /// A state that begins with this window.
    pub fn new(window: Window, status: Status) -> Self {
        Self { window, status }
    }

    /// The items in order.
    pub fn items(&self) -> &[Item] {
        &self.window.items
    }

    /// The cursor for what comes before.
    pub fn before(&self) -> Option<&str> {
        self.window.before.as_deref()
    }

    /// How the conversation stands.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Puts an older stretch in front, as far as it comes before what is here.
    pub fn prepend(&mut self, mut older: Window) {
        let first = self.window.items.first().map(Item::key);
        let mut keys = older.items.iter().map(Item::key);
        if let Some(place) = keys.position(|key| Some(key) == first) {
            older.items.truncate(place);
        }
        older
            .items
            .retain(|item| self.position(item.key()).is_none());
        older.items.append(&mut self.window.items);
        self.window = older;
    }

    /// Takes a newer reading of the end, and keeps what stands before its first item. Where that item
    /// is not known the reading takes the place of everything.
    pub fn renew(&mut self, end: Window) {
        let first = end.items.first().and_then(|item| self.position(item.key()));
        let Some(place) = first else {
            self.window = end;
            return;
        };
        if place > 0 {
            self.window.items.truncate(place);
            self.window.items.extend(end.items);
        } else {
            self.window = end;
        }
    }

    /// Puts newer items at the end.
    pub(crate) fn append(&mut self, newer: Vec<Item>) {
        for item in newer {
            if !self.has(item.key()) {
                self.window.items.push(item);
            }
        }
    }

    /// Takes a later state of the end, as [`Self::renew`] does.
    pub(crate) fn renew_with(&mut self, end: Self) {
        self.renew(end.window);
        self.status = end.status;
    }

    /// Whether it has an item.
    pub(crate) fn has(&self, key: &EventKey) -> bool {
        self.position(key).is_some()
    }

    /// Lets the oldest items go, so that about `n` stay, and gives their keys. A text is not cut.
    pub(crate) fn let_oldest_go(&mut self, n: usize) -> Vec<EventKey> {
        let items = &mut self.window.items;
        let n_gone = whole_texts(items, items.len().saturating_sub(n));
        let gone: Vec<EventKey> = items.drain(..n_gone).map(|item| item.side.key).collect();
        if !gone.is_empty() {
            self.begin_at_first();
        }
        gone
    }

    /// Lets all items from the `n`th on go, and gives their keys.
    pub(crate) fn cut_at(&mut self, n: usize) -> Vec<EventKey> {
        let gone = self.window.items.split_off(n);
        gone.into_iter().map(|item| item.side.key).collect()
    }

    /// Applies one change. A change of something that the window does not reach leaves it as it is:
    /// what is older will be read when it is asked for. Says whether it has done anything.
    pub fn apply(&mut self, change: Change) -> bool {
        match change {
            Change::Put(put) => return self.put(*put.item, put.after.as_ref()),
            Change::Grow(grow) => return self.grow(&grow),
            Change::Remove(gone) => return self.remove(&gone.keys),
            Change::Reset(reset) => self.window = reset.window,
            Change::Status(status) => self.status = status,
        }
        true
    }

    fn remove(&mut self, keys: &[EventKey]) -> bool {
        let items = &mut self.window.items;
        let n = items.len();
        let loses_first = items.first().is_some_and(|item| keys.contains(item.key()));
        items.retain(|item| !keys.contains(item.key()));
        let has_lost = items.len() < n;
        // What the cursor names may be gone too.
        if loses_first && self.window.before.is_some() {
            self.begin_at_first();
        }
        has_lost
    }

    /// Takes the place in front of the first item for where the window begins.
    fn begin_at_first(&mut self) {
        if let Some(first) = self.window.items.first() {
            self.window.before = Some(first.key().cursor_before());
        }
    }

    fn put(&mut self, item: Item, after: Option<&EventKey>) -> bool {
        let known = self.position(item.key());
        let place = match after {
            None if self.window.before.is_some() => None,
            None => Some(0),
            Some(after) => self.position(after).map(|place| place + 1),
        };
        let items = &mut self.window.items;
        match (known, place) {
            (Some(at), Some(place)) if at == place || at + 1 == place => items[at] = item,
            (Some(at), Some(place)) => {
                items.remove(at);
                items.insert(if at < place { place - 1 } else { place }, item);
            }
            (Some(at), None) => items[at] = item,
            (None, Some(place)) => items.insert(place, item),
            (None, None) => return false,
        }
        true
    }

    fn grow(&mut self, grow: &Grow) -> bool {
        let place = self.position(&grow.key);
        let item = place.and_then(|place| self.window.items.get_mut(place));
        item.is_some_and(|item| grow.apply(item))
    }

    /// Looks from the end, where changes happen.
    fn position(&self, key: &EventKey) -> Option<usize> {
        self.window.items.iter().rposition(|item| item.key() == key)
    }
}
