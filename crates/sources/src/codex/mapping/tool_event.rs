//! What events tell people of a call: of the same calls as the model's items, and of those that a
//! script made, which have no items.

use super::{
    named::full_name,
    output::{Half, Rank},
};
use crate::codex::record::{list, object, text};
use serde_json::{Map, Value, json};

/// What an event tells of a call.
#[derive(Debug)]
pub(super) struct ToolEvent {
    /// The call's id.
    pub id: Option<String>,
    /// The tool, and what it was called with, for calls without an item.
    pub name: String,
    pub arguments: Value,
    /// The result.
    pub half: Half,
    /// The threads of the sub-agents that it concerns.
    pub agents: Vec<String>,
}

/// The fields of events that stand elsewhere, or tell the same again.
const ELSEWHERE: [&str; 23] = [
    "type",
    "id",
    "call_id",
    "callId",
    "event_id",
    "turn_id",
    "turnId",
    "thread_id",
    "result",
    "error",
    "invocation",
    "arguments",
    "tool",
    "namespace",
    "command",
    "parsed_cmd",
    "aggregated_output",
    "formatted_output",
    "stdout",
    "stderr",
    "content_items",
    "contentItems",
    "duration",
];

impl ToolEvent {
    /// Reads an event's fields, or those of the item that it completes; nothing where it is of no
    /// call.
    pub(super) fn of(kind: &str, fields: &Map<String, Value>) -> Option<Self> {
        let (name, arguments) = call(kind, fields)?;
        let mut half = half(kind, fields);
        for (name, value) in fields {
            if !ELSEWHERE.contains(&name.as_str()) && !value.is_null() {
                half.beside.entry(name.clone()).or_insert(value.clone());
            }
        }
        if let Some(ms) = object(fields, "duration").and_then(milliseconds) {
            half.beside.insert("duration_ms".to_owned(), ms.into());
        }
        let ids = ["call_id", "callId", "id"];
        Some(Self {
            id: ids
                .iter()
                .find_map(|id| text(fields, id))
                .map(str::to_owned),
            name,
            arguments,
            half,
            agents: agents(fields),
        })
    }
}

/// The tool's name and arguments.
fn call(kind: &str, fields: &Map<String, Value>) -> Option<(String, Value)> {
    let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
    let some = |names: &[&str]| {
        let present = names.iter().filter_map(|name| {
            let value = fields.get(*name).filter(|value| !value.is_null())?;
            Some(((*name).to_owned(), value.clone()))
        });
        Value::Object(present.collect())
    };
    let (name, arguments) = match kind {
        "mcp_tool_call_end" => {
            let invocation = object(fields, "invocation")?;
            (
                mcp_name(invocation),
                invocation.get("arguments").cloned().unwrap_or_default(),
            )
        }
        "McpToolCall" => (mcp_name(fields), field("arguments")),
        "exec_command_end" | "CommandExecution" => {
            ("exec_command".to_owned(), some(&["command", "cwd"]))
        }
        "patch_apply_end" | "FileChange" => ("apply_patch".to_owned(), changed(fields)),
        "web_search_end" | "WebSearch" => ("web_search".to_owned(), some(&["query", "action"])),
        "image_generation_end" | "ImageGeneration" => {
            ("image_generation".to_owned(), some(&["revised_prompt"]))
        }
        "view_image_tool_call" | "ImageView" => ("view_image".to_owned(), some(&["path"])),
        "dynamic_tool_call_response" | "DynamicToolCall" => {
            (joined_name(fields), field("arguments"))
        }
        "collab_agent_spawn_end" => ("spawn_agent".to_owned(), some(&["prompt", "model"])),
        "collab_agent_interaction_end" => (
            "send_input".to_owned(),
            some(&["prompt", "receiver_thread_id"]),
        ),
        "collab_waiting_end" => ("wait".to_owned(), json!({})),
        "collab_close_end" => ("close_agent".to_owned(), some(&["receiver_thread_id"])),
        "collab_resume_end" => ("resume_agent".to_owned(), some(&["receiver_thread_id"])),
        "CollabAgentToolCall" => (
            text(fields, "tool").unwrap_or("agent").to_owned(),
            some(&["prompt", "model", "receiver_thread_ids"]),
        ),
        "Extension" => (
            text(fields, "kind").unwrap_or("extension").to_owned(),
            some(&["query", "action"]),
        ),
        "Sleep" => ("sleep".to_owned(), some(&["duration_ms"])),
        _ => return None,
    };
    Some((name, arguments))
}

fn half(kind: &str, fields: &Map<String, Value>) -> Half {
    let mut half = match kind {
        "mcp_tool_call_end" | "McpToolCall" => mcp(fields),
        "image_generation_end" | "ImageGeneration" => Half::image(fields).unwrap_or_default(),
        "dynamic_tool_call_response" | "DynamicToolCall" => {
            let parts = fields.get("content_items").or(fields.get("contentItems"));
            Half::of_output(parts)
        }
        _ => printed(fields),
    };
    let failure = text(fields, "error").filter(|_| half.rank == Rank::Nothing);
    if let Some(failure) = failure {
        half.content = Value::String(failure.to_owned());
        half.rank = Rank::Printed;
        half.is_error = Some(true);
    }
    let status = text(fields, "status");
    let said = match (fields.get("success").and_then(Value::as_bool), status) {
        (Some(success), _) => Some(!success),
        (None, Some("failed" | "declined" | "error")) => Some(true),
        (None, Some("completed")) => Some(false),
        (None, _) => None,
    };
    let code = fields.get("exit_code").and_then(Value::as_i64);
    half.is_error = half.is_error.or(code.map(|code| code != 0)).or(said);
    half
}

/// The result of a server's tool.
fn mcp(fields: &Map<String, Value>) -> Half {
    let result = object(fields, "result");
    let good = result.map(|result| object(result, "Ok").unwrap_or(result));
    let bad = result
        .and_then(|result| result.get("Err"))
        .or(fields.get("error"));
    if let Some(bad) = bad.filter(|bad| !bad.is_null()) {
        let message = bad.as_str().or(bad.get("message").and_then(Value::as_str));
        let message = message.map_or_else(|| bad.to_string(), str::to_owned);
        return Half {
            content: Value::String(message),
            rank: Rank::Printed,
            is_error: Some(true),
            ..Half::default()
        };
    }
    let Some(good) = good else {
        return Half::default();
    };
    let mut beside = good.clone();
    beside
        .retain(|name, value| !matches!(name.as_str(), "content" | "isError") && !value.is_null());
    let content = good.get("content").cloned().unwrap_or_default();
    let is_empty = content.as_array().is_none_or(Vec::is_empty);
    Half {
        content,
        rank: if is_empty {
            Rank::Nothing
        } else {
            Rank::Blocks
        },
        is_error: good.get("isError").and_then(Value::as_bool),
        beside,
    }
}

/// What a program printed.
fn printed(fields: &Map<String, Value>) -> Half {
    let streams = || {
        let both = [text(fields, "stdout"), text(fields, "stderr")];
        let both: Vec<&str> = both.into_iter().flatten().collect();
        (!both.is_empty()).then(|| both.join("\n"))
    };
    let output = text(fields, "aggregated_output").map(str::to_owned);
    match output.or_else(streams) {
        Some(output) => Half {
            content: Value::String(output),
            rank: Rank::Printed,
            ..Half::default()
        },
        None => Half::default(),
    }
}

/// A server's tool as the model calls it.
fn mcp_name(fields: &Map<String, Value>) -> String {
    let tool = text(fields, "tool").unwrap_or_default();
    match text(fields, "server") {
        Some(server) => format!("mcp__{server}__{tool}"),
        None => tool.to_owned(),
    }
}

fn joined_name(fields: &Map<String, Value>) -> String {
    let tool = text(fields, "tool").unwrap_or_default();
    full_name(text(fields, "namespace"), tool)
}

/// The files that a patch changes, and how; what changes in them stands in the result.
fn changed(fields: &Map<String, Value>) -> Value {
    let kind = |change: &Value| change.get("type").or(change.get("kind")).cloned();
    let changes = object(fields, "changes").into_iter().flatten();
    let changes = changes.map(|(path, change)| {
        (
            path.clone(),
            json!({"type": kind(change).unwrap_or_default()}),
        )
    });
    json!({"changes": Value::Object(changes.collect())})
}

/// The threads of the sub-agents that a call concerns.
fn agents(fields: &Map<String, Value>) -> Vec<String> {
    let one = ["new_thread_id", "receiver_thread_id", "agent_thread_id"];
    let one = one.iter().filter_map(|name| text(fields, name));
    let many = list(fields, "receiver_thread_ids").iter();
    let many = many.filter_map(Value::as_str);
    one.chain(many).map(str::to_owned).collect()
}

/// A duration as seconds and nanoseconds.
fn milliseconds(duration: &Map<String, Value>) -> Option<u64> {
    let secs = duration.get("secs")?.as_u64()?;
    let nanos = duration.get("nanos")?.as_u64()?;
    secs.checked_mul(1000)?.checked_add(nanos / 1_000_000)
}
