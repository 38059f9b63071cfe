use super::*;
use proptest::prelude::*;

fn check(text: &str, expected: &str) {
    assert_eq!(
        Clean::foreign(text, Colours::Kept).as_str(),
        expected,
        "{text:?}"
    );
}

#[test]
fn printable_characters_line_breaks_and_tabs_are_kept() {
    check("a\tb\n\nc é 漢 🙂\u{200d}", "a\tb\n\nc é 漢 🙂\u{200d}");
    check("a\r\nb\rc\u{7}\u{0}\u{7f}\u{85}\u{9b}d\n", "a\nbcd");
}

#[test]
fn colours_are_kept_and_undone_at_the_end() {
    check("\u{1b}[31mred\u{1b}[0m", "\u{1b}[31mred\u{1b}[0m");
    check("\u{1b}[1;38;5;8mx\n", "\u{1b}[1;38;5;8mx\u{1b}[0m");
    check(
        "\u{1b}[38:2::1:2:3mx\u{1b}[m",
        "\u{1b}[38:2:0:1:2:3mx\u{1b}[0m",
    );
    check("\u{1b}[48;2;1;2;3;4m", "\u{1b}[48;2;1;2;3;4m\u{1b}[0m");
    let text = "\u{1b}[31mred";
    assert_eq!(Clean::foreign(text, Colours::Dropped).as_str(), "red");
    assert_eq!(Clean::speech(text).as_str(), "red");
}

#[test]
fn nothing_hides_text() {
    check("\u{1b}[8mx", "x");
    check("\u{1b}[1;8;3mx", "\u{1b}[1;3mx\u{1b}[0m");
    check("\u{1b}[38;8mx", "x");
    check("\u{1b}[38;5mx\u{1b}[48;2;8mx", "xx");
}

#[test]
fn other_sequences_are_dropped() {
    for sequence in [
        "\u{1b}[2J",
        "\u{1b}[10;10H",
        "\u{1b}[?25l",
        "\u{1b}[>4;2m",
        "\u{1b}[1 q",
        "\u{1b}]0;title\u{7}",
        "\u{1b}]52;c;aGk=\u{1b}\\",
        "\u{1b}]8;;https://example.org\u{1b}\\",
        "\u{1b}Pq#0\u{1b}\\",
        "\u{1b}_apc\u{1b}\\",
        "\u{1b}^pm\u{1b}\\",
        "\u{1b}Xsos\u{1b}\\",
        "\u{1b}c",
        "\u{1b}(0",
        "\u{1b}7",
    ] {
        check(&format!("a{sequence}b"), "ab");
    }
}

#[test]
fn a_sequence_that_does_not_end_hides_nothing() {
    check("a\u{1b}]0;b\nc", "a]0;b\nc");
    check("\u{1b}[31ma\u{1b}Pb é", "[31maPb é");
    check("a\u{1b}\nb\u{1b}[3", "a\nb");
    check("\u{1b}é\u{1b}[3é", "éé");
}

#[test]
fn what_sets_directions_is_shown() {
    let text = "a\u{202e}b\u{2066}c\u{2069}";
    check(text, "a<U+202E>b<U+2066>c<U+2069>");
    let speech = "a<U+202E>b\u{2066}c\u{2069}";
    assert_eq!(Clean::speech(text).as_str(), speech);
}

#[test]
fn a_name_is_one_line() {
    let name = |text| Clean::name(text).to_string();
    assert_eq!(
        name(" a\nb\t\u{2028}c\u{1b}[31md\u{202e} "),
        "a b cd<U+202E>"
    );
    assert_eq!(name(&"x".repeat(201)), format!("{}…", "x".repeat(200)));
}

/// Pieces that sequences are made of, and any text between.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<String>(),
        Just("\u{1b}".to_owned()),
        "\u{1b}\\[[0-9;:]{0,6}[a-zA-Z]",
        "\u{1b}[\\]P_^X][a-z;]{0,3}(\u{7}|\u{1b}\\\\)?",
        "[\u{80}-\u{9f}\u{202a}-\u{202e}]",
        Just("\u{1b}[8m".to_owned()),
        Just("\n".to_owned()),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn nothing_but_colours_and_printable_characters_is_left(text in texts()) {
        for clean in [Clean::speech(&text), Clean::foreign(&text, Colours::Dropped), Clean::name(&text)] {
            prop_assert!(clean.as_str().chars().all(|c| !c.is_control() || matches!(c, '\n' | '\t')));
        }
        let clean = Clean::foreign(&text, Colours::Kept);
        prop_assert_eq!(rest_of(clean.as_str()), None);
    }

    #[test]
    fn cleaning_again_changes_nothing(text in texts()) {
        let once = Clean::foreign(&text, Colours::Kept);
        prop_assert_eq!(Clean::foreign(once.as_str(), Colours::Kept), once);
    }
}

/// The first thing that is neither printable nor a sequence of a colour.
fn rest_of(text: &str) -> Option<char> {
    let mut rest = text;
    while let Some((_, sequence)) = rest.split_once('\u{1b}') {
        let Some((params, after)) = sequence.strip_prefix('[').and_then(|s| s.split_once('m'))
        else {
            return Some('\u{1b}');
        };
        let is_sgr = params
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, ';' | ':'));
        if !is_sgr || params == "8" {
            return Some('\u{1b}');
        }
        rest = after;
    }
    let without = text.replace('\u{1b}', "");
    without
        .chars()
        .find(|c| c.is_control() && !matches!(c, '\n' | '\t'))
}
