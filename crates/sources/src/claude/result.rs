//! A tool's result.

use super::{
    calls::Calls,
    draft::{Draft, Stamp},
    id::ClaudeId,
    known::Setting,
    media::block,
    record::{Block, Content, Record},
};
use crate::mapping::SUBAGENT;
use serde_json::{Value, json};

/// The result that a block is. `line` is its record, where that has no other results: what the line
/// says of a result is about this one.
pub(super) fn result(
    stamp: &Stamp,
    result: Record<'_>,
    line: Option<Record<'_>>,
    setting: &Setting,
    calls: &mut Calls,
) -> Draft {
    let call_id = result.text("tool_use_id").unwrap_or_default();
    let used = line.and_then(|line| line.get("toolUseResult"));
    let mcp = line.and_then(|line| line.object("mcpMeta"));
    let of_mcp = |name: &str| mcp?.get(name).filter(|value| !value.is_null()).cloned();
    let mut draft = stamp
        .draft("tool_call_response")
        .with("id", call_id)
        .with("content", content(result.get("content")))
        .with("is_error", is_error(result))
        .with_any("structuredContent", of_mcp("structuredContent"))
        .with_any("_meta", of_mcp("_meta"))
        .with_any("toolUseResult", used.cloned());
    draft.carry_others(
        "block",
        result,
        &["type", "tool_use_id", "content", "is_error"],
    );
    if let Some(mcp) = mcp {
        draft.carry_others("mcp", mcp, &["structuredContent", "_meta"]);
    }
    let call = calls.answer(call_id);
    let restoration = setting.restoration();
    restoration.restore(&mut draft.fields, call.as_deref(), None);
    let subagent = started(used, setting).or_else(|| calls.subagent(call_id).map(str::to_owned));
    draft
        .noting("duration_ms", used.and_then(duration))
        .noting(SUBAGENT, subagent)
}

/// Results without the mark are none of an error; of another type it stays as it is.
fn is_error(result: Record<'_>) -> Value {
    let stored = result.get("is_error").filter(|stored| !stored.is_null());
    stored.cloned().unwrap_or(Value::Bool(false))
}

/// The blocks of a result, as MCP has them. Nothing at all is an empty text.
fn content(stored: Option<&Value>) -> Value {
    let Some(Value::Array(entries)) = stored else {
        let text = stored.filter(|stored| !stored.is_null());
        return text.cloned().unwrap_or_else(|| "".into());
    };
    let mut n_files = 0;
    let blocks = Content::Blocks(entries).blocks().into_iter().zip(entries);
    let mapped = blocks.map(|(entry, stored)| match entry {
        Block::Text(text, None) => json!({"type": "text", "text": text}),
        Block::Other(kind, fields) => {
            n_files += 1;
            block(kind, fields, n_files).unwrap_or_else(|| stored.clone())
        }
        Block::Text(_, Some(_)) | Block::None(_) => stored.clone(),
    });
    Value::Array(mapped.collect())
}

/// The sub-agent of which a result reports.
fn started(used: Option<&Value>, setting: &Setting) -> Option<String> {
    let agent = used?.get("agentId")?.as_str()?;
    Some(ClaudeId::agent(setting.session(), agent)?.to_string())
}

fn duration(used: &Value) -> Option<Value> {
    let names = ["totalDurationMs", "durationMs"];
    let mut values = names.iter().filter_map(|name| used.get(name));
    values.find(|value| value.is_number()).cloned()
}
