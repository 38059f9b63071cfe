//! What an event means where it stands: its turn, its region of text, the call that it answers.

use crate::{Answer, Event, EventKey, Kind, Unanswered, readable};
use serde::Serialize;
use std::sync::Arc;

/// The place of one event in its conversation. It depends on the event and those before it only, so
/// that appending never changes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The turn's number, from 0.
    pub turn: u32,
    /// The number of the text that this answer is a part of, where the source splits texts.
    pub region: Option<u32>,
    /// The call that a result answers.
    pub call: Option<Arc<CallRef>>,
}

/// A call, as far as its result may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct CallRef {
    /// The request's key.
    pub key: EventKey,
    /// How many events come before the request.
    pub index: u32,
    /// The tool that was called.
    pub tool: Tool,
    /// When, in milliseconds since the Unix epoch.
    pub at_ms: Option<i64>,
}

/// The tool of a call or result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tool {
    /// Its name as called.
    pub name: String,
    /// Its title, where a definition gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The MCP server that has it, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
}

readable! { Tool { name; title, server } }

/// How a source writes, as far as reading depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Adjacent answers of one kind are one text, split anywhere (JP).
    SplitTexts,
    /// Each answer is a text of its own.
    WholeTexts,
}

/// Reads events in order and gives each its [`Context`].
#[derive(Clone, Debug)]
pub struct ContextReader {
    reading: Reading,
    n_events: u32,
    turn: u32,
    turn_is_empty: bool,
    open_text: Option<(Answer, u32)>,
    unanswered: Unanswered<Arc<CallRef>>,
}

impl CallRef {
    /// What results may know of a request, before which `index` events come.
    pub fn of(request: &Event, index: u32) -> Self {
        Self {
            key: request.key().clone(),
            index,
            tool: Tool {
                name: request.text("name").unwrap_or_default().to_owned(),
                title: None,
                server: None,
            },
            at_ms: request.at_ms(),
        }
    }
}

impl Context {
    /// The contexts of all of `events`, in order.
    pub fn of_all<'a>(events: impl IntoIterator<Item = &'a Event>, reading: Reading) -> Vec<Self> {
        let mut reader = ContextReader::new(reading);
        events.into_iter().map(|event| reader.read(event)).collect()
    }
}

impl ContextReader {
    /// A reader at the beginning of a conversation.
    pub fn new(reading: Reading) -> Self {
        Self {
            reading,
            n_events: 0,
            turn: 0,
            turn_is_empty: true,
            open_text: None,
            unanswered: Unanswered::default(),
        }
    }

    /// A reader in front of the first event of a turn, which `n_events` events stand before.
    pub fn at_turn(reading: Reading, n_events: usize, turn: u32) -> Self {
        let mut reader = Self::new(reading);
        if let Some(before) = turn.checked_sub(1) {
            reader.n_events = u32::try_from(n_events).unwrap_or(u32::MAX);
            reader.turn = before;
            reader.turn_is_empty = false;
        }
        reader
    }

    /// The context of the next event.
    pub fn read(&mut self, event: &Event) -> Context {
        if event.kind() == Kind::TurnStart {
            self.start_turn();
        } else if event.kind() != Kind::ConfigDelta {
            self.turn_is_empty = false;
        }
        let region = self.region(event.kind());
        let call = match event.kind() {
            Kind::ToolCallRequest => Some(self.remember_call(event)),
            Kind::ToolCallResponse => self.answered_call(event),
            _ => None,
        };
        self.n_events += 1;
        Context {
            turn: self.turn,
            region,
            call,
        }
    }

    /// A turn that holds nothing yet is not left behind by another start.
    fn start_turn(&mut self) {
        if !self.turn_is_empty {
            self.turn += 1;
            self.turn_is_empty = true;
        }
        self.unanswered.start_turn();
    }

    fn region(&mut self, kind: Kind) -> Option<u32> {
        let Kind::ChatResponse(answer @ (Answer::Message | Answer::Reasoning)) = kind else {
            self.open_text = None;
            return None;
        };
        if self.reading == Reading::WholeTexts {
            return None;
        }
        match self.open_text {
            Some((open, region)) if open == answer => Some(region),
            _ => {
                self.open_text = Some((answer, self.n_events));
                Some(self.n_events)
            }
        }
    }

    fn remember_call(&mut self, event: &Event) -> Arc<CallRef> {
        let call = Arc::new(CallRef::of(event, self.n_events));
        if let Some(id) = event.text("id") {
            self.unanswered.call(id, Arc::clone(&call));
        }
        call
    }

    fn answered_call(&mut self, event: &Event) -> Option<Arc<CallRef>> {
        self.unanswered.answer(event.text("id")?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(events: &[serde_json::Value], reading: Reading) -> Vec<Context> {
        let event = |(n, value): (usize, &serde_json::Value)| {
            let fields = value.as_object().expect("an object").clone();
            Event::new(EventKey::from_native(&format!("e{n}")), None, fields)
        };
        let events: Vec<Event> = events.iter().enumerate().map(event).collect();
        Context::of_all(&events, reading)
    }

    fn message(text: &str) -> serde_json::Value {
        json!({"type": "chat_response", "message": text})
    }

    #[test]
    fn adjacent_answers_of_one_kind_are_one_region() {
        let reasoning = json!({"type": "chat_response", "reasoning": "r"});
        let events = [
            message("a"),
            message("b"),
            reasoning,
            message("c"),
            json!({"type": "x"}),
            message("d"),
        ];
        let regions = |reading| {
            read(&events, reading)
                .iter()
                .map(|context| context.region)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            regions(Reading::SplitTexts),
            [Some(0), Some(0), Some(2), Some(3), None, Some(5)]
        );
        assert_eq!(regions(Reading::WholeTexts), [None; 6]);
    }

    #[test]
    fn a_repeated_id_pairs_with_the_first_unanswered_call_of_the_turn() {
        let call = |name: &str| json!({"type": "tool_call_request", "id": "c", "name": name});
        let result = json!({"type": "tool_call_response", "id": "c", "content": ""});
        let turn = json!({"type": "turn_start"});
        let events = [
            turn.clone(),
            call("one"),
            call("two"),
            result.clone(),
            result.clone(),
            result.clone(),
            call("three"),
            turn,
            result,
        ];
        let contexts = read(&events, Reading::SplitTexts);
        let name = |n: usize| {
            contexts[n]
                .call
                .as_ref()
                .map(|call| call.tool.name.as_str())
        };
        assert_eq!(
            [name(3), name(4), name(5), name(8)],
            [Some("one"), Some("two"), None, None]
        );
    }

    #[test]
    fn an_empty_turn_is_not_counted() {
        let turn = json!({"type": "turn_start"});
        let events = [
            turn.clone(),
            turn.clone(),
            message("a"),
            turn.clone(),
            turn,
            message("b"),
        ];
        let turns: Vec<u32> = read(&events, Reading::SplitTexts)
            .iter()
            .map(|context| context.turn)
            .collect();
        assert_eq!(turns, [0, 0, 0, 1, 1, 1]);
    }
}
