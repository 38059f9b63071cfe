//! The user view (RFD 094): exactly what is addressed to the person.

use super::projection::{Field, Projection};
use crate::{
    Answer, Event, Kind,
    block::{Block, Content},
};
use serde_json::Value;

/// The fields beside the content that a result keeps. Every other one stays behind, since it may
/// hold what was withheld.
const KEPT: [&str; 5] = ["timestamp", "type", "id", "event_id", "metadata"];

pub(super) fn project(event: &Event) -> Option<Projection<'_>> {
    match event.kind() {
        Kind::TurnStart
        | Kind::ChatRequest
        | Kind::ChatResponse(Answer::Message | Answer::Data) => Some(Projection::whole(event)),
        Kind::ToolCallResponse => project_result(event),
        Kind::ChatResponse(Answer::Reasoning | Answer::Unclear)
        | Kind::ToolCallRequest
        | Kind::InquiryRequest
        | Kind::InquiryResponse
        | Kind::ConfigDelta
        | Kind::Compaction
        | Kind::HostNote
        | Kind::Unknown => None,
    }
}

fn project_result(event: &Event) -> Option<Projection<'_>> {
    let passing = match Content::of(event) {
        Content::Text(text) => Passing {
            content: Field::TextBlock(text),
            stored: vec![0],
            is_whole: true,
        },
        Content::Blocks(blocks, malformed) => passing_blocks(&blocks, malformed)?,
    };
    let fields = event.fields().iter().filter_map(|(name, value)| {
        let field = match name.as_str() {
            "content" => passing.content.clone(),
            "structuredContent" if passing.is_whole => Field::Whole(value),
            // Two spellings of one field; anything but a truth value is not that field.
            "is_error" | "isError" if value.is_boolean() => {
                return Some(("is_error", Field::Whole(value)));
            }
            kept if KEPT.contains(&kept) => Field::Whole(value),
            _ => return None,
        };
        Some((name.as_str(), field))
    });
    Some(Projection::of(fields.collect()).with_blocks(passing.stored))
}

struct Passing<'a> {
    content: Field<'a>,
    stored: Vec<u32>,
    /// No entry of the content was taken out.
    is_whole: bool,
}

fn passing_blocks<'a>(blocks: &[Block<'a>], malformed: usize) -> Option<Passing<'a>> {
    let addressed = || {
        blocks
            .iter()
            .filter(|block| block.audience().reaches_user())
    };
    let values: Vec<&Value> = addressed().map(|block| block.value).collect();
    if values.is_empty() {
        return None;
    }
    Some(Passing {
        is_whole: values.len() == blocks.len() && malformed == 0,
        content: Field::Blocks(values),
        stored: addressed().map(|block| block.n).collect(),
    })
}
