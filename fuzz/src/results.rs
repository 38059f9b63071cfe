//! Results that are more than text: what programs print to terminals, and diffs.

use crate::{input::Input, markdown::oracle::check_blocks, seeds};
use markdown::{
    diff_blocks, edit_blocks, is_diff, may_be_drawn, plain_blocks, result_blocks, terminal_blocks,
};

/// Pieces of such texts, of which an input's bytes name some.
const PIECES: [&str; 40] = [
    "\u{1b}[0m",
    "\u{1b}[1;31m",
    "\u{1b}[38;5;",
    "\u{1b}[48;2;1;2;3m",
    "\u{1b}[K",
    "\u{1b}[1K",
    "\u{1b}[2A",
    "\u{1b}[9B",
    "\u{1b}[99C",
    "\u{1b}[D",
    "\u{1b}[J",
    "\u{1b}[5G",
    "\u{1b}7",
    "\u{1b}8",
    "\u{1b}]8;;https://a.example\u{7}",
    "\u{1b}]8;;\u{1b}\\",
    "\u{1b}]0;",
    "\u{1b}P",
    "\u{1b}",
    "\r",
    "\n",
    "\t",
    "\u{8}",
    "日",
    "e\u{301}",
    "words <b>&",
    "diff --git a/x b/y\n",
    "--- a/x\n",
    "+++ b/x\n",
    "@@ -1 +1 @@\n",
    "@@ -1,3 +1,2 @@ x\n",
    "-a b\n",
    "+a c\n",
    " d\n",
    "\\ No newline at end of file\n",
    "rename from x\n",
    "new file mode 1\n",
    "Binary files a and b differ\n",
    "\"a/\\303\\244\" ",
    "\n\n",
];
/// How many bytes of HTML a byte of output may become: few of them go to a column far away.
const MOST_HTML: usize = 64;

/// What fuzzing starts from.
pub fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "\u{1b}[1mbold\u{1b}[0m\r10 %\n",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
    ];
    texts
        .iter()
        .map(|text| seeds::raw(0, text.as_bytes()))
        .collect()
}

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some(input) = Input::of(data) else { return };
    let text = text(&input);
    let blocks = result_blocks(&text);
    check_blocks(&blocks);
    assert!(may_be_drawn(&text) || blocks == plain_blocks(&text));
    let printed = terminal_blocks(&text);
    check_blocks(&printed);
    let html: usize = printed.iter().map(|block| block.as_str().len()).sum();
    assert!(html <= MOST_HTML * text.len() + 100, "{html}");
    let diff = diff_blocks(&text);
    check_blocks(&diff);
    assert!(is_diff(&text) || diff == plain_blocks(&text));
    let middle = text.floor_char_boundary(text.len() / 2);
    let (old, new) = text.split_at(middle);
    check_blocks(&edit_blocks(old, new, Some(old)));
    assert_eq!(edit_blocks(old, new, None).is_empty(), old == new);
}

fn text(input: &Input<'_>) -> String {
    if input.is_raw() {
        return String::from_utf8_lossy(input.rest).into_owned();
    }
    let piece = |byte: &u8| match usize::from(*byte) {
        n if n < PIECES.len() * 5 => PIECES[n % PIECES.len()].to_owned(),
        _ => char::from(*byte).to_string(),
    };
    input.rest.iter().map(piece).collect()
}
