//! Who sees which blocks, and where.

use super::*;

/// A call of `t` and its result, of three blocks.
fn three_blocks() -> [Value; 2] {
    let blocks = json!([
        text_for(&["user"], &format!("for the user\n{}", numbers(11))),
        text_for(&["assistant"], "for the model"),
        text("for both"),
    ]);
    [call("c", "t", &json!({})), result("c", &blocks)]
}

#[test]
fn assistant_audience_blocks_never_reach_the_user_view() {
    for style in [
        json!({}),
        json!({"inline_results": "full"}),
        json!({"inline_results": {"user": "chat", "assistant": "full"}}),
    ] {
        for format in ALL_FORMATS {
            let user = Options {
                view: View::User,
                format,
                ..styled(&json!({"t": style}))
            };
            let output = printed(user, &three_blocks());
            let all = output.on(Channel::Out) + &output.on(Channel::Err);
            assert!(
                all.contains("for the user") && all.contains("for both"),
                "{all}"
            );
            assert!(!all.contains("for the model"), "{style} {format:?}: {all}");
        }
    }
}

#[test]
fn user_audience_blocks_never_reach_the_provider_view() {
    for format in ALL_FORMATS {
        let provider = Options {
            view: View::Provider,
            format,
            ..styled(&json!({"t": {"inline_results": {"user": "chat", "assistant": "full"}}}))
        };
        let output = printed(provider, &three_blocks());
        let all = output.on(Channel::Out) + &output.on(Channel::Err);
        assert!(
            all.contains("for the model") && all.contains("for both"),
            "{all}"
        );
        assert!(!all.contains("for the user"), "{format:?}: {all}");
    }
}

#[test]
fn unannotated_blocks_render_under_the_more_permissive_of_the_two_settings() {
    let whole = numbers(12);
    for (user, assistant, expected) in [
        (json!("off"), json!("off"), None),
        (json!(10), json!("off"), Some(10)),
        (json!(5), json!(10), Some(10)),
        (json!("full"), json!(10), Some(12)),
        (json!("chat"), json!("off"), Some(12)),
        (Value::Null, json!("off"), Some(10)),
        (json!(0), json!(0), None),
    ] {
        let mut setting = json!({"user": user, "assistant": assistant});
        if user.is_null() {
            setting
                .as_object_mut()
                .expect("a table")
                .shift_remove("user");
        }
        let options =
            styled(&json!({"t": {"inline_results": setting, "results_file_link": "off"}}));
        let events = [
            call("c", "t", &json!({})),
            result("c", &json!([text(&whole)])),
        ];
        let note = "2 _(truncated to 10 lines)_\n";
        let shown = expected.map_or_else(String::new, |n| {
            let lines = numbers(n).replace('\n', "\n2 ");
            format!(
                "2\n2 ```\n2 {lines}\n2 ```\n{}",
                if n == 10 { note } else { "" }
            )
        });
        check(options, &events, &format!("2 Calling tool t\n{shown}"));
    }
}

#[test]
fn user_10_assistant_off_truncates_user_blocks_and_hides_assistant_blocks() {
    let style = json!({"inline_results": {"user": 10, "assistant": "off"}});
    check(
        styled(&json!({"t": style})),
        &three_blocks(),
        "2 Calling tool t
2
2 ```
2 for the user
2 1
2 2
2 3
2 4
2 5
2 6
2 7
2 8
2 9
2 ```
2 _(truncated to 10 lines)_
2
2 ```
2 for both
2 ```
2
2 All of it: serve-web print jp~c1-w --format json
",
    );
}

#[test]
fn user_chat_renders_user_blocks_as_speech_on_stdout_while_unannotated_blocks_stay_in_result_display()
 {
    let chat = styled(&json!({"t": {"inline_results": {"user": "chat"}}}));
    let blocks = json!([
        text("before"),
        text_for(&["user"], &numbers(12)),
        text_for(&["user", "assistant"], "*both*"),
        text_for(&["assistant"], "for the model"),
    ]);
    let output = printed(chat, &[call("c", "t", &json!({})), result("c", &blocks)]);
    assert_eq!(
        output.on(Channel::Out),
        format!("{}\n\n*both*\n", numbers(12))
    );
    let err = "Calling tool t\n\n```\nbefore\n```\n\n\n```\nfor the model\n```\n";
    assert_eq!(output.on(Channel::Err), err);
}

#[test]
fn tell_user_speaks_and_its_errors_are_results_in_full() {
    let said = json!([
        {"type": "text", "text": "**Phase 1** done.", "mimeType": "text/markdown",
         "annotations": {"audience": ["user"]}},
        text_for(&["assistant"], "Message shown to user."),
    ]);
    let arguments = json!({"message": "**Phase 1** done."});
    for name in ["tell_user", "mcp__serve-web__tell_user"] {
        check(
            options(),
            &[call("c", name, &arguments), result("c", &said)],
            "1 **Phase 1** done.\n",
        );
    }
    let failed = json!({"type": "tool_call_response", "id": "c", "is_error": true,
        "content": [text(&numbers(12))]});
    let output = printed(options(), &[call("c", "tell_user", &arguments), failed]);
    assert_eq!(output.on(Channel::Out), "");
    assert_eq!(
        output.on(Channel::Err),
        format!("```\n{}\n```\n", numbers(12))
    );
}

#[test]
fn the_user_view_passes_messages_and_answers_and_drops_reasoning_and_calls() {
    check(
        in_view(View::User),
        &[
            json!({"type": "turn_start"}),
            json!({"type": "chat_request", "content": "go"}),
            json!({"type": "chat_response", "reasoning": "hm"}),
            message("I will loo"),
            message("k."),
            call("c", "t", &json!({"path": "secret"})),
            result("c", &json!([text_for(&["assistant"], "log")])),
            json!({"type": "host_note", "content": "note"}),
            json!({"type": "inquiry_request", "id": "c.q", "question": {"text": "Sure?"}}),
            json!({"type": "chat_response", "data": {"done": true}}),
        ],
        "2 You, 1970-01-01 00:01:
2 go
2
1 I will look.
1
1 {
1   \"done\": true
1 }
",
    );
}

/// A marker stands in every place that the user view drops.
#[test]
fn nothing_of_what_the_user_view_drops_is_printed() {
    let marker = "DROPPED";
    let mut called = call("c", "t", &json!({ marker: marker }));
    called["metadata"] = json!({"rendered_arguments": marker});
    let for_model = json!({"audience": ["assistant"]});
    let events = [
        json!({"type": "config_delta", "delta": {"assistant": {"name": marker}}}),
        json!({"type": "chat_response", "reasoning": marker}),
        json!({"type": "host_note", "content": marker}),
        called,
        json!({"type": "inquiry_request", "id": "c.q", "source": {"source": "tool", "name": marker},
            "question": {"text": marker}}),
        json!({"type": "inquiry_response", "id": "c.q", "answer": marker}),
        json!({"type": "tool_call_response", "id": "c", "structuredContent": marker, "_meta": marker,
            marker: marker, "content": [
                {"type": "text", "text": "shown"},
                {"type": "text", "text": marker, "annotations": for_model},
                {"type": "resource", "resource": {"uri": marker, "name": marker, "text": marker,
                    "annotations": for_model}},
                {"type": "image", "data": marker, "title": marker, "annotations": for_model},
                marker]}),
        json!({"type": "compaction", "summary": {"summary": marker}}),
        json!({"type": marker}),
        json!({"type": "chat_response", "message": marker, "reasoning": marker}),
    ];
    for format in ALL_FORMATS {
        let style = json!({"inline_results": "full", "parameters": "command"});
        let user = Options {
            view: View::User,
            format,
            ..styled(&json!({"*": style}))
        };
        let output = printed(user, &events);
        let all = output.on(Channel::Out) + &output.on(Channel::Err);
        assert!(
            all.contains("shown") && !all.contains(marker),
            "{format:?}: {all}"
        );
    }
}

#[test]
fn the_provider_view_prints_what_the_model_gets() {
    let nothing_for_the_model = json!([text_for(&["user"], "note")]);
    check(
        in_view(View::Provider),
        &[
            json!({"type": "chat_response", "reasoning": "hm"}),
            call("c", "t", &json!({})),
            result("c", &nothing_for_the_model),
            json!({"type": "host_note", "content": "note"}),
        ],
        "2 Reasoning:
2 hm
2
2 Calling tool t
2
2 ```
2 Tool executed successfully.
2 ```
",
    );
}
