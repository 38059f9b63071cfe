use super::*;
use crate::mapping::Step;
use serde_json::json;

/// The events that some records are.
fn events(records: &[Value]) -> Vec<Map<String, Value>> {
    let mut known = Known::default();
    // What later records tell of earlier ones is known in the second reading.
    loop {
        let mut mapping = CodexMapping::new(known.clone());
        let mut events = Vec::new();
        for record in records {
            let mut steps = Vec::new();
            mapping.take(
                record.as_object().expect("an object"),
                &mut Events {
                    next: events.len(),
                    steps: &mut steps,
                },
            );
            for step in steps {
                match step {
                    Step::Add(mapped) => events.push(mapped.fields),
                    Step::Revise(handle, fields) => events[handle.0] = fields,
                }
            }
        }
        if mapping.known() == &known {
            return events;
        }
        known = mapping.known().clone();
    }
}

/// Kinds and words of what was said, called and noted.
fn told(records: &[Value]) -> Vec<String> {
    let one = |event: &Map<String, Value>| {
        let kind = event["type"].as_str()?;
        let words = ["content", "message", "reasoning", "name"];
        let words = words.iter().find_map(|name| event.get(*name));
        match (kind, words) {
            ("turn_start", _) => Some("turn".to_owned()),
            (_, Some(Value::String(words))) => Some(format!("{kind}: {words}")),
            (_, Some(words)) => Some(format!("{kind}: {words}")),
            _ => None,
        }
    };
    events(records).iter().filter_map(one).collect()
}

fn event(payload: &Value) -> Value {
    json!({"type": "event_msg", "payload": payload})
}

fn item(payload: &Value) -> Value {
    json!({"type": "response_item", "payload": payload})
}

fn asks(text: &str) -> Value {
    event(&json!({"type": "user_message", "message": text}))
}

fn says(text: &str) -> Value {
    event(&json!({"type": "agent_message", "message": text}))
}

fn message(role: &str, text: &str) -> Value {
    item(
        &json!({"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}),
    )
}

fn started(turn: &str) -> Value {
    event(&json!({"type": "task_started", "turn_id": turn}))
}

fn ended(turn: &str) -> Value {
    event(&json!({"type": "task_complete", "turn_id": turn}))
}

fn calls(id: &str) -> Value {
    item(
        &json!({"type": "function_call", "call_id": id, "name": "exec_command", "arguments": "{}"}),
    )
}

fn output(id: &str, text: &str) -> Value {
    item(&json!({"type": "function_call_output", "call_id": id, "output": text}))
}

fn ran(id: &str, printed: &str, code: i64) -> Value {
    event(
        &json!({"type": "exec_command_end", "call_id": id, "aggregated_output": printed, "exit_code": code}),
    )
}

#[test]
fn words_that_are_told_twice_are_one_event_in_the_place_of_the_first() {
    let expected = ["turn", "chat_request: do it", "chat_response: done"];
    let both = |first: Value, second: Value| {
        [
            started("t"),
            first,
            second,
            says("done"),
            message("assistant", "done"),
        ]
    };
    assert_eq!(
        told(&both(asks("do it"), message("user", "do it"))),
        expected
    );
    assert_eq!(
        told(&both(message("user", "do it"), asks("do it"))),
        expected
    );
    let before = [
        asks("do it"),
        started("t"),
        message("user", "do  it\n"),
        says("done"),
        message("assistant", "done"),
    ];
    assert_eq!(told(&before), expected);
}

#[test]
fn words_that_are_said_twice_are_two_events() {
    let records = [
        asks("go on"),
        message("user", "go on"),
        says("ok"),
        message("assistant", "ok"),
        asks("go on"),
        message("user", "go on"),
        says("ok"),
        message("assistant", "ok"),
    ];
    let turn = ["turn", "chat_request: go on", "chat_response: ok"];
    assert_eq!(told(&records), [turn, turn].concat());
}

#[test]
fn what_only_one_of_the_two_tells_is_not_lost() {
    let records = [
        asks("first"),
        message("assistant", "only in an item"),
        message("user", "said in between"),
        says("only in an event"),
    ];
    let expected = [
        "turn",
        "chat_request: first",
        "chat_response: only in an item",
        "turn",
        "chat_request: said in between",
        "chat_response: only in an event",
    ];
    assert_eq!(told(&records), expected);
}

#[test]
fn the_event_says_what_the_person_wrote_however_it_begins() {
    let text = "<skill> what does this tag mean?";
    let expected = ["turn".to_owned(), format!("chat_request: {text}")];
    assert_eq!(told(&[asks(text), message("user", text)]), expected);
    let late = told(&[message("user", text), asks(text)]);
    assert_eq!(late[1..], expected);
    assert_eq!(
        told(&[message("user", text)]),
        [format!("host_note: {text}")]
    );
}

#[test]
fn a_text_with_something_around_it_is_the_same_next_to_the_other() {
    let whole = "look at this <!-- and at that -->";
    let records = [asks("look at this"), message("user", whole)];
    assert_eq!(told(&records), ["turn", "chat_request: look at this"]);
    let apart = [asks("look at this"), ended("t"), message("user", whole)];
    assert_eq!(told(&apart).len(), 4);
}

#[test]
fn results_pair_with_their_calls_in_order() {
    let records = [
        calls("c"),
        calls("c"),
        output("c", "one"),
        ran("c", "1", 0),
        ran("c", "2", 3),
        output("c", "two"),
    ];
    let events = events(&records);
    let results: Vec<_> = events
        .iter()
        .filter(|event| event["type"] == "tool_call_response")
        .collect();
    assert_eq!(results.len(), 2);
    assert_eq!(
        (&results[0]["content"], &results[0]["exit_code"]),
        (&json!("one"), &json!(0))
    );
    assert_eq!(
        (&results[1]["content"], &results[1]["exit_code"]),
        (&json!("two"), &json!(3))
    );
    assert_eq!(results[1]["is_error"], true);
}

#[test]
fn what_a_command_printed_later_is_added_to_its_result() {
    let records = [
        started("a"),
        calls("c"),
        output("c", "Process running with session ID 7\nOutput:\n"),
        ended("a"),
        started("b"),
        ran("c", "served 3 pages", 143),
    ];
    let events = events(&records);
    assert_eq!(events.len(), 5);
    assert_eq!(events[2]["printed"], "served 3 pages");
    assert_eq!(events[2]["exit_code"], 143);
    assert_eq!(events[2]["is_error"], true);
}

#[test]
fn what_comes_after_too_many_others_is_carried() {
    let mut records = Vec::new();
    for n in 0..100 {
        records.push(calls(&format!("c{n}")));
        records.push(output(&format!("c{n}"), "x"));
    }
    records.push(ran("c0", "late", 0));
    records.push(ran("c99", "in time", 0));
    let events = events(&records);
    assert_eq!(events.len(), 201);
    assert_eq!(events[200]["type"], "codex/exec_command_end");
    assert_eq!(events[199]["printed"], "in time");
}

#[test]
fn turns_are_taken_back_however_many_there_are() {
    let turn = |name: &str| [started(name), asks(name), says(name), ended(name)];
    let back = |n: &Value| event(&json!({"type": "thread_rolled_back", "num_turns": n}));
    let all = |n: &Value| {
        let mut records = [turn("a"), turn("b")].concat();
        records.push(back(n));
        records.extend(turn("c"));
        told(&records)
            .into_iter()
            .filter(|told| told.starts_with("chat_request"))
            .collect::<Vec<_>>()
    };
    assert_eq!(all(&json!(1)), ["chat_request: a", "chat_request: c"]);
    for n in [json!(2), json!(9), json!(u64::MAX)] {
        assert_eq!(all(&n), ["chat_request: c"]);
    }
    for n in [json!(0), json!(-1), json!("1"), json!(null)] {
        assert_eq!(all(&n).len(), 3);
    }
    assert_eq!(told(&[back(&json!(1))]), Vec::<String>::new());
}

#[test]
fn what_holds_of_a_turn_does_not_hang_on_turns_that_were_taken_back() {
    let model = |model: &str| json!({"type": "turn_context", "payload": {"model": model}});
    let count = |total: u64| {
        event(
            &json!({"type": "token_count", "info": {"total_token_usage": {"total_tokens": total}}}),
        )
    };
    let records = [
        started("a"),
        asks("a"),
        model("m"),
        count(10),
        ended("a"),
        event(&json!({"type": "thread_rolled_back", "num_turns": 1})),
        started("b"),
        asks("b"),
        says("b"),
        count(25),
        ended("b"),
    ];
    let events = events(&records);
    let answer = events
        .iter()
        .find(|event| event.contains_key("message"))
        .expect("an answer");
    assert_eq!(answer["metadata"]["model"], "m");
    let end = events.last().expect("an end");
    assert_eq!(end["metadata"]["usage"]["total_tokens"], 15);
}

#[test]
fn a_question_is_an_inquiry() {
    let asked = event(
        &json!({"type": "exec_approval_request", "call_id": "c", "command": ["rm"], "reason": "Remove it?"}),
    );
    let events = events(&[asked]);
    assert_eq!(events[0]["type"], "inquiry_request");
    assert_eq!(events[0]["question"]["text"], "Remove it?");
}
