//! What is printed does not depend on when the events came.

use super::*;
use proptest::{prelude::*, sample::select};

/// Prints a conversation that comes in steps: after how many events each look is, whether the last
/// text is still half there then, and whether nobody writes at that moment.
fn followed(options: Options, fields: &[Value], looks: &[(usize, bool, bool)]) -> Output {
    let mut printer = Printer::new(options);
    let mut output = Output::default();
    let mut n = 0;
    for (step, is_half, may_rest) in looks {
        let end = (n + step).min(fields.len());
        let mut new = fields[n..end].to_vec();
        let is_half = *is_half && new.last_mut().is_some_and(halve);
        let splice = Splice::new(n, events_from(n, &new));
        let goes_on = is_half || goes_on(fields, end);
        output.append(printer.take(Some(splice), goes_on || !may_rest));
        if is_half {
            let splice = Splice::new(end - 1, events_from(end - 1, &fields[end - 1..end]));
            output.append(printer.take(Some(splice), true));
        }
        n = end;
    }
    let rest = Splice::new(n, events_from(n, &fields[n..]));
    output.append(printer.take(Some(rest), true));
    output.append(printer.take(None, false));
    output
}

fn events_from(start: usize, fields: &[Value]) -> Vec<Event> {
    (start..)
        .zip(fields)
        .map(|(n, fields)| event(n, fields))
        .collect()
}

fn text_of(event: &mut Value) -> Option<&mut Value> {
    let fields = event.as_object_mut()?;
    let name = ["message", "reasoning"]
        .into_iter()
        .find(|name| fields.contains_key(*name))?;
    fields.get_mut(name)
}

/// Whether the text before `end` goes on behind it.
fn goes_on(fields: &[Value], end: usize) -> bool {
    let kind = |n: usize| {
        let event = fields.get(n)?;
        ["message", "reasoning"]
            .into_iter()
            .find(|name| event.get(name).is_some())
    };
    end > 0 && kind(end).is_some() && kind(end) == kind(end - 1)
}

/// Leaves only a half of a text; of anything else nothing is written by halves.
fn halve(event: &mut Value) -> bool {
    let Some(Value::String(text)) = text_of(event) else {
        return false;
    };
    let half = text.floor_char_boundary(text.len() / 2);
    text.truncate(half);
    true
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z `#\n]{0,12}",
        any::<String>(),
        "(\u{1b}\\[(31|8|2J)m?|\u{1b}\\]0;x\u{7}|\u{9b}|\u{202e}|\r|x|\n){0,6}",
        (0..30_usize).prop_map(numbers),
    ]
}

fn ids() -> impl Strategy<Value = &'static str> {
    select(vec!["a", "b", "c"])
}

fn tools() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec!["read", "tell_user", "ask"]).prop_map(str::to_owned),
        words(),
    ]
}

fn blocks() -> impl Strategy<Value = Value> {
    let audience = select(vec![
        json!(null),
        json!(["user"]),
        json!(["assistant"]),
        json!([]),
    ]);
    let media = select(vec![
        "text/plain",
        "text/markdown",
        "text/x-rust\n# x",
        "application/json",
    ]);
    let text = (words(), audience, media).prop_map(|(text, audience, media)| {
        json!({"type": "text", "text": text, "mimeType": media, "annotations": {"audience": audience}})
    });
    let other = words().prop_map(
        |text| json!({"type": "resource", "resource": {"uri": text, "name": text, "text": text}}),
    );
    let link = words().prop_map(|text| json!({"type": text, "uri": text, "mimeType": text}));
    proptest::collection::vec(
        prop_oneof![4 => text, 1 => other, 1 => link, 1 => Just(json!(3))],
        0..4,
    )
    .prop_map(Value::from)
}

fn styles() -> impl Strategy<Value = Value> {
    let results = select(vec![
        json!("off"),
        json!("full"),
        json!(2),
        json!({"user": "chat"}),
        json!("bad"),
    ]);
    let parameters = select(vec!["json", "function_call", "off", "command"]);
    let hidden = prop::bool::weighted(0.2);
    (results, parameters, any::<bool>(), hidden).prop_map(|(results, parameters, header, hidden)| {
        json!({"inline_results": results, "parameters": parameters, "header": header, "hidden": hidden})
    })
}

fn one_event() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => words().prop_map(|text| message(&text)),
        4 => words().prop_map(|text| json!({"type": "chat_response", "reasoning": text})),
        2 => (words(), words()).prop_map(|(author, text)| {
            json!({"type": "chat_request", "author": author, "content": text})
        }),
        1 => Just(json!({"type": "turn_start"})),
        4 => (ids(), tools(), words()).prop_map(|(id, name, text)| {
            json!({"type": "tool_call_request", "id": id, "name": name, "arguments": {text.clone(): text.clone()},
                "metadata": {"rendered_arguments": text}})
        }),
        3 => (ids(), blocks(), any::<bool>()).prop_map(|(id, blocks, is_error)| {
            json!({"type": "tool_call_response", "id": id, "content": blocks, "is_error": is_error})
        }),
        2 => (ids(), words()).prop_map(|(id, text)| result(id, &json!(text))),
        1 => (ids(), tools(), words()).prop_map(|(id, tool, text)| {
            json!({"type": "inquiry_request", "id": id, "source": {"source": "tool", "name": tool},
                "question": {"text": text}})
        }),
        1 => (ids(), words()).prop_map(|(id, text)| {
            json!({"type": "inquiry_response", "id": id, "answer": text})
        }),
        1 => (select(vec!["*", "read", "ask"]), styles()).prop_map(|(tool, style)| {
            json!({"type": "config_delta", "delta": {"conversation": {"tools": {tool: {"style": style}}}}})
        }),
        1 => words().prop_map(|text| json!({"type": "host_note", "content": text})),
        1 => words().prop_map(|text| json!({"type": text, "data": text})),
        1 => words().prop_map(|text| json!({"type": "chat_response", "data": text})),
    ]
}

/// Events in any order: split texts, calls whose results come in another order, ids that repeat.
pub(super) fn event_lists() -> impl Strategy<Value = Vec<Value>> {
    proptest::collection::vec(one_event(), 0..24)
}

fn looks() -> impl Strategy<Value = Vec<(usize, bool, bool)>> {
    proptest::collection::vec((0..4_usize, any::<bool>(), any::<bool>()), 0..16)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn live_output_equals_replay(events in event_lists(), looks in looks()) {
        for view in [View::Raw, View::User, View::Provider] {
            for format in ALL_FORMATS {
                let options = Options { view, format, ..options() };
                let live = followed(options.clone(), &events, &looks);
                let replay = printed(options, &events);
                for channel in [Channel::Out, Channel::Err] {
                    prop_assert_eq!(live.on(channel), replay.on(channel));
                }
                prop_assert_eq!(told(&live), told(&replay), "the order of both");
            }
        }
    }
}

#[test]
fn what_changes_after_it_was_printed_is_told_in_one_line() {
    let mut printer = Printer::new(options());
    let mut take = |keep, fields: &[Value]| {
        let events = events_from(keep, fields);
        told(&printer.take(Some(Splice::new(keep, events)), true))
    };
    let first = [call("c", "t", &json!({})), result("c", &json!("1"))];
    assert_eq!(take(0, &first), "2 Calling tool t\n2\n2 ```\n2 1\n2 ```\n");
    let second = [result("c", &json!("2")), call("d", "t", &json!({}))];
    assert_eq!(
        take(1, &second),
        "2 Event e1 changed after it was printed.\n2\n2 Calling tool t\n"
    );
    assert_eq!(take(3, &[]), "");
}
