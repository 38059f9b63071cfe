//! How a conversation stands, told from its last records and from when they were written.

use super::{
    record::{Block, Content, Record},
    says::{Said, Says},
};
use crate::State;
use std::{collections::HashMap, time::Duration};

/// How long after the last line an agent counts as at work that has more to say.
const AT_WORK: Duration = Duration::from_mins(1);
/// The same while a tool runs: nothing is written then, and some run long.
const TOOL_RUNS: Duration = Duration::from_mins(10);
/// How long a question counts as open. Whoever ends the program leaves it in the file for ever.
const ASKED: Duration = Duration::from_hours(24);
/// The tools that ask the person.
const ASKS: [&str; 2] = ["AskUserQuestion", "ExitPlanMode"];
/// System records that are written when a turn has ended.
const ENDS: [&str; 3] = ["turn_duration", "stop_hook_summary", "away_summary"];
/// Reasons for which an answer ends although more is to come.
const GOES_ON: [&str; 2] = ["tool_use", "pause_turn"];

/// What the records so far say of how the conversation stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pulse {
    /// Whether there is more to come.
    is_at_work: bool,
    /// The calls without a result, and whether each asks the person.
    open: HashMap<String, bool>,
}

impl Pulse {
    /// Takes a record of the conversation.
    pub(super) fn take(&mut self, record: Record<'_>) {
        match record.kind() {
            "user" => {
                if let Some(says) = Says::of(record) {
                    self.take_user(&says);
                }
            }
            "assistant" => self.take_answer(record),
            "system" if record.subkind().is_some_and(|kind| ENDS.contains(&kind)) => {
                self.end();
            }
            _ => {}
        }
    }

    /// How it stands `age` after the last line was written.
    pub(super) fn state(&self, age: Duration) -> State {
        if self.open.values().any(|asks| *asks) {
            return match age < ASKED {
                true => State::Waiting,
                false => State::Settled,
            };
        }
        let patience = if self.open.is_empty() {
            AT_WORK
        } else {
            TOOL_RUNS
        };
        if self.is_at_work && age < patience {
            State::Running
        } else {
            State::Settled
        }
    }

    fn end(&mut self) {
        self.is_at_work = false;
        self.open.clear();
    }

    fn take_user(&mut self, says: &Says<'_>) {
        let is_result = |part: &Said<'_>| matches!(part, Said::Result(_));
        let has_result = says.parts.iter().any(is_result);
        for part in &says.parts {
            match part {
                Said::Interrupted(_) => self.end(),
                Said::Result(result) => {
                    self.is_at_work = true;
                    self.open
                        .remove(result.text("tool_use_id").unwrap_or_default());
                }
                Said::Person if says.starts_turn => {
                    self.open.clear();
                    self.is_at_work = true;
                }
                // What the program does by itself is done when it is written.
                Said::Person if !has_result => self.is_at_work = false,
                Said::Person | Said::Host(_) | Said::Other(..) | Said::None(_) => {}
            }
        }
    }

    fn take_answer(&mut self, record: Record<'_>) {
        let blocks = record.content().map(Content::blocks);
        let mut calls_more = false;
        let mut has_text = false;
        for block in blocks.unwrap_or_default() {
            match block {
                Block::Text(..) => has_text = true,
                Block::Other("tool_use", call) => {
                    calls_more = true;
                    let asks = call.text("name").is_some_and(|name| ASKS.contains(&name));
                    if let Some(call_id) = call.text("id") {
                        self.open.insert(call_id.to_owned(), asks);
                    }
                }
                Block::Other(..) | Block::None(_) => {}
            }
        }
        let message = record.object("message");
        let is_last = match message.and_then(|message| message.text("stop_reason")) {
            Some(reason) => !GOES_ON.contains(&reason) && has_text,
            // Older versions do not say why; then a text without a call is the last word.
            None => has_text,
        };
        self.is_at_work = calls_more || !is_last;
        if record.is("isApiErrorMessage") {
            self.end();
        }
    }
}

#[cfg(test)]
mod tests;
