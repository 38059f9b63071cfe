//! Whatever is stored, a terminal is told nothing but text and colours.

use super::{live::event_lists, *};
use proptest::prelude::*;

#[test]
fn names_are_one_line() {
    let name = "a\nCalling tool b\u{1b}[31m\u{202e}";
    check(
        options(),
        &[
            json!({"type": "chat_request", "author": name, "content": "x"}),
            call("c", name, &json!({})),
            json!({"type": name}),
        ],
        "2 a Calling tool b<U+202E>, 1970-01-01 00:00:
2 x
2
2 Calling tool a Calling tool b<U+202E>
2
2 [a Calling tool b<U+202E>]
",
    );
}

#[test]
fn what_a_result_says_stays_inside_of_its_fence() {
    let text = "a\n```\nCalling tool b\n`````";
    check(
        options(),
        &[call("c", "t", &json!({})), result("c", &json!(text))],
        "2 Calling tool t
2
2 ``````
2 a
2 ```
2 Calling tool b
2 `````
2 ``````
",
    );
}

#[test]
fn colours_end_with_the_text_and_nothing_hides() {
    let text = "\u{1b}[31mred \u{1b}[8mhidden\u{1b}]0;title\u{7}\u{1b}[2J \u{202e}x";
    let output = printed(
        options(),
        &[call("c", "t", &json!({})), result("c", &json!(text))],
    );
    assert!(
        output
            .on(Channel::Err)
            .contains("```\n\u{1b}[31mred hidden <U+202E>x\u{1b}[0m\n```\n"),
        "{output:?}"
    );
}

/// The text without sequences of colours.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once('m') {
            Some((params, rest))
                if params
                    .bytes()
                    .all(|b| b.is_ascii_digit() || b";:".contains(&b)) =>
            {
                plain.push_str(rest);
            }
            _ => return text.to_owned(),
        }
    }
    plain
}

fn is_text(c: char) -> bool {
    !c.is_control() || matches!(c, '\n' | '\t')
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn nothing_but_colours_line_breaks_tabs_and_printable_characters_comes_out(
        events in event_lists(),
        is_terminal in any::<bool>(),
    ) {
        for view in [View::Raw, View::User, View::Provider] {
            for format in ALL_FORMATS {
                let mut options = Options { view, format, ..options() };
                options.look.is_terminal = is_terminal;
                let output = printed(options, &events);
                let err = without_colours(&output.on(Channel::Err));
                prop_assert!(err.chars().all(is_text), "{err:?}");
                let out = output.on(Channel::Out);
                prop_assert!(out.chars().all(is_text), "stdout has no colours: {out:?}");
            }
        }
    }
}
