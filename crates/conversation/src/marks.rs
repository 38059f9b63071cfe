//! What of a result is not as it should be. It is read as well as it can be; the raw view says so.

use crate::{Event, Kind, block::Content};
use serde_json::{Map, Value};

/// The field of an event's metadata in which a reader says from what it has restored the blocks.
pub const RESTORED: &str = "serve-web/restored";

/// How many marks an event has at most.
const MOST: usize = 20;

/// What is odd about an event, a sentence each. A block is named by its index in the content.
pub(crate) fn marks(event: &Event) -> Vec<String> {
    if event.kind() != Kind::ToolCallResponse {
        return Vec::new();
    }
    let fields = event.fields();
    let mut marks = Vec::new();
    let metadata = fields.get("metadata");
    let restored = metadata.and_then(|metadata| metadata.get(RESTORED)?.as_str());
    if let Some(source) = restored {
        marks.push(format!(
            "its blocks were restored, by what the source \"{source}\" says"
        ));
    }
    for name in ["is_error", "isError"] {
        if fields.get(name).is_some_and(|value| !value.is_boolean()) {
            marks.push(format!("{name} is neither true nor false"));
        }
    }
    match (fields.get("content"), Content::of(event)) {
        (Some(Value::String(_)), _) => {}
        (Some(Value::Array(entries)), Content::Blocks(blocks, malformed)) => {
            if malformed > 0 {
                let n = entries.len();
                marks.push(format!(
                    "{malformed} of {n} entries of the content are no blocks"
                ));
            }
            let of_blocks = blocks.iter().flat_map(|block| {
                let marks = block_marks(block.kind(), block.fields);
                marks
                    .into_iter()
                    .map(|mark| format!("block {}: {mark}", block.n))
            });
            marks.extend(of_blocks.take(MOST));
        }
        _ => marks.push("the content is neither a text nor a list".to_owned()),
    }
    marks.truncate(MOST);
    marks
}

/// The fields that a block of a known type has to have, by the types that have them.
const TEXTS: [(&str, &str); 5] = [
    ("text", "text"),
    ("image", "data"),
    ("audio", "data"),
    ("resource_link", "uri"),
    ("image", "mimeType"),
];

fn block_marks(kind: &str, block: &Map<String, Value>) -> Vec<String> {
    let missing = TEXTS
        .iter()
        .filter(|(of, field)| *of == kind && !block.get(*field).is_some_and(Value::is_string));
    let mut marks: Vec<String> = missing
        .map(|(_, field)| format!("{field} is not a text"))
        .collect();
    let resource = block.get("resource");
    if kind == "resource" && !resource.is_some_and(Value::is_object) {
        marks.push("resource is not an object".to_owned());
    }
    marks.extend(annotation_mark(block).map(str::to_owned));
    let of_resource = resource.and_then(Value::as_object);
    marks.extend(
        of_resource
            .and_then(annotation_mark)
            .map(|mark| format!("resource: {mark}")),
    );
    marks
}

fn annotation_mark(object: &Map<String, Value>) -> Option<&'static str> {
    let annotations = match object.get("annotations")? {
        Value::Null => return None,
        Value::Object(annotations) => annotations,
        _ => return Some("the annotations are not an object"),
    };
    let is_role = |role: &Value| role == "user" || role == "assistant";
    match annotations.get("audience")? {
        Value::Null => None,
        Value::Array(roles) if roles.iter().all(is_role) => None,
        Value::String(role) if role == "user" || role == "assistant" => None,
        Value::Array(_) | Value::String(_) => Some("the audience has a role that is not known"),
        _ => Some("the audience is neither a list nor a text, so that it counts as not given"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EventKey;
    use serde_json::json;

    fn check(content: &Value, expected: &[&str]) {
        let event = json!({"type": "tool_call_response", "content": content});
        let fields = event.as_object().expect("an object").clone();
        let event = Event::new(EventKey::from_native("e"), None, fields);
        assert_eq!(marks(&event), expected, "{content}");
    }

    #[test]
    fn what_is_as_it_should_be_has_no_mark() {
        check(&json!("text"), &[]);
        check(
            &json!([
                {"type": "text", "text": "x", "annotations": {"audience": ["user", "assistant"]}},
                {"type": "text", "text": "x", "annotations": {"audience": "user"}},
                {"type": "text", "text": "x", "annotations": null},
                {"type": "image", "data": "", "mimeType": "image/png"},
                {"type": "resource", "resource": {"uri": "x"}},
                {"type": "resource_link", "uri": "x"},
                {"type": "of another kind", "text": 1},
            ]),
            &[],
        );
    }

    #[test]
    fn each_wrong_type_has_a_mark() {
        check(&json!(null), &["the content is neither a text nor a list"]);
        check(
            &json!([1, {"type": 2}, {"type": "text", "text": 3, "annotations": {"audience": 4}}]),
            &[
                "2 of 3 entries of the content are no blocks",
                "block 2: text is not a text",
                "block 2: the audience is neither a list nor a text, so that it counts as not given",
            ],
        );
        check(
            &json!([
                {"type": "image", "data": [], "mimeType": {}},
                {"type": "resource", "resource": []},
                {"type": "resource", "resource": {"annotations": {"audience": ["system"]}}},
                {"type": "text", "text": "x", "annotations": []},
            ]),
            &[
                "block 0: data is not a text",
                "block 0: mimeType is not a text",
                "block 1: resource is not an object",
                "block 2: resource: the audience has a role that is not known",
                "block 3: the annotations are not an object",
            ],
        );
    }

    #[test]
    fn there_are_never_many() {
        let odd = vec![json!({"type": "text"}); 10_000];
        let event = json!({"type": "tool_call_response", "content": odd, "is_error": 1});
        let fields = event.as_object().expect("an object").clone();
        let event = Event::new(EventKey::from_native("e"), None, fields);
        assert_eq!(marks(&event).len(), MOST);
    }
}
