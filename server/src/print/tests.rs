//! What is printed, compared as text.

mod audience;
mod formats;
mod harm;
mod live;
mod style;

use super::{Channel, Format, Look, Options, Output, Printer, clock};
use conversation::{Event, EventKey, Reading, View};
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use sources::Splice;

fn look() -> Look {
    Look {
        clock: clock(TimeZone::UTC, Format::Text),
        is_terminal: false,
        command: "serve-web print jp~c1-w --format json".to_owned(),
        file: Some("/w/.jp/conversations/1/events.json".into()),
    }
}

fn options() -> Options {
    Options {
        reading: Reading::SplitTexts,
        view: View::Raw,
        format: Format::Text,
        title: "A title".to_owned(),
        base_config: None,
        look: look(),
    }
}

fn in_view(view: View) -> Options {
    Options { view, ..options() }
}

/// Options with the styles of tools in the base configuration.
fn styled(tools: &Value) -> Options {
    let tools = tools.as_object().expect("a table").iter();
    let tools: Value = tools
        .map(|(name, style)| (name.clone(), json!({"style": style})))
        .collect();
    Options {
        base_config: Some(json!({"conversation": {"tools": tools}})),
        ..options()
    }
}

fn event(n: usize, fields: &Value) -> Event {
    let fields = fields.as_object().expect("an object").clone();
    let at_ms = i64::try_from(n).expect("a small number") * 60_000;
    Event::new(EventKey::from_native(&format!("e{n}")), Some(at_ms), fields)
}

fn events(fields: &[Value]) -> Vec<Event> {
    fields
        .iter()
        .enumerate()
        .map(|(n, fields)| event(n, fields))
        .collect()
}

/// What is printed of a conversation that nobody writes to.
fn printed(options: Options, fields: &[Value]) -> Output {
    let splice = Splice::new(0, events(fields));
    Printer::new(options).take(Some(splice), false)
}

/// Both channels in the order of writing, each line behind the number of its channel.
fn told(output: &Output) -> String {
    let mut told = String::new();
    for (channel, text) in output.texts() {
        for line in text.lines() {
            let channel = match channel {
                Channel::Out => "1",
                Channel::Err => "2",
            };
            told.push_str(format!("{channel} {line}").trim_end());
            told.push('\n');
        }
    }
    told
}

#[track_caller]
fn check(options: Options, fields: &[Value], expected: &str) {
    assert_eq!(told(&printed(options, fields)), expected);
}

fn call(id: &str, name: &str, arguments: &Value) -> Value {
    json!({"type": "tool_call_request", "id": id, "name": name, "arguments": arguments})
}

fn result(id: &str, content: &Value) -> Value {
    json!({"type": "tool_call_response", "id": id, "content": content, "is_error": false})
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn text_for(audience: &[&str], text: &str) -> Value {
    json!({"type": "text", "text": text, "annotations": {"audience": audience}})
}

fn message(text: &str) -> Value {
    json!({"type": "chat_response", "message": text})
}

fn numbers(n: usize) -> String {
    let lines: Vec<String> = (1..=n).map(|n| n.to_string()).collect();
    lines.join("\n")
}

const ALL_FORMATS: [Format; 3] = [Format::Text, Format::Json, Format::Markdown];
