//! The laws of the views, over events of every kind with anything in their fields.

use conversation::{
    Answer, Context, ContextReader, Event, EventKey, Kind, Reading, Status, View, ViewState,
    Window, changes_between, item, policy::Policy,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const VIEWS: [View; 3] = [View::Raw, View::User, View::Provider];

/// Audiences as they are stored, and as they should not be.
fn annotations() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        Value::Null,
        json!({}),
        json!({"audience": ["user"]}),
        json!({"audience": ["assistant"]}),
        json!({"audience": ["assistant", "user"]}),
        json!({"audience": []}),
        json!({"audience": "user"}),
        json!({"audience": ["system"]}),
        json!({"audience": 7}),
        json!([]),
    ])
}

fn entry() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec![
        "text",
        "image",
        "audio",
        "resource",
        "resource_link",
        "question",
        "odd",
    ]);
    let block = (kind, annotations(), annotations(), "[a-c ]{0,3}").prop_map(|(kind, own, nested, text)| {
        json!({"type": kind, "text": text, "data": "QUJD", "mimeType": "image/png", "uri": "u", "name": "n",
            "resource": {"uri": "u", "text": text, "annotations": nested}, "annotations": own})
    });
    prop_oneof![
        8 => block,
        1 => prop::sample::select(vec![json!(null), json!("text"), json!({"text": "x"}), json!({"type": 1})]),
    ]
}

fn fields() -> impl Strategy<Value = Value> {
    let content = prop_oneof![
        4 => prop::collection::vec(entry(), 0..5).prop_map(Value::Array),
        1 => prop::sample::select(vec![json!("text"), json!(null), json!(3), json!({})]),
    ];
    let result = (content, any::<bool>(), any::<bool>()).prop_map(|(content, is_error, has_meta)| {
        let mut event = json!({"type": "tool_call_response", "id": "c", "content": content, "is_error": is_error});
        if has_meta {
            event["_meta"] = json!({"x": 1});
            event["structuredContent"] = json!({"y": 2});
            event["metadata"] = json!({"z": 3});
        }
        event
    });
    let other = prop::sample::select(vec![
        json!({"type": "turn_start"}),
        json!({"type": "chat_request", "content": "hello", "author": "Ada"}),
        json!({"type": "chat_response", "message": "m"}),
        json!({"type": "chat_response", "reasoning": "r"}),
        json!({"type": "chat_response", "data": {"a": 1}}),
        json!({"type": "chat_response", "message": "m", "reasoning": "r"}),
        json!({"type": "tool_call_request", "id": "c", "name": "t", "arguments": {"a": 1}}),
        json!({"type": "inquiry_request", "id": "c.q"}),
        json!({"type": "config_delta", "delta": {"conversation": {"tools": {"t": {"style": {"hidden": true}}}}}}),
        json!({"type": "compaction"}),
        json!({"type": "host_note", "content": "h"}),
        json!({"type": "of another kind", "x": 1}),
        json!({}),
    ]);
    prop_oneof![result, other]
}

fn event(n: usize, fields: &Value) -> Event {
    let fields = fields.as_object().cloned().unwrap_or_default();
    Event::new(EventKey::from_native(&format!("e{n}")), Some(0), fields)
}

fn events(all: &[Value]) -> Vec<Event> {
    all.iter()
        .enumerate()
        .map(|(n, fields)| event(n, fields))
        .collect()
}

fn projected(view: View, events: &[Event]) -> Vec<(String, Map<String, Value>)> {
    let shown = |event: &Event| Some((event.key().to_string(), view.project(event)?.to_fields()));
    events.iter().filter_map(shown).collect()
}

/// Whether `part` is what is left of `whole` when entries are taken out.
fn is_subsequence(part: &[Value], whole: &[Value]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|entry| rest.any(|other| other == entry))
}

proptest! {
    #[test]
    fn projecting_what_was_projected_changes_nothing(all in prop::collection::vec(fields(), 0..12)) {
        for view in [View::Raw, View::User] {
            let once = projected(view, &events(&all));
            let again: Vec<Event> = once
                .iter()
                .map(|(key, fields)| Event::new(EventKey::from_native(key), Some(0), fields.clone()))
                .collect();
            prop_assert_eq!(projected(view, &again), once);
        }
    }

    #[test]
    fn the_user_view_is_a_subset_of_the_events_in_their_order(all in prop::collection::vec(fields(), 0..12)) {
        let events = events(&all);
        let shown = projected(View::User, &events);
        let mut rest = events.iter();
        for (key, fields) in &shown {
            let own = rest.find(|event| event.key().as_str() == key);
            prop_assert!(own.is_some(), "{} is out of order or invented", key);
            let Some(own) = own else { continue };
            prop_assert_eq!(Kind::of(fields), own.kind());
            for (name, value) in fields {
                match (name.as_str(), own.fields().get(name), value) {
                    ("content", Some(Value::Array(stored)), Value::Array(shown)) => {
                        prop_assert!(is_subsequence(shown, stored));
                    }
                    // A text becomes one block.
                    ("content", Some(Value::String(text)), Value::Array(shown)) => {
                        prop_assert_eq!(shown, &[json!({"type": "text", "text": text})]);
                    }
                    (_, stored, value) => prop_assert_eq!(stored, Some(value)),
                }
            }
        }
    }

    #[test]
    fn assistant_audience_blocks_never_reach_the_user_view(all in prop::collection::vec(fields(), 0..12)) {
        for (_, fields) in projected(View::User, &events(&all)) {
            for block in fields.get("content").and_then(Value::as_array).into_iter().flatten() {
                let own = block["annotations"].get("audience").filter(|a| a.is_array() || a.is_string());
                prop_assert_ne!(own, Some(&json!(["assistant"])));
                prop_assert_ne!(own, Some(&json!([])));
            }
            prop_assert!(Kind::of(&fields) != Kind::ToolCallRequest);
            prop_assert!(Kind::of(&fields) != Kind::ChatResponse(Answer::Reasoning));
        }
    }

    #[test]
    fn user_audience_blocks_never_reach_a_provider_payload(texts in prop::collection::vec("[a-z]{4}", 1..4), is_error in any::<bool>()) {
        let blocks: Vec<Value> = texts
            .iter()
            .map(|text| json!({"type": "text", "text": text, "annotations": {"audience": ["user"]}}))
            .collect();
        let result = json!({"type": "tool_call_response", "content": blocks, "is_error": is_error});
        let shown = projected(View::Provider, &events(&[result]));
        let placeholder = if is_error { "Tool failed." } else { "Tool executed successfully." };
        prop_assert_eq!(&shown[0].1["content"], &json!(placeholder));
        prop_assert_eq!(&shown[0].1["is_error"], &json!(is_error));
    }

    #[test]
    fn no_view_depends_on_configuration(all in prop::collection::vec(fields(), 1..12), style in styles()) {
        let mut problems = Vec::new();
        let tools = json!({"t": {"style": style}, "*": {"style": style}});
        let policy = Policy::page().with_tables(tools.as_object().unwrap_or(&Map::new()), "tools", &mut problems);
        let events = events(&all);
        let without_deltas: Vec<Event> = events
            .iter()
            .filter(|event| event.kind() != Kind::ConfigDelta)
            .cloned()
            .collect();
        prop_assert_eq!(projected(View::User, &events), projected(View::User, &without_deltas));
        let contexts = Context::of_all(&events, Reading::SplitTexts);
        for (event, context) in events.iter().zip(&contexts) {
            for view in VIEWS {
                let shown = |policy: &Policy| item(view, event, context, policy).map(|item| item.event);
                prop_assert_eq!(shown(&policy), shown(&Policy::page()));
            }
        }
    }

    #[test]
    fn a_reader_that_begins_at_a_turn_goes_on_like_one_that_has_read_all(
        all in prop::collection::vec(fields(), 0..24),
        n_read in 0usize..24,
    ) {
        let events = events(&all);
        let n_read = n_read.min(events.len());
        for reading in [Reading::SplitTexts, Reading::WholeTexts] {
            let whole = Context::of_all(&events, reading);
            let turn = n_read.checked_sub(1).map_or(0, |last| whole[last].turn);
            let first = whole.iter().position(|context| context.turn == turn).unwrap_or(0);
            let mut reader = ContextReader::at_turn(reading, first, turn);
            let read: Vec<Context> = events[first..].iter().map(|event| reader.read(event)).collect();
            prop_assert_eq!(read.as_slice(), &whole[first..]);
        }
    }

    #[test]
    fn splitting_a_stream_anywhere_gives_the_same_view(
        first in prop::collection::vec(fields(), 0..8),
        second in prop::collection::vec(fields(), 0..8),
        n_common in 0usize..8,
    ) {
        // The second reading keeps the first one's beginning: what stands behind it enters, leaves
        // and changes.
        let kept = first.iter().take(n_common).cloned();
        let second: Vec<Value> = kept.chain(second).collect();
        for view in VIEWS {
            let items = |all: &[Value]| {
                let events = events(all);
                let contexts = Context::of_all(&events, Reading::SplitTexts);
                let all = events.iter().zip(&contexts);
                all.filter_map(|(e, c)| item(view, e, c, &Policy::page())).collect::<Vec<_>>()
            };
            let (old, new) = (items(&first), items(&second));
            let window = Window { items: old.clone(), before: None };
            let mut state = ViewState::new(window, Status::default());
            for change in changes_between(None, &old, &new) {
                state.apply(change);
            }
            prop_assert_eq!(state.items(), new.as_slice());
        }
    }
}

fn styles() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!({}),
        json!({"hidden": true, "header": "off"}),
        json!({"inline_results": {"user": "off", "assistant": "full"}, "open": "all"}),
        json!({"inline_results": 3, "error": {"inline_results": "off"}}),
        json!({"inline_results": "loud"}),
    ])
}

/// Blocks that pass are the stored ones, not copies of them.
#[test]
fn projecting_copies_no_block() {
    let text = "x".repeat(1000);
    let event = event(
        0,
        &json!({"type": "tool_call_response", "content": [
            {"type": "text", "text": text, "annotations": {"audience": ["assistant"]}},
            {"type": "text", "text": text}]}),
    );
    let shown = View::User.project(&event);
    let shown = shown.as_ref().and_then(|shown| shown.entry(1));
    let stored = event
        .fields()
        .get("content")
        .and_then(|content| content.get(1));
    assert!(matches!((shown, stored), (Some(shown), Some(stored)) if std::ptr::eq(shown, stored)));
}
