use super::{laid_out, parse};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Values of every kind, a few levels deep.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn agrees(text: &str) {
    assert_eq!(parse(text), serde_json::from_str(text).ok(), "{text}");
}

proptest! {
    #[test]
    fn a_value_is_laid_out_and_read_as_serde_json_does_it(value in any_value()) {
        prop_assert_eq!(laid_out(&value), format!("{value:#}"));
        prop_assert_eq!(parse(&laid_out(&value)), Some(value.clone()));
        prop_assert_eq!(parse(&value.to_string()), Some(value));
    }

    #[test]
    fn any_text_is_read_as_serde_json_does_it(text in r#"[\[\]{}:, "\\a-fntu0-9+.eE-]{0,24}"#) {
        agrees(&text);
    }

    #[test]
    fn any_number_is_the_nearest(text in "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?") {
        agrees(&text);
    }

    #[test]
    fn a_number_between_two_is_the_nearest(bits in any::<u64>(), more in "0{0,3}[0-9]?") {
        let double = f64::from_bits(bits >> 1);
        if double.is_finite() {
            // All digits of it, which may end just beside the middle between it and the next.
            agrees(&format!("{double:.1100}{more}"));
            agrees(&format!("{double:.30e}"));
        }
    }
}

#[test]
fn numbers_at_the_edges_are_the_nearest() {
    let middle_of_the_smallest = format!("{:.1100}", f64::from_bits(1) / 2.0);
    for text in [
        "0",
        "-0",
        "0.0",
        "-0.0",
        "0e9",
        "0e-999999999999",
        "1e-999999999999",
        "1e999999999999",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1.8e308",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1e-400",
        "9007199254740993",
        "9007199254740993.0",
        "9007199254740993.00000000000000000001",
        "8.5e-323",
        "123456789012345678901234567890",
        "6.631236846766476e-316",
        "0.1",
        "100000.0",
        "1e16",
        "5e-324",
    ] {
        agrees(text);
        agrees(&format!("-{text}"));
    }
    agrees(&middle_of_the_smallest);
    agrees(&format!("{}1", "0".repeat(400)));
    agrees(&format!("1{}", "0".repeat(400)));
    agrees(&format!("0.{}1e1200", "0".repeat(1199)));
    agrees(&format!("9007199254740993.{}1", "0".repeat(2000)));
    agrees(&format!("{}e-4990", "1".repeat(5000)));
}

#[test]
fn what_is_no_json_is_nothing() {
    for text in [
        "",
        " ",
        "nul",
        "nulls",
        "[",
        "]",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{",
        "{\"a\"",
        "{\"a\":}",
        "{\"a\":1",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\" 1}",
        "1 2",
        "01",
        "-",
        "+1",
        ".5",
        "1.",
        "1e",
        "1e+",
        "--1",
        "Infinity",
        "NaN",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u+123\"",
        "\"\\ud800\"",
        "\"\\ud800\\n\"",
        "\"\\ud800\\u0041\"",
        "\"\\udc00\"",
        "\"\n\"",
        "\"\\u12\u{e9}\"",
        "\u{feff}1",
        "{,}",
        "[}",
        "{]",
    ] {
        assert_eq!(parse(text), None, "{text}");
        agrees(text);
    }
}

#[test]
fn strings_are_read_with_what_is_escaped() {
    agrees(r#" { "\u0061\"\\\/\b\f\n\r\t" : [ "\ud83d\ude00", "é😀", "\u00E9" ] , "a" : { } } "#);
}

#[test]
fn a_field_that_comes_again_is_the_last_one() {
    assert_eq!(
        parse(r#"{"a":1,"b":2,"a":3}"#),
        Some(json!({"a": 3, "b": 2}))
    );
}

#[test]
fn deep_values_are_read_to_a_limit() {
    let nested = |n| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(parse(&nested(150)).is_some());
    assert_eq!(parse(&nested(200)), None);
    assert_eq!(parse(&"[".repeat(1_000_000)), None);
}
