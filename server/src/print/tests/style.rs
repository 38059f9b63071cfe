//! What the styles of a configuration do.

use super::*;
use base64::{Engine as _, engine::general_purpose::STANDARD};

fn failed(id: &str, content: &str) -> Value {
    json!({"type": "tool_call_response", "id": id, "content": content, "is_error": true})
}

/// A call whose arguments a command has put into words.
fn formatted(words: &str) -> Value {
    let mut call = call("c", "t", &json!({"a": 1}));
    call["metadata"] = json!({"rendered_arguments": STANDARD.encode(words)});
    call
}

#[test]
fn parameters_are_shown_as_the_style_says() {
    let arguments = json!({"path": "a \"b\"\n", "limit": 3, "none": null, "empty": {}, "list": []});
    let calls = [call("c", "t", &arguments)];
    let json = "2 Calling tool t with arguments:
2
2 ```json
2 {
2   \"path\": \"a \\\"b\\\"\\n\",
2   \"limit\": 3
2 }
2 ```
";
    let inline = "2 Calling tool t (path: \"a \\\"b\\\"\\n\", limit: 3)\n";
    for (parameters, expected) in [
        ("json", json),
        ("function_call", inline),
        ("off", "2 Calling tool t\n"),
        ("just format {{tool}}", "2 Calling tool t\n"),
    ] {
        let options = styled(&json!({"t": {"parameters": parameters}}));
        check(options, &calls, expected);
    }
    let nothing = [call("c", "t", &json!({"none": null}))];
    check(options(), &nothing, "2 Calling tool t\n");
}

#[test]
fn custom_parameters_are_what_the_command_made_of_them() {
    let custom = || styled(&json!({"t": {"parameters": "just format"}}));
    let colours = "\u{1b}[32m+1\u{1b}[0m │ a.rs\n";
    let output = printed(custom(), &[formatted(colours)]);
    let expected = "Calling tool t:\n\n\u{1b}[32m+1\u{1b}[0m │ a.rs\n";
    assert_eq!(output.on(Channel::Err), expected);

    let mut plain = formatted("");
    plain["metadata"]["rendered_arguments"] = "not base64!".into();
    check(custom(), &[plain], "2 Calling tool t:\n2\n2 not base64!\n");
}

#[test]
fn header_off_prints_no_header_line() {
    for off in [json!(false), json!("off")] {
        let style = json!({"header": off, "parameters": "off"});
        check(
            styled(&json!({"t": style})),
            &[
                call("c", "t", &json!({"a": 1})),
                message("between"),
                result("c", &json!("done")),
                call("c", "t", &json!({"a": 1})),
                failed("c", "broken"),
            ],
            "1 between\n2\n2 ```\n2 done\n2 ```\n2\n2 ```\n2 broken\n2 ```\n",
        );
    }
}

#[test]
fn header_off_with_custom_parameters_leaves_only_the_formatters_output() {
    let style = json!({"header": "off", "parameters": "just format"});
    check(
        styled(&json!({"t": style})),
        &[formatted("made of it")],
        "2 made of it\n",
    );
}

#[test]
fn header_off_has_no_running_line() {
    let running = |style: &Value, view| {
        let options = Options {
            view,
            ..styled(&json!({"t": style}))
        };
        let mut printer = Printer::new(options);
        let calls = [
            call("a", "t", &json!({})),
            call("b", "u\n", &json!({})),
            call("c", "v", &json!({})),
            result("c", &json!("")),
        ];
        let splice = Splice::new(0, events(&calls));
        printer.take(Some(splice), true);
        printer.at_work()
    };
    assert_eq!(running(&json!({}), View::Raw), ["t", "u"]);
    assert_eq!(running(&json!({"header": false}), View::Raw), ["u"]);
    assert_eq!(running(&json!({"hidden": true}), View::Raw), ["u"]);
    assert_eq!(running(&json!({}), View::User), [""; 0]);
}

#[test]
fn hidden_prints_nothing_of_the_tool() {
    let events = [
        formatted("words"),
        json!({"type": "inquiry_request", "id": "c.q", "source": {"source": "tool", "name": "t"},
            "question": {"text": "Sure?"}}),
        json!({"type": "inquiry_response", "id": "c.q", "answer": true}),
        result("c", &json!([text_for(&["user"], "note"), text("log")])),
        formatted("words"),
        failed("c", "broken"),
    ];
    for view in [View::Raw, View::User, View::Provider] {
        for format in [Format::Text, Format::Markdown] {
            let style = json!({"hidden": true, "inline_results": {"user": "chat"}});
            let hidden = Options {
                view,
                format,
                ..styled(&json!({"*": style}))
            };
            let output = printed(hidden, &events);
            let title = if format == Format::Markdown {
                "# A title\n"
            } else {
                ""
            };
            assert_eq!(output.on(Channel::Out), title, "{view}");
            assert_eq!(output.on(Channel::Err), "", "{view}");
        }
    }
}

#[test]
fn errors_have_their_own_settings() {
    let style = json!({"inline_results": "off", "error": {"inline_results": 1, "results_file_link": "off"}});
    check(
        styled(&json!({"t": style})),
        &[
            call("c", "t", &json!({})),
            result("c", &json!("fine")),
            call("c", "t", &json!({})),
            failed("c", "broken\nat line 3"),
        ],
        "2 Calling tool t
2 Calling tool t
2
2 Error:
2
2 ```
2 broken
2 ```
2 _(truncated to 1 lines)_
",
    );
}

#[test]
fn a_result_says_whose_it_is_where_that_is_not_clear() {
    check(
        options(),
        &[
            call("a", "one", &json!({})),
            call("b", "two", &json!({})),
            failed("b", "2"),
            result("a", &json!("1")),
            result("a", &json!("3")),
        ],
        "2 Calling tool one
2 Calling tool two
2
2 Error:
2
2 ```
2 2
2 ```
2
2 Result from one:
2
2 ```
2 1
2 ```
2
2 Result of a call that is not stored:
2
2 ```
2 3
2 ```
",
    );
}

#[test]
fn where_a_result_is_cut_a_line_says_how_to_read_all_of_it() {
    let print = |link: &str, is_terminal| {
        let style = json!({"inline_results": 1, "results_file_link": link, "parameters": "off"});
        let mut options = styled(&json!({"t": style}));
        options.look.is_terminal = is_terminal;
        options.look.file = Some("/w/a b\u{7}.json".into());
        let events = [call("c", "t", &json!({})), result("c", &json!("1\n2"))];
        let err = printed(options, &events).on(Channel::Err);
        err.split_once("_(truncated to 1 lines)_\n")
            .expect("a note")
            .1
            .to_owned()
    };
    let command = "serve-web print jp~c1-w --format json";
    assert_eq!(print("off", true), "");
    assert_eq!(print("full", true), format!("\nAll of it: {command}\n"));
    assert_eq!(print("osc8", false), format!("\nAll of it: {command}\n"));
    let link = "\u{1b}]8;;file:///w/a%20b%07.json\u{1b}\\";
    let expected = format!("\nAll of it: {link}{command}\u{1b}]8;;\u{1b}\\\n");
    assert_eq!(print("osc8", true), expected);
}

#[test]
fn the_style_is_that_of_the_configuration_at_the_event() {
    let style = |style: Value| json!({"conversation": {"tools": {"t": {"style": style}}}});
    check(
        options(),
        &[
            json!({"type": "config_delta", "delta": style(json!({"parameters": "function_call"}))}),
            call("c", "t", &json!({"a": 1})),
            json!({"type": "config_delta", "delta": style(json!({"hidden": true}))}),
            result("c", &json!("log")),
            call("c", "t", &json!({"a": 2})),
            json!({"type": "config_delta", "op": "reset"}),
            result("c", &json!("log")),
        ],
        "2 Calling tool t (a: 1)\n2\n2 Result from t:\n2\n2 ```\n2 log\n2 ```\n",
    );
}

#[test]
fn a_bad_value_falls_back_for_its_field_alone_and_is_told_in_one_line() {
    let bad = json!({"t": {"header": "maybe\n", "parameters": "off", "inline_results": 1,
        "results_file_link": "off"}});
    check(
        styled(&bad),
        &[call("c", "t", &json!({"a": 1})), result("c", &json!("1\n2"))],
        "2 serve-web: conversation.tools.t.style.header cannot be \"maybe\\n\": it can be true, false, \"on\" or \"off\"
2 Calling tool t
2
2 ```
2 1
2 ```
2 _(truncated to 1 lines)_
",
    );
}
