//! Records that are whole, and whose ids, parents or times are not as they should be.

use crate::place::{ALL, FILES, Form, Place};
use conversation::Event;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The fields in which an agent keeps a record's id and its parent's.
fn ids(form: Form, id: &Value, parent: &Value) -> Value {
    match form {
        Form::Claude => json!({"uuid": id, "parentUuid": parent}),
        Form::Codex => {
            json!({"ordinal": id, "metadata": {"id": id}, "payload": {"type": "agent_message", "message": "", "id": id, "turn_id": parent}})
        }
        Form::GooseFile => json!({"id": id, "parent": parent}),
        Form::GooseRows => Value::Null,
        Form::Jp => json!({"id": id, "parent_id": parent}),
    }
}

fn record(form: Form, text: &str, id: &Value, parent: &Value) -> Vec<u8> {
    let mut more = ids(form, id, parent);
    if let Some(payload) = more.get_mut("payload") {
        payload["message"] = text.into();
    }
    form.record(text, &more)
}

fn check_keys(events: &[Event], form: Form) {
    let keys: BTreeSet<_> = events.iter().map(|event| event.key().as_str()).collect();
    assert_eq!(keys.len(), events.len(), "{form:?}: keys are told apart");
}

#[test]
fn ids_that_are_all_equal_or_missing() {
    let odd = [
        json!("same"),
        json!(null),
        json!(""),
        json!(7),
        json!([]),
        json!({}),
    ];
    for form in FILES {
        for id in &odd {
            let records = ["a", "b", "c"].map(|text| record(form, text, id, id));
            let read = Place::of(form, &records).read();
            assert_eq!(read.said(), ["a", "b", "c"], "{form:?} {id}");
            assert_eq!(read.n_marks(), 0, "{form:?} {id}");
            check_keys(&read.events, form);
        }
    }
    for set in [
        "message_id = 'same'",
        "message_id = null",
        "message_id = ''",
        "message_id = x'ff'",
    ] {
        let form = Form::GooseRows;
        let place = Place::of(
            form,
            &["a", "b", "c"].map(|text| form.record(text, &json!({}))),
        );
        let update = format!("update messages set {set}");
        place.connection().execute_batch(&update).expect("written");
        let read = place.read();
        assert_eq!(read.said(), ["a", "b", "c"], "{set}");
        check_keys(&read.events, form);
    }
}

#[test]
fn parents_that_go_in_circles() {
    for form in FILES {
        let circle = [("a", "c"), ("b", "a"), ("c", "b"), ("d", "d"), ("e", "a")];
        let records = circle.map(|(id, parent)| record(form, id, &json!(id), &json!(parent)));
        let place = Place::of(form, &records);
        let read = place.read();
        let said: BTreeSet<_> = read.said().into_iter().collect();
        // A branch that was left may be told of in one event.
        assert!(
            said.contains("d") && said.contains("e"),
            "{form:?}: {said:?}"
        );
        assert_eq!(read.n_marks(), 0, "{form:?}");
        place.rest_is_read();
    }
}

#[test]
fn conversations_that_are_each_others_parents() {
    let meta = |is_good: bool| {
        let (id, parent) = (Form::Codex.id(is_good), Form::Codex.id(!is_good));
        let payload = json!({"id": id, "session_id": id, "parent_thread_id": parent, "forked_from_id": parent, "source": {"subagent": {}}});
        json!({"type": "session_meta", "payload": payload})
            .to_string()
            .into_bytes()
    };
    let form = Form::Codex;
    let place = Place::of(form, &[meta(false), form.record("a", &json!({}))]);
    let good = [meta(true), form.record(crate::place::GOOD, &json!({}))];
    place.put(true, &form.joined(&good, "\n"));
    assert_eq!(place.read().said(), ["a"]);
    assert!(place.rest_is_read().is_some());

    let place = Place::of(Form::GooseRows, &[Form::GooseRows.record("a", &json!({}))]);
    let circle =
        "update sessions set parent_session_id = case id when 'bad' then 'good' else 'bad' end";
    place.connection().execute_batch(circle).expect("written");
    assert_eq!(place.read().said(), ["a"]);
    let listed = place.rest_is_read().expect("listed");
    assert!(
        listed
            .parent
            .as_deref()
            .is_some_and(|parent| parent.contains("good"))
    );
}

/// The field in which an agent keeps the time.
fn time(form: Form, at: &Value) -> Value {
    match form {
        Form::GooseFile => json!({"created": at}),
        _ => json!({"timestamp": at}),
    }
}

#[test]
fn times_of_every_form_and_none() {
    let ms = Some(1_796_119_200_000);
    let times = [
        (json!("2026-12-01T10:00:00Z"), ms),
        (json!("2026-12-01T11:00:00+01:00"), ms),
        (json!("2026-12-01T10:00:00"), ms),
        (json!("2026-12-01 10:00:00.0"), ms),
        (json!(1_796_119_200), ms),
        (json!(1_796_119_200_000_u64), ms),
        (json!("1796119200"), ms),
        (json!(null), None),
        (json!("soon"), None),
        (json!(true), None),
        (json!({}), None),
        (json!(1e300), None),
        (json!(-1e300), None),
    ];
    for form in ALL {
        for (stored, expected) in &times {
            let place = timed(form, stored);
            let read = place.read();
            assert_eq!(read.said(), ["a", "b"], "{form:?} {stored}");
            let first = read
                .events
                .iter()
                .find(|event| [event.text("content"), event.text("message")].contains(&Some("a")));
            let at = first.and_then(Event::at_ms);
            assert_eq!(at, *expected, "{form:?} {stored}");
            assert_eq!(place.rest_is_read().expect("listed").problem, None);
        }
    }
}

/// A conversation whose first record has a time, or something in its place.
fn timed(form: Form, stored: &Value) -> Place {
    let (a, b) = (
        form.record("a", &time(form, stored)),
        form.record("b", &json!({})),
    );
    let place = Place::of(form, &[a, b]);
    if form == Form::GooseRows {
        let connection = place.connection();
        let value: Box<dyn rusqlite::ToSql> = match stored {
            Value::Null => Box::new(rusqlite::types::Null),
            Value::String(text) => Box::new(text.clone()),
            Value::Number(number) => match number.as_i64() {
                Some(number) => Box::new(number),
                None => Box::new(number.as_f64()),
            },
            other => Box::new(other.to_string()),
        };
        let update = "update messages set created_timestamp = ?1 where content_json like '%\"a\"%'";
        connection.execute(update, [value]).expect("written");
    }
    place
}
