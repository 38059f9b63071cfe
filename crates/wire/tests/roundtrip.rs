//! What is written is what other programs are told, and is read again.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::{Change, EventKey, Grow, Status, View, read::FromJson};
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
            rev: "r2".into(),
            lines: 1,
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
            {"type": "grow", "key": "b", "block": 0, "at": 3, "text": "more", "rev": "r2", "lines": 1},
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
