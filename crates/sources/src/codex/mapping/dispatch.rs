//! Which records tell what.

use super::{
    CodexMapping,
    compaction::Sign,
    notes::{carry, first_text, host_note, inquiry},
};
use crate::{
    codex::record::{Entry, object, text},
    mapping::{Events, Outcome},
};
use serde_json::{Map, Value};

impl CodexMapping {
    pub(super) fn map(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        match entry.kind {
            "session_meta" => self.session_meta(entry, events),
            "response_item" => self.item(entry, events),
            "event_msg" => self.event(entry, events),
            "compacted" => {
                let summary = entry.text("message");
                self.compacted(entry, events, Sign::Replacement, summary)
            }
            "inter_agent_communication" => host_note(entry, events),
            _ => carry(entry, events),
        }
    }

    /// An item that the model got or gave.
    fn item(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        match entry.inner_kind() {
            "message" => match entry.text("role") {
                Some("user") => self.user_item(entry, events),
                Some("assistant") if entry.is_compaction_output() => {
                    let summary = first_text(entry.payload);
                    self.compacted(entry, events, Sign::Output, summary.as_deref())
                }
                Some("assistant") => self.assistant_item(entry, events),
                _ => host_note(entry, events),
            },
            "reasoning" => self.reasoning_item(entry, events),
            "function_call" | "custom_tool_call" | "local_shell_call" | "tool_search_call" => {
                self.call_item(entry, events)
            }
            "web_search_call" | "image_generation_call" => self.done_call_item(entry, events),
            "function_call_output"
            | "custom_tool_call_output"
            | "local_shell_call_output"
            | "tool_search_output" => self.output_item(entry, events),
            "agent_message" => host_note(entry, events),
            "compaction" | "compaction_summary" | "context_compaction" => {
                self.compacted(entry, events, Sign::Replacement, None)
            }
            _ => carry(entry, events),
        }
    }

    /// An event for people.
    fn event(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        let payload = entry.payload;
        match entry.inner_kind() {
            "task_started" | "turn_started" => self.turn_started(entry, events),
            "task_complete" | "turn_complete" | "turn_aborted" => self.turn_ended(entry, events),
            "user_message" => self.user_message(entry, events),
            "agent_message" => self.agent_message(entry, payload, None, events),
            "agent_reasoning" | "agent_reasoning_raw_content" => {
                self.agent_reasoning(entry, payload, events)
            }
            "context_compacted" => self.compacted(entry, events, Sign::Event, None),
            "thread_rolled_back" => self.rolled_back(entry, events),
            "item_completed" => match object(payload, "item") {
                Some(item) => self.completed(entry, item, events),
                None => carry(entry, events),
            },
            "dynamic_tool_call_request" => self.dynamic_call(entry, events),
            "sub_agent_activity" => self.agent_event(entry, payload, events),
            "exec_approval_request"
            | "apply_patch_approval_request"
            | "request_permissions"
            | "request_user_input"
            | "elicitation_request" => inquiry(entry, events),
            kind => self.tool_event(entry, kind, payload, events),
        }
    }

    /// An item of people's, in newer files.
    fn completed(
        &mut self,
        entry: &Entry<'_>,
        item: &Map<String, Value>,
        events: &mut Events<'_>,
    ) -> Outcome {
        match text(item, "type").unwrap_or_default() {
            "UserMessage" => self.user_message_item(entry, item, events),
            "AgentMessage" => self.agent_message(entry, item, text(item, "id"), events),
            // It stands within a message of the model's, which has another id.
            "Plan" => self.agent_message(entry, item, None, events),
            "Reasoning" => self.agent_reasoning(entry, item, events),
            "ContextCompaction" => self.compacted(entry, events, Sign::Event, None),
            "SubAgentActivity" => self.agent_event(entry, item, events),
            kind => self.tool_event(entry, kind, item, events),
        }
    }
}
