//! The items and events of calls.

use super::{
    CodexMapping,
    named::{arguments, full_name},
    notes::carry,
    output::Half,
    tool_event::ToolEvent,
};
use crate::{
    codex::record::{Entry, text},
    mapping::{Events, Outcome},
};
use serde_json::{Map, Value};

impl CodexMapping {
    /// An item that calls a tool.
    pub(super) fn call_item(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        self.turns.go_on(false);
        let payload = entry.payload;
        let (name, stored) = match entry.inner_kind() {
            "local_shell_call" => ("local_shell", payload.get("action")),
            "tool_search_call" => ("tool_search", payload.get("arguments")),
            "web_search_call" => ("web_search", payload.get("action")),
            "image_generation_call" => ("image_generation", payload.get("revised_prompt")),
            _ => {
                let input = payload.get("input").or(payload.get("arguments"));
                (entry.text("name").unwrap_or_default(), input)
            }
        };
        let name = full_name(entry.text("namespace"), name);
        let id = self.call_id(entry);
        self.calls
            .call(entry, events, &id, &name, arguments(stored))
    }

    /// An item that is a call and its result in one.
    pub(super) fn done_call_item(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        let outcome = self.call_item(entry, events);
        let is_done = entry
            .text("status")
            .is_none_or(|status| status != "in_progress");
        if is_done {
            let id = self.call_id(entry);
            let half = Half::of_done_call(entry.payload);
            self.calls.output(entry, events, &id, half);
        }
        outcome
    }

    /// An item with the output of a call.
    pub(super) fn output_item(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        self.turns.go_on(false);
        let half = match entry.inner_kind() {
            "tool_search_output" => Half::of_tools(entry.payload),
            _ => Half::of_output(entry.payload.get("output")),
        };
        let id = self.call_id(entry);
        self.calls.output(entry, events, &id, half)
    }

    /// A call that stands within a message.
    pub(super) fn call_within(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        call: &Map<String, Value>,
    ) {
        self.turns.go_on(false);
        let fallback = format!("call-{}", self.n);
        let id = text(call, "id").unwrap_or(&fallback);
        let name = text(call, "name").unwrap_or_default();
        let arguments = arguments(call.get("input"));
        self.calls.call(entry, events, id, name, arguments);
    }

    /// An event of a kind that may be of a call.
    pub(super) fn tool_event(
        &mut self,
        entry: &Entry<'_>,
        kind: &str,
        fields: &Map<String, Value>,
        events: &mut Events<'_>,
    ) -> Outcome {
        let Some(event) = ToolEvent::of(kind, fields) else {
            return carry(entry, events);
        };
        let fallback = format!("call-{}", self.n);
        match self.calls.event(entry, events, event, &fallback) {
            Outcome::Carried => carry(entry, events),
            outcome => {
                self.turns.go_on(false);
                outcome
            }
        }
    }

    /// A tool of the client is called.
    pub(super) fn dynamic_call(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        let id = entry.text("callId").or(entry.text("call_id"));
        let id = id.map_or_else(|| format!("call-{}", self.n), str::to_owned);
        if self.calls.knows(&id) {
            return Outcome::Folded;
        }
        let tool = entry.text("tool").unwrap_or_default();
        let name = full_name(entry.text("namespace"), tool);
        let arguments = arguments(entry.payload.get("arguments"));
        self.calls.call(entry, events, &id, &name, arguments)
    }

    /// A sub-agent is at work.
    pub(super) fn agent_event(
        &mut self,
        entry: &Entry<'_>,
        fields: &Map<String, Value>,
        events: &mut Events<'_>,
    ) -> Outcome {
        let id = text(fields, "event_id").or(text(fields, "id"));
        if let Some((id, agent)) = id.zip(text(fields, "agent_thread_id")) {
            self.calls.agent(events, id, agent);
        }
        carry(entry, events)
    }

    fn call_id(&self, entry: &Entry<'_>) -> String {
        let id = entry.text("call_id").or(entry.text("id"));
        id.map_or_else(|| format!("call-{}", self.n), str::to_owned)
    }
}
