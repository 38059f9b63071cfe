//! What is written is what other programs are told, and is read again.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::{Change, EventKey, Grow, Status, View};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::fmt::Debug;
use wire::{ClientMessage, FramesBody, ServerMessage};

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(message: &T, written: &Value) {
    assert_eq!(&serde_json::to_value(message).expect("JSON"), written);
    assert_eq!(
        &serde_json::from_value::<T>(written.clone()).expect("a message"),
        message
    );
}

#[test]
fn what_a_page_says() {
    check(
        &ClientMessage::Subscribe {
            sub: 1,
            conversation: "jp~c1-a".into(),
            view: View::User,
            position: Some("3-00000000000000ab".into()),
        },
        &json!({"type": "subscribe", "sub": 1, "conversation": "jp~c1-a", "view": "user",
            "position": "3-00000000000000ab"}),
    );
    check(
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
    let read: ServerMessage = serde_json::from_value(written.clone()).expect("a message");
    assert_eq!(serde_json::to_value(&read).expect("JSON"), written);
}
