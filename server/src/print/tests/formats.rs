//! Whole conversations in each format.

use super::*;

/// A conversation with something of every kind.
fn every_kind() -> Vec<Value> {
    vec![
        json!({"type": "turn_start"}),
        json!({"type": "chat_request", "author": "Ada_L", "content": "Fix it.\n\n# Now\n<!-- x",
            "resources": [{"uri": "file:///a.rs", "mimeType": "text/rust", "text": "x"}]}),
        json!({"type": "chat_response", "reasoning": "Hm,\nwell."}),
        message("\n\nI will loo"),
        message("k.\n\n```rust\nfn f() {}"),
        json!({"type": "host_note", "content": "be brief"}),
        call("a", "read", &json!({"path": "a.rs"})),
        call("b", "draw", &json!({})),
        json!({"type": "inquiry_request", "id": "b.q", "source": {"source": "tool", "name": "draw"},
            "question": {"text": "Which?\n- a\n- b"}}),
        json!({"type": "inquiry_response", "id": "b.q", "answer": "a"}),
        result(
            "b",
            &json!([
                {"type": "image", "data": "QUJD", "mimeType": "image/png"},
                {"type": "resource", "resource": {"uri": "file:///b.rs", "name": "b.rs", "mimeType": "text/x-rust", "text": "let a = \"```\";"}},
                {"type": "resource", "resource": {"uri": "file:///c.bin", "blob": "QUJD"}},
                {"type": "resource_link", "uri": "https://example.org/", "title": "Example", "size": 3},
                {"type": "text", "text": "# A *report*", "mimeType": "text/markdown"},
                {"type": "audio", "data": "", "mimeType": "audio/wav"},
                {"type": "new", "x": 1},
                7,
            ]),
        ),
        result("a", &json!("```rust\nfn f() {}\n```")),
        json!({"type": "compaction", "from_turn": 0, "to_turn": 1}),
        json!({"type": "something_new"}),
        json!({"type": "chat_response", "data": {"done": [true, {}]}}),
    ]
}

#[test]
fn text() {
    let output = printed(options(), &every_kind());
    assert_eq!(told(&output), include_str!("formats/text.txt"));
}

#[test]
fn markdown() {
    let mut options = options();
    options.format = Format::Markdown;
    options.look.clock = clock(TimeZone::UTC, Format::Markdown);
    let output = printed(options, &every_kind());
    assert_eq!(output.on(Channel::Out), include_str!("formats/document.md"));
    assert_eq!(output.on(Channel::Err), "");
}

#[test]
fn on_a_terminal_names_are_strong_and_reasoning_is_faint() {
    let mut options = options();
    options.look.is_terminal = true;
    let events = [
        json!({"type": "chat_request", "content": "go"}),
        json!({"type": "chat_response", "reasoning": "hm\nwell"}),
        call("c", "t", &json!({})),
    ];
    assert_eq!(
        printed(options, &events).on(Channel::Err),
        "\u{1b}[1mYou, 1970-01-01 00:00:\u{1b}[0m\ngo\n
\u{1b}[2mReasoning:\nhm\nwell\u{1b}[0m\n
Calling tool \u{1b}[1mt\u{1b}[0m\n"
    );
}

#[test]
fn json_ignores_styles() {
    let events = [
        json!({"type": "chat_request", "content": "a\u{1b}\u{7f}\u{9b}\u{202e}"}),
        call("c", "t", &json!({})),
        result(
            "c",
            &json!([text_for(&["assistant"], "log"), text_for(&["user"], "note")]),
        ),
    ];
    let print = |view| {
        let options = Options {
            view,
            format: Format::Json,
            ..styled(&json!({"*": {"hidden": true, "header": 3}}))
        };
        let output = printed(options, &events);
        assert_eq!(output.on(Channel::Err), "");
        output.on(Channel::Out)
    };
    let lines = |text: &str| -> Vec<Value> {
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    };
    let raw = print(View::Raw);
    assert_eq!(lines(&raw), events);
    assert!(raw.contains("a\\u001b\\u007f\\u009b\\u202e"), "{raw}");

    let user = lines(&print(View::User));
    assert_eq!(user[0], json!({"serve-web/projection": "user"}));
    assert_eq!(user.len(), 3);
    assert_eq!(user[2]["content"], json!([text_for(&["user"], "note")]));

    let provider = lines(&print(View::Provider));
    assert_eq!(provider[0], json!({"serve-web/projection": "provider"}));
    assert_eq!(provider[3]["content"], "log");
}
