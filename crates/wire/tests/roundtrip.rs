//! What is written is what other programs are told, and is read again.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod samples;

use conversation::{Change, EventKey, Grow, Status, View, read::FromJson};
use samples::{Sample, samples};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Debug;
use wire::{ClientMessage, FramesBody, ServerMessage};

fn check<T: Serialize + FromJson + PartialEq + Debug>(message: &T, written: &Value) {
    assert_eq!(&serde_json::to_value(message).expect("JSON"), written);
    assert_eq!(
        wire::read::<T>(&written.to_string()).as_ref(),
        Some(message)
    );
}

/// The server reads what a page says by serde, which can tell what is wrong with it.
fn check_said(message: &ClientMessage, written: &Value) {
    assert_eq!(&serde_json::to_value(message).expect("JSON"), written);
    assert_eq!(
        &serde_json::from_value::<ClientMessage>(written.clone()).expect("a message"),
        message
    );
}

#[test]
fn what_a_page_says() {
    check_said(
        &ClientMessage::Subscribe {
            sub: 1,
            conversation: "jp~c1-a".into(),
            view: View::User,
            position: Some("3-00000000000000ab".into()),
        },
        &json!({"type": "subscribe", "sub": 1, "conversation": "jp~c1-a", "view": "user",
            "position": "3-00000000000000ab"}),
    );
    check_said(
        &ClientMessage::Unsubscribe { sub: 1 },
        &json!({"type": "unsubscribe", "sub": 1}),
    );
}

#[test]
fn what_the_server_says() {
    let status = Status {
        state: "settled".into(),
        last_activity_ms: Some(5),
        problem: None,
    };
    let frames = vec![
        Change::remove(vec![EventKey::from_native("a")]),
        Change::Grow(Grow {
            key: EventKey::from_native("b"),
            block: 0,
            at: 3,
            text: "more".into(),
        }),
        Change::Status(status),
    ];
    check(
        &ServerMessage::Frames {
            sub: 7,
            body: FramesBody {
                position: "p".into(),
                frames,
            },
        },
        &json!({"type": "frames", "sub": 7, "position": "p", "frames": [
            {"type": "remove", "keys": ["a"]},
            {"type": "grow", "key": "b", "block": 0, "at": 3, "text": "more"},
            {"type": "status", "state": "settled", "last_activity_ms": 5}]}),
    );
}

#[test]
fn a_reset_survives_the_way_with_every_number() {
    let item = json!({"event": {"type": "x", "n": 1.5, "big": 18_446_744_073_709_551_615_u64},
        "side": {"key": "k", "rev": "r", "at_ms": -1, "turn": 0}});
    let written = json!({"type": "frames", "sub": 1, "position": "p", "frames": [
        {"type": "reset", "window": {"items": [item], "before": "c"}}]});
    let read: ServerMessage = wire::read(&written.to_string()).expect("a message");
    assert_eq!(serde_json::to_value(&read).expect("JSON"), written);
}

/// The fields keep their places: a raw view shows them as they are stored.
#[test]
fn an_event_keeps_its_order() {
    let written =
        r#"{"event":{"z":1,"a":{"y":[],"b":2.0},"m":null},"side":{"key":"k","rev":"r","turn":0}}"#;
    let read: conversation::Item = wire::read(written).expect("an item");
    assert_eq!(serde_json::to_string(&read).expect("JSON"), written);
}

#[test]
fn every_type_is_read_with_all_of_its_fields() {
    for Sample {
        name, full, read, ..
    } in samples()
    {
        assert_eq!(read(&full).as_ref(), Some(&full), "{name}");
    }
}

#[test]
fn every_type_is_read_with_what_it_must_have() {
    for sample in samples() {
        let least = sample.least();
        let written = (sample.read)(&least).unwrap_or_else(|| panic!("{}", sample.name));
        // What may be left out and is written all the same is `null`, or an empty text.
        let mut known = written.clone();
        let fields = known.as_object_mut().expect("an object");
        fields.retain(|_, value| !value.is_null() && value != "");
        assert_eq!(known, least, "{}", sample.name);
        assert_eq!((sample.read)(&written), Some(written), "{}", sample.name);
    }
}

/// An `Option` that is `null` is nothing; what is a default where it is left out is not `null`.
#[test]
fn null_is_nothing() {
    let read = |side: &str| wire::read::<conversation::Side>(side);
    let known = read(r#"{"key":"k","rev":"r","turn":0}"#);
    assert!(known.is_some());
    let nulls = r#"{"key":"k","rev":"r","turn":0,"at_ms":null,"tool":null,"new":[1]}"#;
    assert_eq!(read(nulls), known);
    assert_eq!(
        read(r#"{"key":"k","rev":"r","turn":0,"bodies":null}"#),
        None
    );
}

#[test]
fn nothing_is_read_where_a_number_is_too_large() {
    let read = |turn: &str| {
        wire::read::<conversation::Side>(&format!(r#"{{"key":"k","rev":"r","turn":{turn}}}"#))
    };
    assert!(read("4294967295").is_some());
    for turn in ["4294967296", "-1", "1.0", "1e3", "\"1\""] {
        assert_eq!(read(turn), None, "{turn}");
    }
}

#[test]
fn nothing_is_read_where_a_field_is_missing_or_of_another_type() {
    for sample in samples() {
        for field in sample.fields() {
            let mut wrong = sample.full.clone();
            for value in [json!([[]]), json!({"n": []}), json!(-1.5), json!(true)] {
                // An event is any object.
                if value.is_boolean() && sample.full[field].is_boolean()
                    || value.is_object() && field == "event"
                {
                    continue;
                }
                wrong[field] = value;
                assert_eq!((sample.read)(&wrong), None, "{}.{field}", sample.name);
            }
            if sample.optional.contains(&field) {
                continue;
            }
            wrong[field] = Value::Null;
            assert_eq!((sample.read)(&wrong), None, "{}.{field}", sample.name);
            wrong.as_object_mut().expect("an object").remove(field);
            assert_eq!((sample.read)(&wrong), None, "{}.{field}", sample.name);
        }
        for value in [Value::Null, json!([]), json!("x"), json!(1), json!(true)] {
            assert_eq!((sample.read)(&value), None, "{}", sample.name);
        }
    }
}
