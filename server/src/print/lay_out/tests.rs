use super::*;
use proptest::prelude::*;
use serde_json::json;

#[test]
fn json_is_laid_out_and_no_token_changed() {
    for (text, expected) in [
        (
            r#" {"a":1,"b":[1,{}, [ ]],"c" : "x: {\", }\\"} "#,
            "{\n  \"a\": 1,\n  \"b\": [\n    1,\n    {},\n    []\n  ],\n  \"c\": \"x: {\\\", }\\\\\"\n}",
        ),
        (
            "[12345678901234567890123]",
            "[\n  12345678901234567890123\n]",
        ),
        ("{}", "{}"),
        ("[ ]", "[]"),
    ] {
        assert_eq!(lay_out(text).as_deref(), Some(expected), "{text}");
    }
    for text in ["", "1", "\"a\"", "{", "{} x", "[1,]", "{a: 1}"] {
        assert_eq!(lay_out(text), None, "{text}");
    }
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    assert_eq!(lay_out(&deep), None);
}

#[test]
fn lines_are_cut() {
    for (text, setting, expected) in [
        ("a\nb\nc", Setting::Lines(2), ("a\nb", Some(2))),
        ("a\nb\n", Setting::Lines(2), ("a\nb", None)),
        ("a\nb", Setting::Lines(1), ("a", Some(1))),
        ("a", Setting::Lines(u64::MAX), ("a", None)),
        ("a\nb\nc", Setting::Full, ("a\nb\nc", None)),
    ] {
        assert_eq!(cut(text, setting), expected, "{text:?}");
    }
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[{}\\[\\]\",:\\\\ \n]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((any::<String>(), inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn the_layout_is_the_usual_one(value in values()) {
        let value = json!([value]);
        let expected = serde_json::to_string_pretty(&value).expect("JSON");
        prop_assert_eq!(lay_out(&value.to_string()), Some(expected.clone()));
        prop_assert_eq!(lay_out(&expected), Some(expected));
    }
}
