//! How a view's items change, and the changes that lead from one list of items to another.

use crate::{
    BodyFacts, EventKey, Item, Status, Window,
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
    /// The item's hash from now on.
    pub rev: String,
    /// The text's number of lines from now on.
    pub lines: u64,
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
    Grow { key, block, at, text, rev, lines; }
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
    let old_items: HashMap<&EventKey, &Item> = old.iter().map(|item| (item.key(), item)).collect();

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
        let in_place = old_items.get(item.key()).filter(|_| is_in_place);
        if in_place.is_none_or(|old| old.side.rev != item.side.rev) {
            let grown = in_place.and_then(|old| growth(old, item));
            let put = || Change::put(item.clone(), after.cloned());
            changes.push(grown.map_or_else(put, Change::Grow));
        }
        after = Some(item.key());
    }
    changes
}

/// What was added to the end of one text of an item, where nothing else of it is another now.
fn growth(old: &Item, new: &Item) -> Option<Grow> {
    let mut bodies = old.side.bodies.iter().zip(&new.side.bodies);
    let index = bodies.position(|(old, new)| old.bytes != new.bytes)?;
    let (before, now) = (old.side.bodies.get(index)?, new.side.bodies.get(index)?);
    let mut event = new.event.clone();
    let text = text_of(&mut event, index)?;
    let grow = Grow {
        key: new.key().clone(),
        block: now.n,
        at: before.bytes,
        text: text.get(usize::try_from(before.bytes).ok()?..)?.to_owned(),
        rev: new.side.rev.clone(),
        lines: now.lines,
    };
    // Whatever else may differ, it is only told so where that gives the same.
    let mut grown = old.clone();
    grow.apply(&mut grown);
    (grown == *new).then_some(grow)
}

impl Grow {
    /// Adds the text to an item whose block is as long as the one that it goes on from: a piece that
    /// arrives twice is added once. Says whether it was added.
    pub(crate) fn apply(&self, item: &mut Item) -> bool {
        let bodies = &mut item.side.bodies;
        let is_meant = |body: &BodyFacts| body.n == self.block && body.bytes == self.at;
        let Some(index) = bodies.iter().position(is_meant) else {
            return false;
        };
        if let Some(body) = bodies.get_mut(index) {
            body.bytes += self.text.len() as u64;
            body.lines = self.lines;
        }
        item.side.rev.clone_from(&self.rev);
        if let Some(text) = text_of(&mut item.event, index) {
            text.push_str(&self.text);
        }
        true
    }
}

/// The event's only text, or that of the entry `index` of its content.
fn text_of(event: &mut Map<String, Value>, index: usize) -> Option<&mut String> {
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
    match target {
        Some(Value::String(text)) => Some(text),
        _ => None,
    }
}
