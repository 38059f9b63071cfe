//! The calls that results answer, as far as restoring the results needs them.

use crate::restore::{Call, Restoration};
use conversation::{Kind, Unanswered};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Restores results in the order in which they are stored.
#[derive(Debug, Default)]
pub(super) struct Calls {
    restoration: Arc<Restoration>,
    unanswered: Unanswered<Arc<Call>>,
}

/// What a record means for those behind it. With the steps of all earlier records, reading goes on
/// at any of them.
#[derive(Debug)]
pub(super) enum Step {
    Turn,
    Call(Box<str>, Arc<Call>),
    Result(Box<str>),
    Other,
}

impl Calls {
    pub(super) fn new(restoration: &Arc<Restoration>) -> Self {
        Self {
            restoration: Arc::clone(restoration),
            unanswered: Unanswered::default(),
        }
    }

    /// Takes the next record, and restores it where it is a result.
    pub(super) fn take(&mut self, fields: &mut Map<String, Value>) -> Step {
        let step = self.step(fields);
        let call = self.follow(&step);
        if Kind::of(fields) == Kind::ToolCallResponse {
            self.restoration.restore(fields, call.as_deref(), None);
        }
        step
    }

    /// Goes back to where only the records of `steps` have been taken.
    pub(super) fn rewind<'a>(&mut self, steps: impl DoubleEndedIterator<Item = &'a Step>) {
        self.unanswered.start_turn();
        let is_same_turn = |step: &&Step| !matches!(step, Step::Turn);
        let turn: Vec<_> = steps.rev().take_while(is_same_turn).collect();
        for step in turn.into_iter().rev() {
            self.follow(step);
        }
    }

    fn step(&self, fields: &Map<String, Value>) -> Step {
        let text = |name: &str| fields.get(name).and_then(Value::as_str);
        match (Kind::of(fields), text("id")) {
            (Kind::TurnStart, _) => Step::Turn,
            (Kind::ToolCallRequest, Some(id)) => {
                let tool = text("name").unwrap_or_default();
                let call = self.restoration.call(tool, fields.get("arguments"));
                Step::Call(id.into(), Arc::new(call))
            }
            (Kind::ToolCallResponse, Some(id)) => Step::Result(id.into()),
            _ => Step::Other,
        }
    }

    /// The call that the step answers, if it is a result.
    fn follow(&mut self, step: &Step) -> Option<Arc<Call>> {
        match step {
            Step::Turn => self.unanswered.start_turn(),
            Step::Call(id, call) => self.unanswered.call(id, Arc::clone(call)),
            Step::Result(id) => return self.unanswered.answer(id),
            Step::Other => {}
        }
        None
    }
}
