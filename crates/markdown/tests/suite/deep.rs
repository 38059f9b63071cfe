//! Texts that open far more than anyone would: they must come out, whole and of bounded depth.

use markdown::render_blocks;

use crate::oracle::{OPTIONS, check_blocks, shape, text_of};

/// How often an opener stands before the word: far more often than elements may nest.
const COUNT: usize = 100_000;

/// As often as the oracle, which is slow, can be asked.
const FEW: usize = 500;

/// Renders an opener many times over, a word, and a closer as many times; checks that the word
/// is there once, and that nothing lies too deep.
#[track_caller]
fn check(opener: &str, closer: &str) {
    let text = |count: usize| format!("{}word{}", opener.repeat(count), closer.repeat(count));
    check_blocks(&render_blocks(&text(FEW), &OPTIONS));
    let mut words = 0;
    for block in render_blocks(&text(COUNT), &OPTIONS) {
        let shape = shape(block.as_str());
        assert_eq!(shape.roots, 1);
        assert!(shape.depth <= 64, "{shape:?}");
        words += text_of(block.as_str()).matches("word").count();
    }
    assert_eq!(words, 1);
}

#[test]
fn quotes_and_lists_flatten() {
    check(">", "");
    check("> ", "");
    check("- ", "");
    check("1. ", "");
    check("> - ", "");
    check("> [!NOTE]\n", "");
}

#[test]
fn what_is_too_deep_is_still_separate() {
    let deep = "> ".repeat(COUNT);
    let text = format!("{deep}a\n{deep}\n{deep}- [x] b **c** `d` [e](https://example.org)\n");
    let blocks = render_blocks(&text, &OPTIONS);
    check_blocks(&blocks);
    assert_eq!(blocks.len(), 1);
    assert_eq!(shape(blocks[0].as_str()).depth, 63);
    assert_eq!(
        text_of(blocks[0].as_str())
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        "a [x] b c d e"
    );
}

#[test]
fn nothing_begins_that_would_not_fit() {
    let constructs = [
        "```rust\nword {U}\n```",
        "| word |\n|-|\n| a |\n",
        "1. word **a**\n   - b",
        "- [x] word",
        "# word `a` {U}",
        "word {U}\n: a *b*",
        "[word](https://example.org) ![a](https://example.org)",
        "[word `a` {U}](src/a) ![{U}](src/b)",
        "<b>\nword {U}",
        "[!NOTE]\nword",
        "word[^{U}]\n\n[^{U}]: a",
        "word https://example.org a@example.org ^b^ ~c~",
        "word\\\n***",
    ];
    for depth in 50..70 {
        for construct in constructs {
            let quote = "> ".repeat(depth);
            let lines = construct
                .replace("{U}", "\u{202E}")
                .replace('\n', &format!("\n{quote}"));
            let text = format!("{quote}{lines}\n");
            let blocks = render_blocks(&text, &OPTIONS);
            check_blocks(&blocks);
            let html = blocks[0].as_str();
            assert!(shape(html).depth <= 64, "{construct:?} in {depth} quotes");
            assert_eq!(text_of(html).matches("word").count(), 1);
        }
    }
}

#[test]
fn emphasis_flattens() {
    check("*", "");
    check("*", "*");
    check("**", "**");
    check("_", "_");
    check("~", "~");
    check("^", "^");
    check("*a ", "");
    check("**a *b ", "");
    check("*a _b ", "");
    check("~~a ~b ", "");
}

#[test]
fn brackets_stay_text() {
    check("[", "");
    check("[", "]");
    check("[", "](x)");
    check("![", "");
    check("![", "](https://example.org)");
    check("[](", "");
    check("[^", "");
    check("[[", "]]");
    check("[a](<b", "");
}

#[test]
fn ticks_tags_and_lines_stay_text() {
    check("`a``", "");
    check("<", "");
    check("<!", "");
    check("<!--", "");
    check("<a ", "");
    check("</", "");
    check("<?", "");
    check("<![CDATA[", "");
    check("&", "");
    check("\\", "");
    check("```\n", "");
    check("a\n: ", "");
    check("|", "");
    check("|\n-|\n", "");
    check("# a\n", "");
    check("[^a]: ", "");
    check("[a]: ", "");
}

#[test]
fn addresses_are_found_in_turn() {
    check("http://", "");
    check("http://a ", "");
    check("a@", "");
    check("a@b.c", "");
    check("https://a_", "");
    check("https://a.b/(", ")");
    check("https://a.b/;", "");
    check("@", "");
    check("www.", "");
    check("(www.a/", "");
    check("(www.a_b.c_d/", "");
    check("\"www.a.", "");
    check("(www.a.b/", ")");
}

#[test]
fn every_column_of_a_wide_table_is_there() {
    let row = "|a".repeat(1_000);
    let blocks = render_blocks(&format!("{row}\n{}\n{row}", "|-".repeat(1_000)), &OPTIONS);
    check_blocks(&blocks);
    assert_eq!(blocks[0].as_str().matches("<td").count(), 1_000);
}
