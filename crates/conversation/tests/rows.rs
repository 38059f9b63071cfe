//! The rows of a view, told in one line each.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::{Context, Event, EventKey, Item, Reading, Row, RowKind, View, item, rows};
use serde_json::{Value, json};

fn items(view: View, events: &[Value]) -> Vec<Item> {
    let event = |(n, value): (usize, &Value)| {
        let fields = value.as_object().expect("an object").clone();
        Event::new(EventKey::from_native(&format!("e{n}")), None, fields)
    };
    let events: Vec<Event> = events.iter().enumerate().map(event).collect();
    let contexts = Context::of_all(&events, Reading::SplitTexts);
    events
        .iter()
        .zip(&contexts)
        .filter_map(|(e, c)| item(view, e, c))
        .collect()
}

fn told(row: &Row) -> String {
    let text = |body: &conversation::Body| {
        format!("{:?} {}", body.format, body.text.as_deref().unwrap_or("…"))
    };
    let what = match &row.kind {
        RowKind::Person { author, body } => format!("person {author:?} {}", text(body)),
        RowKind::Assistant { body } => format!("assistant {}", text(body)),
        RowKind::Answer { body } => format!("answer {}", text(body)),
        RowKind::Note { body } => format!("note {}", text(body)),
        RowKind::Card {
            tool,
            is_error,
            head,
            bodies,
            ..
        } => {
            let name = tool.as_ref().map_or("-", |tool| &tool.name);
            let to: Vec<_> = bodies
                .iter()
                .map(|b| b.addressed_to.unwrap_or("all"))
                .collect();
            format!("card {name} error={is_error} {head:?} to {}", to.join(", "))
        }
        RowKind::Reasoning { head, .. } => format!("reasoning {head}"),
        RowKind::Call { tool, state, .. } => format!("call {} {state:?}", tool.name),
        RowKind::HostNote { head, .. } => format!("host {head}"),
        RowKind::Mark { label, .. } => format!("mark {label}"),
        RowKind::EmptyTurn => "empty turn".to_owned(),
    };
    format!("{} {what}", row.key)
}

fn check(view: View, events: &[Value], expected: &[&str]) {
    let items = items(view, events);
    let full = rows(view, &items, false);
    assert_eq!(full.iter().map(told).collect::<Vec<_>>(), expected);

    let skeletons: Vec<Item> = items.iter().map(Item::skeleton).collect();
    let adopted = rows(view, &skeletons, false);
    let frame = |rows: &[Row]| {
        rows.iter()
            .map(|r| (r.key.clone(), r.stamp.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        frame(&adopted),
        frame(&full),
        "a skeleton gives the same rows"
    );
    for (adopted, full) in adopted.iter().zip(&full) {
        assert_eq!(without_texts(adopted), without_texts(full));
    }
}

/// A row as the page's elements and attributes depend on it.
fn without_texts(row: &Row) -> Row {
    let mut row = row.clone();
    match &mut row.kind {
        RowKind::Person { body, .. }
        | RowKind::Assistant { body }
        | RowKind::Answer { body }
        | RowKind::Note { body }
        | RowKind::Reasoning { body, .. }
        | RowKind::Call { body, .. }
        | RowKind::HostNote { body, .. }
        | RowKind::Mark { body, .. } => body.text = None,
        RowKind::Card { bodies, .. } => bodies.iter_mut().for_each(|b| b.body.text = None),
        RowKind::EmptyTurn => {}
    }
    row
}

fn conversation() -> Vec<Value> {
    vec![
        json!({"type": "turn_start"}),
        json!({"type": "chat_request", "content": "go", "author": "Ada"}),
        json!({"type": "chat_response", "reasoning": "hm"}),
        json!({"type": "chat_response", "message": "I will loo"}),
        json!({"type": "chat_response", "message": "k."}),
        json!({"type": "tool_call_request", "id": "c", "name": "report", "arguments": {"a": 1}}),
        json!({"type": "tool_call_request", "id": "d", "name": "lost", "arguments": {}}),
        json!({"type": "tool_call_response", "id": "c", "is_error": false, "content": [
            {"type": "text", "text": "log"},
            {"type": "text", "text": "**Note**", "mimeType": "Text/Markdown; x=1",
             "annotations": {"audience": ["user"]}},
            {"type": "text", "text": "ack", "annotations": {"audience": ["assistant"]}},
            {"type": "image", "data": "QUJD", "mimeType": "image/png"}]}),
        json!({"type": "chat_response", "data": true}),
        json!({"type": "chat_response", "message": "   "}),
        json!({"type": "turn_start"}),
        json!({"type": "config_delta", "delta": {}}),
        json!({"type": "turn_start"}),
        json!({"type": "chat_response", "message": "Done."}),
    ]
}

#[test]
fn user_view() {
    check(
        View::User,
        &conversation(),
        &[
            "e1 person Some(\"Ada\") Typed go",
            "e3 assistant Markdown I will look.",
            "e7 card report error=false \"log\" to all",
            "e7.1 note Markdown **Note**",
            "e7.3 card report error=false \"image · image/png · 3 bytes\" to all",
            "e8 answer Json true",
            "e10 empty turn",
            "e13 assistant Markdown Done.",
        ],
    );
}

#[test]
fn raw_view() {
    check(
        View::Raw,
        &conversation(),
        &[
            "e1 person Some(\"Ada\") Typed go",
            "e2 reasoning hm",
            "e3 assistant Markdown I will look.",
            "e5 call report Answered",
            "e6 call lost Interrupted",
            "e7 card report error=false \"log\" to all, you, the model, all",
            "e8 answer Json true",
            "e11 mark config_delta",
            "e13 assistant Markdown Done.",
        ],
    );
}

#[test]
fn base64_never_stands_in_an_item() {
    let items = items(View::Raw, &conversation());
    let image = &items[7].event["content"][3];
    assert_eq!(image["blob"], "e7/3");
    assert_eq!(image["bytes"], 3);
    assert!(image.get("data").is_none());
}

#[test]
fn a_call_without_a_result_runs_while_the_conversation_does() {
    let call = json!({"type": "tool_call_request", "id": "c", "name": "slow", "arguments": {}});
    let rows = rows(View::Raw, &items(View::Raw, &[call]), true);
    assert_eq!(told(&rows[0]), "e0 call slow Running");
}

#[test]
fn a_result_that_is_too_long_is_cut_and_says_so() {
    let long = "é".repeat(150_000);
    for content in [
        json!(long),
        json!([7, {"type": "text", "text": "short"}, {"type": "text", "text": long}]),
    ] {
        let result = json!({"type": "tool_call_response", "id": "c", "content": content});
        let items = items(View::User, &[result]);
        let facts = items[0].side.bodies.last().expect("a text");
        assert_eq!((facts.bytes, facts.cut_at), (300_000, Some(262_144)));
        let rows = rows(View::User, &items, false);
        let bodies = rows[0].bodies();
        let text = bodies
            .last()
            .and_then(|body| body.text.as_deref())
            .expect("a text");
        assert_eq!(text.len(), 262_144);
    }
}
