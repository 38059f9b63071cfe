//! What was printed to a terminal.

use markdown::{SafeHtml, is_terminal, terminal_blocks};
use proptest::prelude::*;

use crate::oracle::{check_blocks, shape};

/// What a terminal shows of a text, as HTML without the element around a block.
fn shown(text: &str) -> String {
    let blocks = terminal_blocks(text);
    check_blocks(&blocks);
    let inner = blocks.iter().map(|block| {
        let inner = block
            .as_str()
            .strip_prefix(r#"<pre class="terminal" dir="ltr"><samp>"#);
        inner
            .and_then(|inner| inner.strip_suffix("</samp></pre>"))
            .expect("a block")
    });
    inner.collect::<Vec<_>>().join("\n")
}

/// The same without the elements.
fn text(text: &str) -> String {
    let shown = shown(text);
    let mut pieces = shown.split('<');
    let first = pieces.next().unwrap_or_default().to_owned();
    let text = pieces.fold(first, |text, piece| {
        text + piece.split_once('>').expect("a tag").1
    });
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// Sequences are written with `^` for the escape.
fn check(printed: &str, expected: &str) {
    assert_eq!(
        shown(&printed.replace('^', "\u{1b}")),
        expected,
        "{printed}"
    );
}

#[test]
fn styles_become_classes() {
    check(
        "^[1;31mred^[0m plain",
        r#"<span class="f1 bold">red</span> plain"#,
    );
    check(
        "^[3;4;9mall^[23;24;29m none",
        r#"<span class="italic underlined struck">all</span> none"#,
    );
    check("^[2msoft ^[22mnot", r#"<span class="dim">soft </span>not"#);
    check("^[2;32mgreen", r#"<span class="f2">green</span>"#);
    check(
        "^[7minverse^[27m not",
        r#"<span class="inverse">inverse</span> not"#,
    );
    check(
        "^[91;104mbright^[39;49m not",
        r#"<span class="f9 g12">bright</span> not"#,
    );
    check(
        "^[4:3mwavy^[4:0m not",
        r#"<span class="underlined">wavy</span> not"#,
    );
    check("^[mnothing", "nothing");
}

#[test]
fn all_colours_become_those_of_six_steps() {
    check("^[38;5;208mx", r#"<span class="fr5 fg2 fb0">x</span>"#);
    check(
        "^[38;2;255;128;0mx",
        r#"<span class="fr5 fg2 fb0">x</span>"#,
    );
    check(
        "^[38:2::255:128:0mx",
        r#"<span class="fr5 fg2 fb0">x</span>"#,
    );
    check("^[48:5:17mx", r#"<span class="gr0 gg0 gb1">x</span>"#);
    check("^[58;5;1;31mx", r#"<span class="f1">x</span>"#);
    // What is no colour changes none.
    check("^[38;5;300mx^[38;9mx^[38mx", "xxx");
}

#[test]
fn what_is_overwritten_is_gone() {
    check(" 10 %\r 20 %\r100 %\ndone\n", "100 %\ndone");
    check("abc\u{8}\u{8}X", "aXc");
    check("one two\r^[Kthree", "three");
    check("one two^[3D^[Kx", "one x");
    check("one two^[1Kx", "       x");
    check("one two\r^[2Kx", "x");
    check("abc^[2Gx^[2Cy", "axc y");
    check("abc\r\ndef\r\n", "abc\ndef");
    check("long line\rshort", "shortline");
    // The look goes with the character.
    check("^[31mred^[0m\rx", r#"x<span class="f1">ed</span>"#);
}

#[test]
fn bars_of_several_rows_are_drawn_over() {
    check("a 1\nb 1\n^[2A^[2Ka 2\n^[2Kb 2\nend\n", "a 2\nb 2\nend");
    check("a\nb\nc^[2F^[Jx", "x");
    check("a\nb^[1A^[Bc", "a\nbc");
    check("^7first\n^8second", "second");
    check("a^[sbc^[ux", "axc");
}

#[test]
fn rows_above_the_last_hundred_stay() {
    let many = rows(150);
    let shown = text(&format!("{many}\u{1b}[999Ax\u{1b}[999By"));
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[50], "50");
    assert_eq!(lines[51], "x1");
    assert_eq!(lines.len(), 151);
}

#[test]
fn blocks_have_a_hundred_rows() {
    let many = rows(250);
    let blocks = terminal_blocks(&many);
    let n_rows = |block: &SafeHtml| block.as_str().lines().count();
    assert_eq!(
        blocks.iter().map(n_rows).collect::<Vec<_>>(),
        [100, 100, 50]
    );
    assert_eq!(text(&many), many.trim_end());
}

#[test]
fn empty_rows_stay() {
    check("\n\na\n\n", "\n\na\n");
}

#[test]
fn wide_characters_take_two_columns_and_accents_none() {
    check("日本\rx", "x 本");
    check("日本^[3Gx", "日x ");
    check("日本\u{8}x", "日 x");
    check("e\u{301}f\rx", "xf");
    check("ae\u{301}\u{302}f^[3Gx", "ae\u{301}\u{302}x");
    check(
        "👨\u{200d}👩\u{200d}👧 family",
        "👨\u{200d}👩\u{200d}👧 family",
    );
    check("a\tb\r1234567\u{8}x", "123456x b");
    check("a\tb", "a\tb");
    check("\u{301}", "\u{301}");
}

#[test]
fn links_lead_only_where_links_may() {
    let link = |address: &str| format!("^]8;id=1;{address}^\\words^]8;;^\\ after");
    check(
        &link("https://example.org/a;b?c=1&d"),
        "<a href=\"https://example.org/a;b?c=1&amp;d\" rel=\"noopener noreferrer nofollow\" target=\"_blank\">words</a> after",
    );
    check(
        "^]8;;https://example.org/é\u{7}^[1mwords^[0m^]8;;\u{7}",
        "<a class=\"bold\" href=\"https://example.org/é\" rel=\"noopener noreferrer nofollow\" target=\"_blank\">words</a>",
    );
    for address in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "#here",
        "/c/x",
        "data:text/html,x",
    ] {
        check(&link(address), "words after");
    }
}

#[test]
fn everything_else_is_obeyed_by_nobody() {
    check("^]0;title\u{7}a^]52;c;cGFzdGU=\u{7}b", "ab");
    check("^[2J^[H^[?25l^[?1049ha^[6nb^c", "ab");
    check("^P1$r0m^\\a^_secret^\\b^Xprivate^\\c", "abc");
    check("\u{7}a\0b\u{e}c\u{f}", "abc");
    check(
        "a\u{b}b\u{202e}c",
        "a␋b<span class=\"invisible\" title=\"U+202E\">⟨U+202E⟩</span>c",
    );
    check(
        "<b>^[1m&<i>",
        "&lt;b&gt;<span class=\"bold\">&amp;&lt;i&gt;</span>",
    );
}

#[test]
fn a_sequence_without_end_waits_at_the_end_and_is_text_before() {
    check("a^", "a");
    check("a^[3", "a");
    check("a^]8;;https://exa", "a");
    check("a^]0;title\nb", "a␛]0;title\nb");
    check("a^P1;2\nb^[3\nc", "a␛P1;2\nb\nc");
}

#[test]
fn whether_a_text_is_for_a_terminal() {
    for yes in ["\u{1b}[1m", "a\rb", "a\u{8}", "a\r"] {
        assert!(is_terminal(yes), "{yes:?}");
    }
    for no in ["", "a\r\nb", "[1m", "\u{9b}1m"] {
        assert!(!is_terminal(no), "{no:?}");
    }
}

#[test]
fn hostile_outputs_cost_no_more_than_their_length() {
    let inputs = [
        "x".repeat(2_000_000),
        "x\r".repeat(500_000),
        "\u{1b}[999999999C\r".repeat(100_000),
        "\u{1b}[999999999Cx".repeat(20_000),
        "\u{1b}[999Cx\n".repeat(20_000),
        "\u{1b}[999A\u{1b}[J\u{1b}[999B\n".repeat(100_000),
        "\u{1b}[38;2;1;2;3m\u{1b}[1mx".repeat(100_000),
        "\u{1b}]8;;https://example.org/\u{7}x".repeat(100_000),
        format!("\u{1b}]0;{}", "y".repeat(2_000_000)),
        format!("\u{1b}[{}m", "1;".repeat(500_000)),
        "x\u{301}".repeat(200_000),
        format!("x{}", "\u{301}".repeat(500_000)),
        "日\r".repeat(200_000),
        "\t\r\u{1b}[K".repeat(200_000),
    ];
    for input in inputs {
        let blocks = terminal_blocks(&input);
        let html: usize = blocks.iter().map(|block| block.as_str().len()).sum();
        let begin: String = input.chars().take(20).collect();
        // A row of eight bytes can ask for 256 columns.
        assert!(html < 40 * input.len(), "{begin:?}: {html}");
    }
}

/// So many rows with their numbers.
fn rows(n: usize) -> String {
    let numbers: Vec<String> = (0..n).map(|n| n.to_string()).collect();
    numbers.join("\n") + "\n"
}

fn outputs() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z <&é日]{1,6}",
        2 => proptest::sample::select(vec![
            "\n", "\r", "\r\n", "\t", "\u{8}", "\u{1b}[0m", "\u{1b}[1;31m", "\u{1b}[48;5;200m", "\u{1b}[K", "\u{1b}[1K",
            "\u{1b}[2A", "\u{1b}[B", "\u{1b}[3C", "\u{1b}[2D", "\u{1b}[J", "\u{1b}[5G", "\u{1b}7", "\u{1b}8", "\u{1b}]0;",
            "\u{1b}]8;;https://example.org\u{7}", "\u{1b}]8;;\u{7}", "\u{1b}\\", "\u{1b}[", "\u{1b}", "\u{1b}P", "\u{301}", "\u{200d}",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_block_is_one_clean_element(text in outputs()) {
        let blocks = terminal_blocks(&text);
        check_blocks(&blocks);
        let whole: String = blocks.iter().map(SafeHtml::as_str).collect();
        prop_assert!(shape(&whole).depth <= 4);
    }

    #[test]
    fn plain_lines_stay_as_they_are(lines in proptest::collection::vec("[a-z <&é日\t]{0,12}", 0..250)) {
        let printed = lines.join("\n");
        let expected = printed.strip_suffix('\n').unwrap_or(&printed);
        prop_assert_eq!(text(&printed), expected);
    }

    #[test]
    fn nothing_that_is_printed_without_movement_is_lost(
        words in proptest::collection::vec(("[a-z]{1,5}", 0_usize..6), 0..40)
    ) {
        let styles = ["", "\u{1b}[1m", "\u{1b}[0;38;5;99m", "\u{1b}]0;t\u{7}", "\u{1b}]8;;http://a.example\u{7}", "\u{1b}[?25h"];
        let printed: String = words.iter().flat_map(|(word, style)| [styles[*style], word]).collect();
        let expected: String = words.iter().map(|(word, _)| word.as_str()).collect();
        prop_assert_eq!(text(&printed), expected);
    }

    #[test]
    fn blocks_that_nothing_reaches_stay_as_they_are(begin in outputs(), rest in outputs()) {
        let many = rows(210);
        let before = terminal_blocks(&format!("{begin}\n{many}"));
        let after = terminal_blocks(&format!("{begin}\n{many}{rest}"));
        let n_final = (before.len() - 1).saturating_sub(1);
        prop_assert_eq!(&before[..n_final], &after[..n_final]);
    }
}
