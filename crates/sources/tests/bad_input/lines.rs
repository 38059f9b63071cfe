//! Bad bytes in and between records.

use crate::place::{ALL, FILES, Form, Place};
use serde_json::json;

/// A record in which bytes stand that a text cannot have, or only escaped.
fn with(form: Form, bytes: &[u8]) -> Vec<u8> {
    let record = form.record("x?y", &json!({}));
    let at = record.iter().position(|b| *b == b'?').expect("there");
    let (before, after) = record.split_at(at);
    [before, bytes, after.get(1..).expect("more")].concat()
}

fn plain(form: Form, text: &str) -> Vec<u8> {
    form.record(text, &json!({}))
}

/// Checks what is read of a record between two good ones.
fn check(form: Form, record: Vec<u8>, text: Option<&str>, n_marks: usize) {
    let place = Place::of(form, &[plain(form, "a"), record, plain(form, "b")]);
    let read = place.read();
    let expected: Vec<&str> = ["a"].into_iter().chain(text).chain(["b"]).collect();
    assert_eq!(read.said(), expected, "{form:?}");
    assert_eq!(read.n_marks(), n_marks, "{form:?}");
    let listed = place.rest_is_read().expect("listed");
    assert_eq!(listed.problem, None, "{form:?}");
}

#[test]
fn a_byte_that_is_no_text() {
    for form in ALL {
        for bytes in [&b"\xff"[..], b"\xc3", b"\xed\xa0\x80"] {
            let text = format!("x{}y", String::from_utf8_lossy(bytes));
            check(form, with(form, bytes), Some(&text), 0);
        }
    }
}

#[test]
fn halves_of_surrogate_pairs() {
    for form in ALL {
        for (bytes, text) in [
            (&br"\ud800"[..], "x\u{fffd}y"),
            (br"\uDFFF", "x\u{fffd}y"),
            (br"\udc00\ud800", "x\u{fffd}\u{fffd}y"),
            (br"\ud800\u0041", "x\u{fffd}Ay"),
            (br"\ud83d\ude00", "x\u{1f600}y"),
            (br"\\ud800", r"x\ud800y"),
        ] {
            check(form, with(form, bytes), Some(text), 0);
        }
    }
}

#[test]
fn zeros_and_other_control_characters() {
    for form in ALL {
        // JSON allows them only escaped.
        check(form, with(form, br"\u0000"), Some("x\u{0}y"), 0);
    }
    for form in [Form::Claude, Form::Codex, Form::GooseFile] {
        check(form, with(form, b"\0"), None, 1);
        check(form, vec![0; 4096], None, 1);
    }
}

#[test]
fn a_record_of_64_megabytes() {
    let long = vec![b'x'; 64 << 20];
    for form in ALL {
        let place = Place::of(
            form,
            &[plain(form, "a"), with(form, &long), plain(form, "b")],
        );
        let read = place.read();
        let said: Vec<&str> = read.said();
        let n_long = said.iter().filter(|text| text.len() > 1000).count();
        assert_eq!(n_long + read.n_marks(), 1, "{form:?}: read or marked");
        let short: Vec<&&str> = said.iter().filter(|text| text.len() == 1).collect();
        assert_eq!(short, [&"a", &"b"], "{form:?}");
        assert!(place.rest_is_read().is_some(), "{form:?}");
    }
}

#[test]
fn a_mark_of_an_encoding_before_the_first_record() {
    for form in FILES {
        let place = Place::new(form);
        let text = form.joined(&[plain(form, "a"), plain(form, "b")], "\n");
        place.put(false, &[b"\xef\xbb\xbf", &text[..]].concat());
        let read = place.read();
        assert_eq!(
            (read.said(), read.n_marks()),
            (vec!["a", "b"], 0),
            "{form:?}"
        );
        assert_eq!(place.rest_is_read().expect("listed").problem, None);
    }
}

#[test]
fn ends_of_lines_as_windows_has_them() {
    for form in FILES {
        let place = Place::new(form);
        for text in [
            form.joined(&[plain(form, "a"), plain(form, "b")], "\r\n"),
            form.joined(&[plain(form, "a"), plain(form, "b")], "\r\n\r\n \n"),
        ] {
            place.put(false, &text);
            let read = place.read();
            assert_eq!(
                (read.said(), read.n_marks()),
                (vec!["a", "b"], 0),
                "{form:?}"
            );
            assert_eq!(place.rest_is_read().expect("listed").problem, None);
        }
    }
}

#[test]
fn what_is_no_record() {
    for form in ALL {
        for bad in ["7", "null", "true", "\"text\"", "{\"a\":}"] {
            // An array of something else holds nothing, and is no mark in a message.
            if form != Form::GooseRows {
                check(form, bad.into(), None, 1);
            }
        }
    }
    for bad in ["{", "[{\"type\":\"text\"", "not JSON", ""] {
        check(Form::GooseRows, bad.into(), None, 1);
    }
}
