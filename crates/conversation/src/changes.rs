//! How a view's items change, and the changes that lead from one list of items to another.

use crate::{
    EventKey, Item, Status, Window,
    read::{FromJson, tag},
    readable,
};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};

/// One change of a view.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Change {
    /// An item is new, or is no longer what it was.
    Put(Put),
    /// Text was added to the end of a block.
    Grow(Grow),
    /// Items are gone.
    Remove(Remove),
    /// All is to be taken anew.
    Reset(Reset),
    /// The conversation's status changed.
    Status(Status),
}

/// An item and its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Put {
    /// The item.
    pub item: Box<Item>,
    /// The item that it stands behind; nothing at the beginning.
    pub after: Option<EventKey>,
}

/// Text that was added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grow {
    /// The item.
    pub key: EventKey,
    /// The block's index in the stored content.
    pub block: u32,
    /// The text's length in bytes before.
    pub at: u64,
    /// What was added.
    pub text: String,
}

/// Items that are gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remove {
    /// Which.
    pub keys: Vec<EventKey>,
}

/// What a view is from now on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reset {
    /// The window.
    pub window: Window,
}

impl Change {
    /// The item stands behind `after` from now on, at the beginning if there is none.
    pub fn put(item: Item, after: Option<EventKey>) -> Self {
        Self::Put(Put {
            item: Box::new(item),
            after,
        })
    }

    /// The items are gone.
    pub fn remove(keys: Vec<EventKey>) -> Self {
        Self::Remove(Remove { keys })
    }

    /// All is to be taken anew from `window`.
    pub fn reset(window: Window) -> Self {
        Self::Reset(Reset { window })
    }
}

readable! {
    Put { item; after }
    Grow { key, block, at, text; }
    Remove { keys; }
    Reset { window; }
}

impl FromJson for Change {
    fn from_json(value: Value) -> Option<Self> {
        match tag(&value)? {
            "put" => Put::from_json(value).map(Self::Put),
            "grow" => Grow::from_json(value).map(Self::Grow),
            "remove" => Remove::from_json(value).map(Self::Remove),
            "reset" => Reset::from_json(value).map(Self::Reset),
            "status" => Status::from_json(value).map(Self::Status),
            _ => None,
        }
    }
}

/// The changes that turn `old` into `new`, applied in order. `before` is the item in front of both.
pub fn changes_between(before: Option<&EventKey>, old: &[Item], new: &[Item]) -> Vec<Change> {
    let new_keys: HashSet<&EventKey> = new.iter().map(Item::key).collect();
    let old_revs: HashMap<&EventKey, &str> = old
        .iter()
        .map(|item| (item.key(), item.side.rev.as_str()))
        .collect();

    let mut changes = Vec::new();
    let gone: Vec<EventKey> = old
        .iter()
        .map(Item::key)
        .filter(|key| !new_keys.contains(key))
        .cloned()
        .collect();
    if !gone.is_empty() {
        changes.push(Change::remove(gone));
    }

    let mut remaining = old
        .iter()
        .map(Item::key)
        .filter(|key| new_keys.contains(key))
        .peekable();
    let mut moved: HashSet<&EventKey> = HashSet::new();
    let mut after = before;
    for item in new {
        while remaining.next_if(|key| moved.contains(*key)).is_some() {}
        let is_in_place = remaining.next_if_eq(&item.key()).is_some();
        if !is_in_place {
            moved.insert(item.key());
        }
        let is_same = old_revs.get(item.key()) == Some(&item.side.rev.as_str());
        if !(is_in_place && is_same) {
            changes.push(Change::put(item.clone(), after.cloned()));
        }
        after = Some(item.key());
    }
    changes
}

/// Adds text to the end of the event's only text, or of that of the entry `index` of its content.
pub(crate) fn append_text(event: &mut Map<String, Value>, index: usize, text: &str) {
    let is_message = |name: &&str| event.get(*name).is_some_and(Value::is_string);
    let field = ["message", "reasoning", "content"]
        .into_iter()
        .find(is_message);
    let target = match field {
        Some(name) => event.get_mut(name),
        None => event
            .get_mut("content")
            .and_then(|content| content.get_mut(index))
            .and_then(|block| block.get_mut("text")),
    };
    if let Some(Value::String(stored)) = target {
        stored.push_str(text);
    }
}
