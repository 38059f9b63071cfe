//! One value of every type that a page reads, with all of its fields.

use conversation::read::FromJson;
use conversation::{BodyFacts, Change, Grow, Item, Put, Remove, Reset, Side, Status, Tool, Window};
use serde::Serialize;
use serde_json::{Map, Value, json};
use wire::{
    ConversationBody, ErrorDetails, Failure, FramesBody, Hello, ListMessage, ListQuery, ListState,
    ListWindow, Older, PageState, ServerMessage,
};

/// A value, and what is known of its type.
pub(crate) struct Sample {
    /// The type.
    pub(crate) name: &'static str,
    /// Every field.
    pub(crate) full: Value,
    /// The fields that may be left out.
    pub(crate) optional: &'static [&'static str],
    /// Reads a value of the type, and writes what was read.
    pub(crate) read: fn(&Value) -> Option<Value>,
}

impl Sample {
    /// The names of all fields.
    pub(crate) fn fields(&self) -> Vec<&str> {
        let fields = self.full.as_object();
        fields
            .into_iter()
            .flat_map(Map::keys)
            .map(String::as_str)
            .collect()
    }

    /// The value without the fields that may be left out.
    pub(crate) fn least(&self) -> Value {
        let fields = self.full.as_object().into_iter().flatten();
        let kept = fields.filter(|(name, _)| !self.optional.contains(&name.as_str()));
        kept.map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }
}

fn reread<T: FromJson + Serialize>(value: &Value) -> Option<Value> {
    let read: T = wire::read(&value.to_string())?;
    serde_json::to_value(read).ok()
}

fn sample<T: FromJson + Serialize>(full: Value, optional: &'static [&'static str]) -> Sample {
    Sample {
        name: std::any::type_name::<T>(),
        full,
        optional,
        read: reread::<T>,
    }
}

/// Fields with those of `more`.
fn with(fields: &Value, more: &Value) -> Value {
    let all = [fields, more].into_iter().filter_map(Value::as_object);
    all.flatten()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn tagged(tag: &str, fields: &Value) -> Value {
    with(&json!({ "type": tag }), fields)
}

/// All of them.
pub(crate) fn samples() -> Vec<Sample> {
    let tool = json!({"name": "t", "title": "T", "server": "s"});
    let facts = json!({"n": 1, "bytes": 2, "lines": 3, "is_blank": true, "head": "h", "cut_at": 4,
        "label": "l"});
    let side = json!({"key": "k", "rev": "r", "at_ms": -5, "turn": 6, "region": 7, "tool": tool,
        "answers": "a", "bodies": [facts]});
    let item = json!({"event": {"type": "x", "n": [1.5, null, {}]}, "side": side,
        "is_skeleton": true});
    let window = json!({"items": [item], "before": "b"});
    let status = json!({"state": "running", "last_activity_ms": 8, "problem": "p"});
    let conversation = json!({"id": "i", "title": "t", "agent": "jp", "workspace": "w",
        "updated_at": "u", "updated_at_ms": 9, "events": 10, "bytes": 11, "state": "settled",
        "archived": true, "pinned": true, "labels": {"a": "", "b": "c"}, "last_words": "l",
        "problem": "p", "path": "/p"});
    let query = json!({"filter": "f", "limit": 12});
    let list = json!({"entries": [conversation], "n_found": 13, "n_all": 14, "looked_in": "i",
        "problems": ["p"]});
    let error = json!({"code": "c", "message": "m", "detail": "d"});
    let put = json!({"item": item, "after": "k"});
    let grow = json!({"key": "k", "block": 15, "at": 16, "text": "t"});
    let remove = json!({"keys": ["k", "l"]});
    let reset = json!({ "window": window });
    let frames = json!({"position": "p", "frames": [tagged("put", &put), tagged("grow", &grow)]});
    let hello = json!({"version": 1, "build": "b"});
    let older = json!({"sub": 17, "window": window});
    let list_message = json!({"sub": 18, "window": list});
    let failure = json!({"sub": 19, "error": error});
    let page = with(
        &hello,
        &json!({"conversation": conversation, "view": "provider", "position": "p", "after": "a",
            "window": window, "status": status}),
    );
    let list_state = with(
        &hello,
        &json!({"query": query, "window": list, "now_ms": 20}),
    );
    let of_status = &["last_activity_ms", "problem"];
    vec![
        sample::<Change>(tagged("put", &put), &["after"]),
        sample::<Change>(tagged("grow", &grow), &[]),
        sample::<Change>(tagged("remove", &remove), &[]),
        sample::<Change>(tagged("reset", &reset), &[]),
        sample::<Change>(tagged("status", &status), of_status),
        sample::<ServerMessage>(tagged("hello", &hello), &[]),
        sample::<ServerMessage>(tagged("frames", &with(&json!({"sub": 1}), &frames)), &[]),
        sample::<ServerMessage>(tagged("older", &older), &[]),
        sample::<ServerMessage>(tagged("list", &list_message), &[]),
        sample::<ServerMessage>(tagged("error", &failure), &["sub"]),
        sample::<Tool>(tool, &["title", "server"]),
        sample::<BodyFacts>(facts, &["is_blank", "head", "cut_at", "label"]),
        sample::<Side>(side, &["at_ms", "region", "tool", "answers", "bodies"]),
        sample::<Item>(item, &["is_skeleton"]),
        sample::<Window>(window, &["before"]),
        sample::<Status>(status, of_status),
        sample::<Put>(put, &["after"]),
        sample::<Grow>(grow, &[]),
        sample::<Remove>(remove, &[]),
        sample::<Reset>(reset, &[]),
        sample::<FramesBody>(frames, &[]),
        sample::<Hello>(hello, &[]),
        sample::<Older>(older, &[]),
        sample::<ListMessage>(list_message, &[]),
        sample::<Failure>(failure, &["sub"]),
        sample::<ErrorDetails>(error, &["detail"]),
        sample::<ListQuery>(query, &["filter"]),
        sample::<ListWindow>(list, &["problems"]),
        sample::<ListState>(list_state, &[]),
        sample::<PageState>(page, &["after"]),
        sample::<ConversationBody>(
            conversation,
            &[
                "title",
                "workspace",
                "updated_at",
                "updated_at_ms",
                "events",
                "archived",
                "pinned",
                "labels",
                "last_words",
                "problem",
            ],
        ),
    ]
}
