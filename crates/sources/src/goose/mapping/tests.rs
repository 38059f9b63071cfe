use super::*;
use proptest::prelude::*;
use std::path::Path;

fn mapping() -> Mapping {
    let mark = StoreMark::of(Path::new("/sessions"));
    Mapping::new(&Arc::default(), &mark, false)
}

fn message(role: &str, content: Value) -> Message {
    Message {
        id: "m".to_owned(),
        role: Some(role.to_owned()),
        at_ms: Some(0),
        content,
        metadata: Map::new(),
    }
}

/// The fields of the events of one message, but for their times.
fn read(role: &str, content: Value) -> Value {
    let (_, events) = mapping().take(&message(role, content));
    let without_time = |mut mapped: Mapped| {
        mapped.fields.remove("timestamp");
        Value::Object(mapped.fields)
    };
    events.into_iter().map(without_time).collect()
}

#[test]
fn results_have_new_and_old_forms() {
    let result = |stored: Value| {
        read(
            "user",
            json!([{"type": "toolResponse", "id": "c", "toolResult": stored}]),
        )
    };
    let block = json!({"type": "text", "text": "a", "mimeType": "text/x", "_meta": {"b": 1}});
    for (stored, content, is_error) in [
        (
            json!({"status": "success", "value": {"content": [block], "isError": true}}),
            json!([block]),
            true,
        ),
        (
            json!({"status": "success", "value": {"content": [block]}}),
            json!([block]),
            false,
        ),
        (
            json!({"status": "success", "value": [block]}),
            json!([block]),
            false,
        ),
        (
            json!({"status": "success", "value": "text"}),
            json!("text"),
            false,
        ),
        (json!({"status": "error", "error": "no"}), json!("no"), true),
        (
            json!({"status": "error", "error": {"code": 1}}),
            json!("{\"code\":1}"),
            true,
        ),
        (
            json!({"status": "success", "value": null}),
            json!([]),
            false,
        ),
        (json!([block]), json!([block]), false),
        (json!(7), json!([]), false),
        (json!(null), json!([]), false),
    ] {
        let expected = json!([{"type": "tool_call_response", "id": "c", "content": content, "is_error": is_error}]);
        assert_eq!(result(stored.clone()), expected, "{stored}");
    }
}

#[test]
fn a_result_is_not_earlier_than_its_call() {
    let mut mapping = mapping();
    let call = json!([{"type": "toolRequest", "id": "c", "toolCall": {"value": {"name": "t"}}}]);
    let result = json!([{"type": "toolResponse", "id": "c", "toolResult": {"value": []}}]);
    let later = Message {
        at_ms: Some(4000),
        ..message("assistant", call)
    };
    mapping.take(&later);
    let (_, events) = mapping.take(&message("user", result));
    assert_eq!(events[0].at_ms, Some(4000));
    assert_eq!(events[0].fields["timestamp"], "1970-01-01T00:00:04Z");
}

#[test]
fn a_call_that_lost_the_annotations_gets_them_back() {
    let mut mapping = mapping();
    let call = json!([{"type": "toolRequest", "id": "c", "toolCall": {"value": {"name": "notes__tell_user", "arguments": {"message": "**Hi**"}}}}]);
    let texts = json!([{"type": "text", "text": "**Hi**"}, {"type": "text", "text": "Message shown to user."}]);
    mapping.take(&message("assistant", call));
    let result = json!([{"type": "toolResponse", "id": "c", "toolResult": {"value": texts}}]);
    let (_, events) = mapping.take(&message("user", result));
    assert_eq!(events[0].fields["content"][0]["mimeType"], "text/markdown");
    assert_eq!(events[0].fields["metadata"]["serve-web/restored"], "call");
}

#[test]
fn contents_have_other_forms() {
    let said = json!([{"type": "chat_response", "message": "a"}]);
    assert_eq!(read("assistant", json!("a")), said);
    assert_eq!(
        read("assistant", json!({"type": "text", "text": "a"})),
        said
    );
    let nothing = json!([{"type": "goose/message", "role": "assistant", "content": null}]);
    assert_eq!(read("assistant", json!(null)), nothing);
}

#[test]
fn a_file_without_words_is_said_too() {
    let image = json!({"type": "image", "data": "YQ==", "mimeType": "image/png"});
    let file = json!({"blob": "YQ==", "mimeType": "image/png"});
    assert_eq!(
        read("user", json!([image])),
        json!([{"type": "turn_start"}, {"type": "chat_request", "content": "", "resources": [file]}])
    );
    assert_eq!(
        read(
            "assistant",
            json!([{"type": "error", "message": "x"}, image])
        ),
        json!([{"type": "goose/error", "message": "x"}, {"type": "chat_response", "message": "", "resources": [file]}])
    );
}

/// JSON with the words that messages are made of.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "type",
        "text",
        "image",
        "thinking",
        "toolRequest",
        "toolResponse",
        "toolCall",
        "toolResult",
        "value",
        "status",
        "error",
        "content",
        "id",
        "name",
        "arguments",
        "_meta",
        "subagent_session_id",
        "isError",
        "toolConfirmationRequest",
        "actionRequired",
        "data",
        "actionType",
        "elicitation",
        "annotations",
        "audience",
        "user",
        "assistant",
        "metadata",
        "userVisible",
        "usage",
        "inference",
        "steer",
        "timestamp",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        word.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((word.clone(), inner), 0..6).prop_map(|fields| {
                let fields = fields
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value));
                Value::Object(fields.collect())
            }),
        ]
    })
}

proptest! {
    #[test]
    fn wrong_types_harm_only_themselves(content in any_json(), metadata in any_json(), is_person in any::<bool>()) {
        let role = if is_person { "user" } else { "assistant" };
        let odd = Message { metadata: object(metadata), ..message(role, json!([content.clone()])) };
        let mut mapping = mapping();
        let (_, events) = mapping.take(&odd);
        prop_assert!(!events.is_empty());
        for event in &events {
            prop_assert!(event.fields.get("type").is_some_and(Value::is_string));
            prop_assert_eq!(event.at_ms, Some(0));
        }
        // Blocks beside it are what they are.
        let both = message("assistant", json!([content, {"type": "text", "text": "beside"}]));
        let (_, events) = mapping.take(&both);
        let said = events.last().expect("two blocks");
        prop_assert_eq!(&said.fields["message"], "beside");
    }
}
