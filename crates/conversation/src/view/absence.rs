//! Why the user view does not have an event.

use super::View;
use crate::{Answer, Event, Kind, block::Content, read::FromJson};
use serde::Serialize;
use serde_json::Value;

/// Why the user view does not have an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// Thinking is not addressed to the person.
    Thinking,
    /// Nor are the arguments of a call.
    Call,
    /// A question or its answer: whether the person saw it is not recorded.
    Inquiry,
    /// The configuration changed.
    Configuration,
    /// Turns were compacted for the model.
    Compaction,
    /// The host put this in.
    HostNote,
    /// The kind is not known.
    UnknownKind,
    /// An answer of which it is not clear what it is.
    UnclearAnswer,
    /// Every block of the result is addressed to someone else.
    AddressedElsewhere,
    /// The result has no block.
    NoBlock,
}

impl Absence {
    /// Why the user view does not have `event`; nothing where it does.
    pub fn of(event: &Event) -> Option<Self> {
        if View::User.project(event).is_some() {
            return None;
        }
        let absence = match event.kind() {
            Kind::TurnStart
            | Kind::ChatRequest
            | Kind::ChatResponse(Answer::Message | Answer::Data) => return None,
            Kind::ChatResponse(Answer::Reasoning) => Self::Thinking,
            Kind::ChatResponse(Answer::Unclear) => Self::UnclearAnswer,
            Kind::ToolCallRequest => Self::Call,
            Kind::ToolCallResponse => match Content::of(event) {
                Content::Blocks(blocks, _) if !blocks.is_empty() => Self::AddressedElsewhere,
                _ => Self::NoBlock,
            },
            Kind::InquiryRequest | Kind::InquiryResponse => Self::Inquiry,
            Kind::ConfigDelta => Self::Configuration,
            Kind::Compaction => Self::Compaction,
            Kind::HostNote => Self::HostNote,
            Kind::Unknown => Self::UnknownKind,
        };
        Some(absence)
    }
}

impl FromJson for Absence {
    fn from_json(value: Value) -> Option<Self> {
        match value.as_str()? {
            "thinking" => Some(Self::Thinking),
            "call" => Some(Self::Call),
            "inquiry" => Some(Self::Inquiry),
            "configuration" => Some(Self::Configuration),
            "compaction" => Some(Self::Compaction),
            "host_note" => Some(Self::HostNote),
            "unknown_kind" => Some(Self::UnknownKind),
            "unclear_answer" => Some(Self::UnclearAnswer),
            "addressed_elsewhere" => Some(Self::AddressedElsewhere),
            "no_block" => Some(Self::NoBlock),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EventKey;
    use serde_json::{Value, json};

    fn check(event: &Value, expected: &Value) {
        let fields = event.as_object().expect("an object").clone();
        let event = Event::new(EventKey::from_native("e"), None, fields);
        assert_eq!(json!(Absence::of(&event)), *expected, "{event:?}");
        assert_eq!(View::User.project(&event).is_none(), !expected.is_null());
    }

    #[test]
    fn every_event_is_in_the_user_view_or_has_a_reason() {
        let for_model =
            json!([{"type": "text", "text": "x", "annotations": {"audience": ["assistant"]}}]);
        for (event, expected) in [
            (json!({"type": "turn_start"}), json!(null)),
            (json!({"type": "chat_request"}), json!(null)),
            (
                json!({"type": "chat_response", "message": "m"}),
                json!(null),
            ),
            (json!({"type": "chat_response", "data": 1}), json!(null)),
            (
                json!({"type": "chat_response", "reasoning": "r"}),
                json!("thinking"),
            ),
            (json!({"type": "chat_response"}), json!("unclear_answer")),
            (json!({"type": "tool_call_request"}), json!("call")),
            (
                json!({"type": "tool_call_response", "content": "x"}),
                json!(null),
            ),
            (
                json!({"type": "tool_call_response", "content": for_model}),
                json!("addressed_elsewhere"),
            ),
            (
                json!({"type": "tool_call_response", "content": [1]}),
                json!("no_block"),
            ),
            (
                json!({"type": "tool_call_response", "content": null}),
                json!("no_block"),
            ),
            (json!({"type": "inquiry_request"}), json!("inquiry")),
            (json!({"type": "inquiry_response"}), json!("inquiry")),
            (json!({"type": "config_delta"}), json!("configuration")),
            (json!({"type": "compaction"}), json!("compaction")),
            (json!({"type": "host_note"}), json!("host_note")),
            (json!({"type": "event_overlay"}), json!("unknown_kind")),
            (json!({}), json!("unknown_kind")),
        ] {
            check(&event, &expected);
        }
    }
}
