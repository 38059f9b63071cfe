//! What a page holds of a conversation: a fold over changes, the same on the server and the page.

use crate::{Change, EventKey, Grow, Item, readable};
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

    /// Puts an older stretch in front.
    pub fn prepend(&mut self, mut older: Window) {
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

    /// Applies one change. A change of something that the window does not reach leaves it as it is:
    /// what is older will be read when it is asked for.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Put(put) => self.put(*put.item, put.after.as_ref()),
            Change::Grow(grow) => self.grow(&grow),
            Change::Remove(gone) => {
                self.window
                    .items
                    .retain(|item| !gone.keys.contains(item.key()));
            }
            Change::Reset(reset) => self.window = reset.window,
            Change::Status(status) => self.status = status,
        }
    }

    fn put(&mut self, item: Item, after: Option<&EventKey>) {
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
            (None, None) => {}
        }
    }

    fn grow(&mut self, grow: &Grow) {
        if let Some(place) = self.position(&grow.key) {
            grow.apply(&mut self.window.items[place]);
        }
    }

    /// Looks from the end, where changes happen.
    fn position(&self, key: &EventKey) -> Option<usize> {
        self.window.items.iter().rposition(|item| item.key() == key)
    }
}
