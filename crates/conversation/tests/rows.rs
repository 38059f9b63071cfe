//! The rows of a view, told in one line each.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::{
    Context, Event, EventKey, Item, MediaKind, Piece, Reading, Row, RowKind, View, item,
    policy::{Policy, Setting},
    rows,
};
use serde_json::{Value, json};

fn items(view: View, events: &[Value]) -> Vec<Item> {
    items_under(&Policy::page(), view, events)
}

fn items_under(policy: &Policy, view: View, events: &[Value]) -> Vec<Item> {
    let event = |(n, value): (usize, &Value)| {
        let fields = value.as_object().expect("an object").clone();
        Event::new(EventKey::from_native(&format!("e{n}")), None, fields)
    };
    let events: Vec<Event> = events.iter().enumerate().map(event).collect();
    let contexts = Context::of_all(&events, Reading::SplitTexts);
    events
        .iter()
        .zip(&contexts)
        .filter_map(|(e, c)| item(view, e, c, policy))
        .collect()
}

fn told(row: &Row) -> String {
    let text = |piece: &Piece| {
        let body = &piece.body;
        format!("{:?} {}", body.format, body.text.as_deref().unwrap_or("…"))
    };
    let what = match &row.kind {
        RowKind::Person { author, words, .. } => format!("person {author:?} {}", text(words)),
        RowKind::Assistant { words, .. } => format!("assistant {}", text(words)),
        RowKind::Answer { piece } => format!("answer {}", text(piece)),
        RowKind::Note { piece } => format!("note {}", text(piece)),
        RowKind::Card(card) => {
            let name = card.tool.as_ref().map_or("-", |tool| &tool.name);
            let to: Vec<_> = card
                .pieces
                .iter()
                .map(|piece| match piece.facts.addressed_to {
                    Some(whom) => format!("{whom:?}"),
                    None => "all".to_owned(),
                })
                .collect();
            let (error, head) = (card.is_error, &card.head);
            format!("card {name} error={error} {head:?} to {}", to.join(", "))
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
        RowKind::Person { words, files, .. } | RowKind::Assistant { words, files } => {
            words.body.text = None;
            for file in files {
                file.body.text = None;
            }
        }
        RowKind::Answer { piece }
        | RowKind::Note { piece }
        | RowKind::Reasoning { piece, .. }
        | RowKind::Call { piece, .. }
        | RowKind::HostNote { piece, .. }
        | RowKind::Mark { piece, .. } => piece.body.text = None,
        RowKind::Card(card) => {
            for piece in &mut card.pieces {
                piece.body.text = None;
            }
        }
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
            "e7.3 card report error=false \"image/png\" to all",
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
            "e5 call report Quiet",
            "e6 call lost Interrupted",
            "e7 card report error=false \"log\" to all, User, Assistant, all",
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
        let pieces = rows[0].pieces();
        let text = pieces
            .last()
            .and_then(|piece| piece.body.text.as_deref())
            .expect("a text");
        assert_eq!(text.len(), 262_144);
    }
}

#[test]
fn every_long_text_that_is_no_speech_is_cut() {
    let long = "é".repeat(150_000);
    for (event, index) in [
        (
            json!({"type": "tool_call_request", "id": "c", "name": "x", "arguments": {"a": long}}),
            0,
        ),
        (json!({"type": "chat_response", "data": {"a": long}}), 0),
        (json!({"type": "config_delta", "delta": {"a": long}}), 0),
        (json!({"type": "of another kind", "a": long}), 0),
        (json!({"type": "host_note", "content": long}), 0),
        (
            json!({"type": "tool_call_response", "content": "x", "structuredContent": {"a": long}}),
            1,
        ),
        (
            json!({"type": "tool_call_response", "content": [{"type": "x"}, {"type": "y", "a": long}]}),
            1,
        ),
        (
            json!({"type": "tool_call_response", "content": [{"type": "resource", "resource": {"uri": "u", "text": long}}]}),
            0,
        ),
        (
            json!({"type": "tool_call_response", "content": [], "structuredContent": {"a": long}}),
            0,
        ),
    ] {
        let items = items(View::Raw, std::slice::from_ref(&event));
        let written = serde_json::to_string(&items[0]).expect("JSON");
        assert!(
            written.len() < 300_000,
            "{} {}",
            event["type"],
            written.len()
        );
        let rows = rows(View::Raw, &items, false);
        let piece = rows[0].pieces()[index];
        let text = piece.body.text.as_deref().expect("a text");
        assert_eq!(
            piece.facts.cut_at,
            Some(text.len() as u64),
            "{}",
            event["type"]
        );
        assert!(text.len() > 262_140 && text.contains('é'), "{}", text.len());
    }
    let speech = json!({"type": "chat_response", "message": long});
    let items = items(View::User, &[speech]);
    assert_eq!(
        items[0].event["message"].as_str().map(str::len),
        Some(300_000)
    );
}

#[test]
fn structured_content_is_shown_once() {
    let result = |text: &str| {
        json!({"type": "tool_call_response", "structuredContent": {"a": 1, "b": [2]},
            "content": [{"type": "text", "text": text}]})
    };
    let labels = |result: Value| {
        let items = items(View::User, &[result]);
        items[0]
            .side
            .bodies
            .iter()
            .map(|body| body.label.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(labels(result(r#"{ "b": [2], "a": 1 }"#)), [None]);
    assert_eq!(
        labels(result("two")),
        [None, Some("structured content".to_owned())]
    );
}

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAEUlEQVR42mNk+M9QzwAEYBQABP4BAefGfEYAAAAASUVORK5CYII=";

#[test]
fn what_is_no_image_is_a_file_and_what_is_no_base64_is_shown_as_it_is() {
    let image = |data: &str| json!({"type": "image", "data": data, "mimeType": "image/png"});
    let result = json!({"type": "tool_call_response", "id": "a", "content": [
        image(PNG), image("YWJj"), image(""), image("%%%"),
        {"type": "audio", "data": "?", "mimeType": "audio/wav"}]});
    let items = items(View::User, &[result]);
    assert_eq!(items[0].event["content"][3]["data"], "%%%");
    let rows = rows(View::User, &items, false);
    let shown: Vec<_> = rows[0]
        .pieces()
        .iter()
        .map(|piece| {
            (
                piece.facts.media.as_ref().map(|media| media.kind),
                piece.facts.label.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (Some(MediaKind::Image), None),
            (Some(MediaKind::File), None),
            (Some(MediaKind::File), None),
            (None, Some("image")),
            (None, Some("audio")),
        ]
    );
}

#[test]
fn what_came_with_words_stands_beside_them() {
    let image = json!({"uri": "file:///p/a.png", "mimeType": "image/png", "blob": PNG});
    let request = json!({"type": "chat_request", "content": "", "resources": [image, 7,
        {"uri": "file:///p/notes.md", "mimeType": "text/markdown", "text": "# Notes"}]});
    let items = items(View::User, &[request]);
    assert_eq!(items[0].event["resources"][0]["blob"], "e0/1");
    let rows = rows(View::User, &items, false);
    let pieces = rows[0].pieces();
    let kinds: Vec<_> = pieces
        .iter()
        .map(|piece| piece.facts.media.as_ref().map(|media| media.kind))
        .collect();
    assert_eq!(
        kinds,
        [None, Some(MediaKind::Image), None, Some(MediaKind::File)]
    );
    assert_eq!(pieces[2].facts.label.as_deref(), Some("resource"));
    assert_eq!(pieces[3].body.text.as_deref(), Some("# Notes"));
}

#[test]
fn policy_decides_what_is_speech_and_what_is_shown_and_no_view_changes() {
    let block = |audience: &str| json!({"type": "text", "text": audience, "annotations": {"audience": [audience]}});
    let events = [
        json!({"type": "tool_call_request", "id": "c", "name": "x", "arguments": {}}),
        json!({"type": "tool_call_response", "id": "c",
            "content": [block("user"), block("assistant"), {"type": "text", "text": "all"}]}),
    ];
    for (style, settings, shown) in [
        (
            json!({}),
            vec![Setting::Chat, Setting::Full],
            vec![
                "e1.0 note Plain user",
                "e1.2 card x error=false \"all\" to all",
            ],
        ),
        (
            json!({"inline_results": 3}),
            vec![Setting::Lines(3); 2],
            vec!["e1 card x error=false \"user\" to User, all"],
        ),
        (
            json!({"hidden": true}),
            vec![Setting::Chat, Setting::Full],
            vec![],
        ),
    ] {
        let mut problems = Vec::new();
        let tools = json!({"x": {"style": style}});
        let tools = tools.as_object().expect("a table");
        let policy = Policy::page().with_tables(tools, "tools", &mut problems);
        let items = items_under(&policy, View::User, &events);
        let got: Vec<_> = items[0].side.bodies.iter().map(|body| body.shown).collect();
        assert_eq!(got, settings);
        let rows: Vec<_> = rows(View::User, &items, false).iter().map(told).collect();
        assert_eq!(rows, shown);
        assert_eq!(items[0].event["content"].as_array().map(Vec::len), Some(2));
        let raw = items_under(&policy, View::Raw, &events);
        assert_eq!(raw.len(), 2);
        assert_eq!(raw[1].side.display.is_hidden, style.get("hidden").is_some());
    }
}

#[test]
fn a_tool_without_a_header_is_not_said_to_run() {
    let call =
        json!({"type": "tool_call_request", "id": "c", "name": "tell_user", "arguments": {}});
    let rows = rows(View::Raw, &items(View::Raw, &[call]), true);
    assert_eq!(told(&rows[0]), "e0 call tell_user Quiet");
}

#[test]
fn what_is_huge_or_odd_harms_only_itself() {
    let image = "QUJD".repeat(10 * 1024 * 1024);
    let audience = vec!["system"; 10_000];
    let mut result = json!({"type": "tool_call_response", "id": "c", "is_error": "no", "content": [
        {"type": "image", "data": image, "mimeType": "image/png"},
        {"type": "text", "text": "to nobody", "annotations": {"audience": audience}},
        {"type": "text", "text": 7, "annotations": 7, "_meta": 7, "mimeType": 7},
        {"type": "resource", "resource": null},
        {"type": "resource_link", "uri": [], "size": "large", "icons": 7},
        null,
        {"type": "text", "text": "the rest"},
    ]});
    let raw = items(View::Raw, std::slice::from_ref(&result));
    let written = serde_json::to_string(&raw).expect("JSON");
    assert!(written.len() < 200_000, "{}", written.len());
    assert_eq!(raw[0].event["content"][0]["bytes"], 30 * 1024 * 1024);
    assert!(raw[0].side.marks.len() >= 5, "{:?}", raw[0].side.marks);

    result["content"][0]["data"] = json!("QUJD");
    let user = items(View::User, &[result]);
    let rows = rows(View::User, &user, false);
    let pieces = rows[0].pieces();
    let last = pieces.last().expect("pieces");
    assert_eq!(last.body.text.as_deref(), Some("the rest"));
    let is_to_nobody = |piece: &&Piece| piece.body.text.as_deref() == Some("to nobody");
    assert!(!pieces.iter().any(is_to_nobody));
}

#[test]
fn a_result_leads_to_its_sub_agent_and_to_no_other_place() {
    let result = |id: &str| {
        json!({"type": "tool_call_response", "id": "c", "content": "x",
            "metadata": {"serve-web/subagent": id}})
    };
    let leads_to = |view, event: Value| {
        rows(view, &items(view, &[event]), false)[0]
            .subagent
            .clone()
    };
    for view in [View::User, View::Raw] {
        assert_eq!(leads_to(view, result("a~b")).as_deref(), Some("a~b"));
        for odd in ["", "a", "a~/../../api", "a~b?view=raw", "a~b#x", "a~\\b"] {
            assert_eq!(leads_to(view, result(odd)), None, "{odd}");
        }
    }
    let words = json!({"type": "chat_response", "message": "x",
        "metadata": {"serve-web/subagent": "a~b"}});
    assert_eq!(leads_to(View::User, words), None);
}
