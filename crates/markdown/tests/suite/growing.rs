//! Texts that arrive in pieces.

use markdown::{Growing, SafeHtml, render_blocks, render_open};
use proptest::prelude::*;

use crate::{
    oracle::{OPTIONS, check_blocks},
    pieces::PIECES,
};

/// Documents with blocks that later lines change.
const BLOCKS: [&str; 34] = [
    "words\n",
    "words",
    "\n",
    "\n\n",
    "# Head\n",
    "# Head\n\n",
    "===\n",
    "---\n",
    "- item\n",
    "  more\n",
    "    deep\n",
    "1. one\n",
    "2. two\n",
    "> quote\n",
    "```rust\n",
    "```\n",
    "fn a() {}\n",
    "| a | b |\n",
    "|---|:-:|\n",
    "| 1 | 2 |\n",
    "[a]\n",
    "[b][a] ",
    "[a]: https://a.example\n",
    "[a]: <https://b.example> \"t\"\n",
    "[^n] ",
    "[^n]: note\n",
    "term\n",
    ": definition\n",
    "<div>\n",
    "</div>\n",
    "**bold** _it_ `code` ",
    "\t",
    "- [ ] task\n",
    "~~~\n",
];

fn document() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => proptest::sample::select(BLOCKS.as_slice()).prop_map(str::to_owned),
        2 => proptest::sample::select(PIECES.as_slice()).prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// The text in pieces that end at these places.
fn pieces<'a>(text: &'a str, cuts: &[prop::sample::Index]) -> Vec<&'a str> {
    let mut ends: Vec<usize> = cuts
        .iter()
        .map(|cut| text.floor_char_boundary(cut.index(text.len() + 1)))
        .collect();
    ends.extend([0, text.len()]);
    ends.sort_unstable();
    ends.windows(2)
        .map(|ends| text.get(ends[0]..ends[1]).unwrap())
        .collect()
}

/// What is read of a text that goes on.
fn read(text: &str) -> String {
    let blocks = render_open(text, &OPTIONS);
    check_blocks(&blocks);
    let html: Vec<&str> = blocks.iter().map(SafeHtml::as_str).collect();
    html.join("\n")
}

fn check(text: &str, expected: &str) {
    assert_eq!(
        read(text)
            .replace(" dir=\"auto\"", "")
            .replace(" dir=\"ltr\"", ""),
        expected,
        "{text:?}"
    );
}

#[test]
fn what_has_begun_within_a_line_is_shown_as_what_it_becomes() {
    check("a **b", "<p>a <strong>b</strong></p>");
    check("a **b*", "<p>a <strong>b</strong></p>");
    check("a **", "<p>a</p>");
    check("a *b **c", "<p>a <em>b <strong>c</strong></em></p>");
    check("a ~~b", "<p>a <del>b</del></p>");
    check("a `b", "<p>a <code>b</code></p>");
    check("a `", "<p>a</p>");
    check("a ``b`", "<p>a <code>b</code></p>");
    check("a `*b` c", "<p>a <code>*b</code> c</p>");
    check("[a", "<p>a</p>");
    check("see [a *b", "<p>see a <em>b</em></p>");
    check("see [a](", "<p>see a</p>");
    check("see [a](https://exam", "<p>see a</p>");
    check("see [a][", "<p>see a</p>");
    check("see ![a](https://exam", "<p>see</p>");
    check("see [^no", "<p>see</p>");
    check("see https://exam", "<p>see https://exam</p>");
    check("**https://exam", "<p><strong>https://exam</strong></p>");
    check("see <https://exam", "<p>see</p>");
    check("a &am", "<p>a</p>");
    check("a \\", "<p>a</p>");
}

#[test]
fn what_is_no_markup_stays() {
    check("2 * 3", "<p>2 * 3</p>");
    check("a*b", "<p>a*b</p>");
    check("snake_case", "<p>snake_case</p>");
    check("a < b", "<p>a &lt; b</p>");
    check("AT&T is", "<p>AT&amp;T is</p>");
    check("[a] b", "<p>[a] b</p>");
    check("a \\* b", "<p>a * b</p>");
    check(
        "```\n*a [b",
        "<figure class=\"code\"><pre tabindex=\"0\"><code>*a [b</code></pre></figure>",
    );
    // An empty line has ended it.
    check("a **b\n\n", "<p>a **b</p>");
}

#[test]
fn what_a_line_will_be_is_waited_for() {
    for line in [
        "#",
        "##",
        "`",
        "``",
        "```",
        "```ru",
        "~~~",
        "-",
        "--",
        "---",
        "===",
        "***",
        "1.",
        "- [",
        "- [x",
        "> #",
        "|",
        "| a",
        "| a | b |",
        "[a]: http",
        "[a]: https://a.example \"t",
    ] {
        check(&format!("words\n\n{line}"), "<p>words</p>");
    }
    check("words\n=", "<p>words</p>");
    check("- a\n-", "<ul><li>a</li></ul>");
    check("| a | b |\n|--", "");
    check(
        "```\na\n``",
        "<figure class=\"code\"><pre tabindex=\"0\"><code>a\n</code></pre></figure>",
    );
}

#[test]
fn a_table_grows_by_cells() {
    let rows = |rest: &str| {
        let html = read(&format!("| a | b |\n|---|---|\n{rest}"));
        html.matches("<tr>").count() - 1
    };
    assert_eq!(rows(""), 0);
    assert_eq!(rows("| 1"), 0);
    assert_eq!(rows("| 1 |"), 1);
    assert_eq!(rows("| 1 | 2 |\n"), 1);
    assert_eq!(rows("| 1 | 2 |\n| *3"), 1);
}

/// Documents of which no sign of markup is left in the end. What they refer to comes first: nobody can know
/// of a label that it will be defined.
const DOCUMENTS: [&str; 8] = [
    "# Title\n\nSome **bold and *nested* words** with `code` in it, ~~struck~~, and [a link](https://a.example/x?y=1) there.\n",
    "Steps:\n\n1. First **thing**\n2. Second `thing`\n   - nested *one*\n   - nested two\n\nDone.\n",
    "```rust\nfn main() {}\n```\n\nAfter it.\n\n~~~\nplain\n~~~\n",
    "| Name | Value |\n|:-----|------:|\n| one | **1** |\n| two | `2` |\n\nAfter the table.\n",
    "> A quote with **bold**\n> and more.\n\n---\n\nThe end.\n",
    "Title\n=====\n\nOther\n-----\n\nWords and <https://a.example/> and https://b.example/ too.\n",
    "[d]: https://d.example \"t\"\n\n- [ ] open **task**\n- [x] done\n\nSee [the *docs*][d] now.\n",
    "[^1]: The note.\n\n![a picture](https://a.example/p.png) and [![badge](https://a.example/b.png)](https://a.example) and text[^1].\n",
];

#[test]
fn no_sign_of_markup_shows_while_it_is_written() {
    for document in DOCUMENTS {
        for end in (0..=document.len()).filter(|end| document.is_char_boundary(*end)) {
            let text = document.get(..end).unwrap();
            let html = read(text);
            let shown: String = html
                .split('<')
                .map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text))
                .collect();
            assert!(
                !shown.contains(['*', '`', '[', ']', '|', '#', '~', '=']),
                "{text:?}: {shown:?}"
            );
            assert!(
                !shown.contains("](") && !shown.contains("--"),
                "{text:?}: {shown:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn however_a_text_is_cut_it_reads_the_same(text in document(), cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..12)) {
        let mut growing = Growing::new(OPTIONS.scope, OPTIONS.line_breaks);
        let mut shown = Vec::new();
        for piece in pieces(&text, &cuts) {
            growing.push(piece);
            let expected = render_open(growing.text(), &OPTIONS);
            prop_assert_eq!(growing.blocks(), &expected, "{:?}", growing.text());
            let n = growing.n_kept();
            prop_assert_eq!(&shown[..n], &expected[..n]);
            shown = expected;
        }
        check_blocks(growing.blocks());
        growing.finish();
        prop_assert_eq!(growing.blocks(), render_blocks(&text, &OPTIONS));
    }
}
