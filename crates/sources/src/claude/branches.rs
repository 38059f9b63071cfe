//! Branches that the person left: a prompt was taken back and another one given in its place.
//!
//! Every record names the one that it follows. Where several follow one, most often the model called
//! several tools at once. Only where two prompts, or a prompt and an answer, follow the same record,
//! the conversation went on in another way; what is live then is the branch that the newest record is
//! on.

use super::record::{Id, Record, id};
use crate::rows::Rows;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    mem,
};

/// The records so far as a tree.
#[derive(Debug, Default)]
pub(super) struct Branches {
    records: HashMap<Id, Place>,
    /// The first records of answers that stand on several lines, by the ids of the answers.
    answers: HashMap<Id, Id>,
    /// The first prompt or answer that follows a record, by that record.
    heads: HashMap<Id, Id>,
    /// The same where there are several: all of them.
    forks: BTreeMap<Id, Vec<Id>>,
    /// The records from the first to the newest, each following the one before.
    live: Rows<Id>,
    left: BTreeSet<Id>,
}

/// Where a record is in the tree.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The record that it follows; zero, which is no record's hash, where it follows none.
    parent: Id,
    /// Where it is among the live ones; the largest number where it is not.
    live: u32,
}

/// On another branch than the live one.
const ELSEWHERE: u32 = u32::MAX;

/// What a record is, as far as branches depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// The person begins a turn.
    Prompt,
    /// The model answers. `has_text` says that something is said to the person.
    Answer { has_text: bool },
    /// It belongs to the conversation and is neither.
    Other,
    /// It may come at any time, on any branch.
    Aside,
}

impl Branches {
    /// Takes a record; says whether other branches are left than before.
    pub(super) fn take(&mut self, record: Record<'_>, node: Node) -> bool {
        let Some(this) = record.uuid().map(id) else {
            return false;
        };
        if self.records.contains_key(&this) {
            return false;
        }
        let place = Place {
            parent: record.parent().map(id).unwrap_or_default(),
            live: ELSEWHERE,
        };
        self.records.insert(this, place);
        let mut has_changed = false;
        if let Some(head) = self.head(record, this, node) {
            has_changed |= self.add_head(head);
        }
        if node != Node::Aside {
            has_changed |= self.go_on_with(this);
        }
        has_changed && self.decide()
    }

    /// The newest record of the live branch, where the program names it.
    pub(super) fn take_leaf(&mut self, leaf: &str) -> bool {
        let leaf = id(leaf);
        // One that the newest record follows from is on the same branch.
        let is_elsewhere = self.records.contains_key(&leaf) && !self.is_live(leaf);
        is_elsewhere && self.go_on_with(leaf) && self.decide()
    }

    /// The first records of the branches that were left.
    pub(super) fn left(&self) -> &BTreeSet<Id> {
        &self.left
    }

    /// The record that begins a branch if another one begins beside it: the prompt, or the first line
    /// of an answer that has a text by now.
    fn head(&mut self, record: Record<'_>, this: Id, node: Node) -> Option<Id> {
        match node {
            Node::Prompt => Some(this),
            Node::Answer { has_text } => {
                let first = match record.message_id() {
                    Some(answer) => *self.answers.entry(id(answer)).or_insert(this),
                    None => this,
                };
                has_text.then_some(first)
            }
            Node::Other | Node::Aside => None,
        }
    }

    fn add_head(&mut self, head: Id) -> bool {
        // Who follows nobody, or a record that is not there, may follow anybody.
        let Some(parent) = self.parent(head) else {
            return false;
        };
        let first = *self.heads.entry(parent).or_insert(head);
        if first == head {
            return false;
        }
        let heads = self.forks.entry(parent).or_insert_with(|| vec![first]);
        let is_new = !heads.contains(&head);
        if is_new {
            heads.push(head);
        }
        is_new
    }

    /// Makes this the newest record; says whether another branch is live since.
    fn go_on_with(&mut self, this: Id) -> bool {
        let mut new = vec![this];
        let mut seen = HashSet::from([this]);
        let mut at = this;
        let joint = loop {
            match self.parent(at) {
                Some(parent) if self.is_live(parent) => break self.live_place(parent),
                // A circle has no beginning.
                Some(parent) if seen.insert(parent) => {
                    new.push(parent);
                    at = parent;
                }
                _ => break None,
            }
        };
        // What follows nothing that is known leaves nothing behind.
        let was_cut = joint.is_some_and(|joint| self.cut(joint + 1));
        for record in new.into_iter().rev() {
            if !self.is_live(record) {
                self.set_place(record, u32::try_from(self.live.len()).unwrap_or(ELSEWHERE));
                self.live.push(record);
            }
        }
        was_cut
    }

    fn cut(&mut self, len: usize) -> bool {
        let cut: Vec<Id> = self.live.from(len).collect();
        self.live.truncate(len);
        for record in &cut {
            self.set_place(*record, ELSEWHERE);
        }
        !cut.is_empty() && !self.forks.is_empty()
    }

    /// The record that one follows, where it is there.
    fn parent(&self, record: Id) -> Option<Id> {
        let parent = self.records.get(&record)?.parent;
        self.records.contains_key(&parent).then_some(parent)
    }

    fn live_place(&self, record: Id) -> Option<usize> {
        let place = self.records.get(&record)?.live;
        usize::try_from(place).ok().filter(|_| place != ELSEWHERE)
    }

    fn is_live(&self, record: Id) -> bool {
        self.live_place(record).is_some()
    }

    fn set_place(&mut self, record: Id, live: u32) {
        if let Some(place) = self.records.get_mut(&record) {
            place.live = live;
        }
    }

    fn decide(&mut self) -> bool {
        let mut left = BTreeSet::new();
        for heads in self.forks.values() {
            let mut live = heads.iter().copied().filter(|head| self.is_live(*head));
            let live = live.next_back().or(heads.last().copied());
            left.extend(heads.iter().filter(|head| Some(**head) != live));
        }
        let before = mem::replace(&mut self.left, left);
        before != self.left
    }
}
