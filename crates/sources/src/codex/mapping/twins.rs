//! Words that are told twice: by an event for people, and by an item of the model's.
//!
//! Which of the two comes first differs between versions and kinds; the first one is the event, and
//! the other adds to it. They are told apart from words that are said twice by their nearness.

use crate::mapping::Handle;
use serde_json::{Map, Value};
use std::collections::VecDeque;

/// How many records may lie between two that tell the same.
const FARTHEST: usize = 32;

/// Which of the two a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// An event for people.
    Event,
    /// An item that the model gets or gave.
    Item,
}

/// Whose words they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// In the person's role, by whomever.
    User,
    /// The assistant's words.
    Assistant,
    /// The assistant's thoughts.
    Reasoning,
}

/// Words that may be told once more.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub side: Side,
    pub role: Role,
    /// The id that the record gives them.
    pub id: Option<String>,
    /// The words without their spaces, since the two tell line breaks differently.
    bare: String,
    /// The host's and not the speaker's.
    pub is_note: bool,
}

/// What was told once.
#[derive(Debug)]
struct Waiting {
    words: Words,
    at: usize,
    event: Handle,
    /// The event's fields, where the other record may add to them.
    fields: Option<Map<String, Value>>,
}

/// The words that were told once so far.
#[derive(Debug, Default)]
pub(super) struct Twins(VecDeque<Waiting>);

impl Words {
    pub(super) fn new(side: Side, role: Role, id: Option<&str>, text: &str) -> Self {
        Self {
            side,
            role,
            id: id.map(str::to_owned),
            bare: text.split_whitespace().collect(),
            is_note: false,
        }
    }

    fn are_those_of(&self, other: &Self, distance: usize) -> bool {
        if self.has_id_of(other) {
            return true;
        }
        let have_ids = self.id.is_some() && other.id.is_some();
        if have_ids && self.role != Role::User {
            return false;
        }
        let is_part = || {
            let (short, long) = if self.bare.len() < other.bare.len() {
                (&self.bare, &other.bare)
            } else {
                (&other.bare, &self.bare)
            };
            !short.is_empty() && !self.is_note && !other.is_note && long.contains(short.as_str())
        };
        self.bare == other.bare || (distance == 1 && is_part())
    }

    fn has_id_of(&self, other: &Self) -> bool {
        self.id.is_some() && self.id == other.id
    }
}

impl Twins {
    /// The event in which these words, told by the record `n`, stand already.
    pub(super) fn meet(&mut self, words: &Words, n: usize) -> Option<Met> {
        self.0.retain(|waiting| n - waiting.at <= FARTHEST);
        let could_be = |waiting: &Waiting| {
            let other = &waiting.words;
            // What was taken for the host's, and is told as the person's, is the person's too.
            let is_hosts_only = other.is_note && !words.is_note;
            other.side != words.side && other.role == words.role && !is_hosts_only
        };
        let by_id = |waiting: &Waiting| could_be(waiting) && words.has_id_of(&waiting.words);
        let by_text = |waiting: &Waiting| {
            could_be(waiting) && words.are_those_of(&waiting.words, n - waiting.at)
        };
        let place = self.0.iter().position(by_id);
        let place = place.or_else(|| self.0.iter().position(by_text))?;
        let met = self.0.remove(place)?;
        Some(Met {
            event: met.event,
            fields: met.fields,
        })
    }

    /// Whether these words are told already under their id, whatever they are.
    pub(super) fn meet_id(&mut self, words: &Words) -> bool {
        let is_it =
            |waiting: &Waiting| waiting.words.side != words.side && words.has_id_of(&waiting.words);
        let place = self.0.iter().position(is_it);
        place.is_some_and(|place| self.0.remove(place).is_some())
    }

    /// Remembers that the record `n` told these words, in this event.
    pub(super) fn wait(
        &mut self,
        words: Words,
        n: usize,
        event: Handle,
        fields: Option<Map<String, Value>>,
    ) {
        self.0.push_back(Waiting {
            words,
            at: n,
            event,
            fields,
        });
    }
}

/// The event in which words stand already.
#[derive(Debug)]
pub(super) struct Met {
    pub event: Handle,
    pub fields: Option<Map<String, Value>>,
}
