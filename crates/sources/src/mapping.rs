//! What the records of an agent mean, one after the other.

pub(crate) use conversation::SUBAGENT;
use serde_json::{Map, Value};
use std::fmt::Debug;

/// The meaning of one agent's records. It sees them in the order of the store, and gives the events
/// that they are.
pub(crate) trait Mapping: Debug + Send {
    /// What only later records tell of earlier ones. When it changes, all records are read again.
    type Known: Clone + Debug + Default + PartialEq + Send;

    /// A mapping that knows this from the beginning.
    fn new(known: Self::Known) -> Self;

    /// Takes the next record and adds to `events` what it is.
    fn take(&mut self, record: &Map<String, Value>, events: &mut Events<'_>) -> Outcome;

    /// What is known after the records so far; more than it began with where records have told more.
    fn known(&self) -> &Self::Known;
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is an event, or several.
    Mapped,
    /// What it says stands in the events of other records.
    Folded,
    /// Its kind is not known, or has no events of its own: it is carried as it is.
    Carried,
    /// It cannot be read.
    Unreadable,
}

/// What became of all records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Records that are events.
    pub mapped: u64,
    /// Records that stand in the events of others.
    pub folded: u64,
    /// Records of kinds without events of their own.
    pub carried: u64,
    /// Records that cannot be read.
    pub unreadable: u64,
}

impl Outcomes {
    pub(crate) fn count(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Mapped => &mut self.mapped,
            Outcome::Folded => &mut self.folded,
            Outcome::Carried => &mut self.carried,
            Outcome::Unreadable => &mut self.unreadable,
        } += 1;
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.mapped + self.folded + self.carried + self.unreadable
    }
}

/// An event as a mapping makes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mapped {
    /// The id that names it in the store, where it has one.
    pub id: Option<String>,
    /// Its instant in milliseconds since the Unix epoch, where known.
    pub at_ms: Option<i64>,
    /// Its fields, in JP's shape.
    pub fields: Map<String, Value>,
}

/// A name for an event among those of a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Handle(pub(crate) usize);

/// Where a mapping puts its events.
#[derive(Debug)]
pub(crate) struct Events<'a> {
    pub(crate) next: usize,
    pub(crate) steps: &'a mut Vec<Step>,
}

/// A change of the events.
#[derive(Debug)]
pub(crate) enum Step {
    Add(Mapped),
    Revise(Handle, Map<String, Value>),
}

impl Events<'_> {
    /// Adds an event behind all others.
    pub(crate) fn add(&mut self, event: Mapped) -> Handle {
        self.steps.push(Step::Add(event));
        self.next += 1;
        Handle(self.next - 1)
    }

    /// Gives an earlier event other fields. Its name, time and place stay.
    pub(crate) fn revise(&mut self, event: Handle, fields: Map<String, Value>) {
        self.steps.push(Step::Revise(event, fields));
    }
}
