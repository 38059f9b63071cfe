//! The contract of `tell_user`.

use super::*;

#[test]
fn every_clients_form_of_an_acknowledged_call_is_restored() {
    for content in [
        flat(MESSAGE),
        json!(format!("{MESSAGE}\n\n{SHOWN}")),
        json!(SHOWN),
        json!([
            {"type": "text", "text": "Wall time: 0.0029 seconds\nOutput:"},
            {"type": "text", "text": MESSAGE},
            {"type": "text", "text": SHOWN},
        ]),
        json!(format!(
            "<untrusted_context>\n{MESSAGE}\n</untrusted_context>\n<untrusted_context>\n{SHOWN}\n</untrusted_context>"
        )),
    ] {
        check(
            &result(content),
            Some(&tell(MESSAGE)),
            Restored::Call,
            contract(MESSAGE),
        );
    }
}

#[test]
fn the_message_is_the_calls_own() {
    for message in [
        "",
        "a\r\nb\r\n",
        "e",
        "  <b>é</b> ",
        &"long ".repeat(100_000),
    ] {
        let stored = result(json!(format!(
            "{}\n\n{SHOWN}",
            message.replace("\r\n", "\n")
        )));
        check(
            &stored,
            Some(&tell(message)),
            Restored::Call,
            contract(message),
        );
    }
}

#[test]
fn a_message_with_the_acknowledgement_in_it_acknowledges_nothing() {
    for message in [
        SHOWN.to_owned(),
        format!("They said:\r\n\"{SHOWN}\"\r\nand \"went\""),
    ] {
        let acknowledged = result(json!(format!("{message}\n\n{SHOWN}")));
        check(
            &acknowledged,
            Some(&tell(&message)),
            Restored::Call,
            contract(&message),
        );
        for refusal in [
            format!("The user refused to be told {message}"),
            format!(
                "The user refused to be told {}",
                message.replace("\r\n", "\n")
            ),
            format!(
                "The user refused tell_user({})",
                json!({"message": message.replace("\r\n", "\n")})
            ),
        ] {
            check_untouched(&result(json!(refusal)), Some(&tell(&message)));
        }
    }
}

#[test]
fn refused_cancelled_and_failed_calls_are_what_they_are() {
    for text in [
        "Tool execution cancelled by user.",
        "The user doesn't want to proceed with this tool use.",
        "message shown to user.",
        "Message shown to user",
        "",
        MESSAGE,
    ] {
        check_untouched(&result(json!(text)), Some(&tell(MESSAGE)));
    }
    for spelling in ["is_error", "isError"] {
        let failed = with(result(flat(MESSAGE)), spelling, json!(true));
        check_untouched(&failed, Some(&tell(MESSAGE)));
        let unclear = with(result(flat(MESSAGE)), spelling, json!("yes"));
        check(
            &unclear,
            Some(&tell(MESSAGE)),
            Restored::Call,
            contract(MESSAGE),
        );
    }
    check_untouched(
        &json!({"type": "tool_call_response", "id": "c"}),
        Some(&tell(MESSAGE)),
    );
    check_untouched(&result(json!({"text": SHOWN})), Some(&tell(MESSAGE)));
}

#[test]
fn nothing_is_made_up_without_a_message() {
    check_untouched(&result(flat(MESSAGE)), None);
    for arguments in [
        json!({}),
        json!({"message": null}),
        json!({"message": 7}),
        json!({"message": [MESSAGE]}),
        json!({"text": MESSAGE}),
        json!([MESSAGE]),
        json!(MESSAGE),
        json!(format!("{{\"message\":\"{SHOWN}\"}}")),
        json!(null),
    ] {
        check_untouched(&result(flat(MESSAGE)), Some(&call("tell_user", arguments)));
    }
}

#[test]
fn other_tools_keep_their_words() {
    for tool in [
        "",
        "do_not_tell_user",
        "foo_do_not_tell_user",
        "notes__tell_users",
        "tell_user__notes",
    ] {
        let call = call(tool, json!({"message": MESSAGE}));
        check_untouched(&result(flat(MESSAGE)), Some(&call));
    }
}

#[test]
fn the_clients_own_text_may_hold_the_acknowledgement() {
    let stored = result(json!("(shortened)"));
    let mut fields = fields(stored);
    let flattened = format!("{MESSAGE}\n{SHOWN}");
    let restored =
        Restoration::default().restore(&mut fields, Some(&tell(MESSAGE)), Some(&flattened));
    assert_eq!(restored, Some(Restored::Call));
    assert_eq!(fields.get("content"), Some(&contract(MESSAGE)));
}
