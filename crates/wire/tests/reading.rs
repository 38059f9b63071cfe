//! Every type that a page reads, with all of its fields, with what it must have, and with what it
//! cannot be.

mod samples;

use conversation::{Absence, Addressee, Format, MediaKind, View, policy::Setting, read::FromJson};
use samples::{Sample, samples};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Debug;

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

#[test]
fn every_word_is_read() {
    fn check<T: Serialize + FromJson + PartialEq + Debug>(words: &[T]) {
        for word in words {
            let written = serde_json::to_value(word).expect("JSON");
            assert_eq!(T::from_json(written).as_ref(), Some(word));
        }
        for unknown in [json!("x"), Value::Null, json!({}), json!([])] {
            assert_eq!(T::from_json(unknown), None);
        }
    }
    check(&[View::Raw, View::User, View::Provider]);
    check(&[Format::Markdown, Format::Typed, Format::Plain, Format::Json]);
    check(&[
        MediaKind::Image,
        MediaKind::Sound,
        MediaKind::File,
        MediaKind::Link,
    ]);
    check(&[
        Addressee::User,
        Addressee::Assistant,
        Addressee::Both,
        Addressee::Nobody,
    ]);
    check(&[
        Setting::Off,
        Setting::Lines(3),
        Setting::Full,
        Setting::Chat,
    ]);
    check(&[
        Absence::Thinking,
        Absence::Call,
        Absence::Inquiry,
        Absence::Configuration,
        Absence::Compaction,
        Absence::HostNote,
        Absence::UnknownKind,
        Absence::UnclearAnswer,
        Absence::AddressedElsewhere,
        Absence::NoBlock,
    ]);
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
                if may_be(&sample, field, &value) {
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

/// Whether a value that is wrong for most fields is right for this one.
fn may_be(sample: &Sample, field: &str, value: &Value) -> bool {
    match field {
        // Any object is an event, and one of which nothing is known is how things usually are shown.
        "event" | "display" => value.is_object(),
        // As configurations may say how much is shown.
        "shown" => value.is_boolean(),
        _ => value.is_boolean() && sample.full[field].is_boolean(),
    }
}
