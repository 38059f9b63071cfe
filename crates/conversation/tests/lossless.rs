//! What is read is carried whole, whatever it is.

use conversation::{Event, EventKey, View};
use proptest::prelude::*;
use serde_json::{Map, Value};

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        Just(Value::from("user")),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            object(inner).prop_map(Value::Object),
        ]
    })
}

fn object(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    let name = prop_oneof![
        Just("type".to_owned()),
        Just("content".to_owned()),
        Just("annotations".to_owned()),
        Just("audience".to_owned()),
        Just("message".to_owned()),
        Just("is_error".to_owned()),
        ".{0,6}",
    ];
    prop::collection::vec((name, value), 0..6).prop_map(|fields| fields.into_iter().collect())
}

fn event() -> impl Strategy<Value = Event> {
    let kind = prop_oneof![
        Just("turn_start"),
        Just("chat_request"),
        Just("chat_response"),
        Just("tool_call_request"),
        Just("tool_call_response"),
        Just("inquiry_request"),
        Just("config_delta"),
        Just("host_note"),
        Just("something_new"),
    ];
    (kind, object(json()), any::<bool>()).prop_map(|(kind, mut fields, is_typed)| {
        if is_typed {
            fields.insert("type".to_owned(), kind.into());
        }
        Event::new(EventKey::from_native("k"), None, fields)
    })
}

proptest! {
    #[test]
    fn an_event_survives_a_round_trip(event in event()) {
        let written = serde_json::to_string(&event).expect("JSON");
        let read: Map<String, Value> = serde_json::from_str(&written).expect("JSON");
        prop_assert_eq!(Event::new(event.key().clone(), None, read), event);
    }

    #[test]
    fn filtering_twice_changes_nothing(event in event()) {
        if let Some(once) = View::User.project(&event) {
            let again = Event::new(event.key().clone(), None, once.to_fields());
            let twice = View::User.project(&again).map(|projection| projection.to_fields());
            prop_assert_eq!(twice, Some(once.to_fields()));
        }
    }
}
