//! Changes to files.

use markdown::{SafeHtml, diff_blocks, edit_blocks, is_diff, plain_blocks, result_blocks};
use proptest::prelude::*;

use crate::oracle::check_blocks;

const SIMPLE: &str = "\
diff --git a/src/lib.rs b/src/lib.rs
index 83db48f..bf269f4 100644
--- a/src/lib.rs
+++ b/src/lib.rs
@@ -8,3 +8,4 @@ fn main() {
 before
-let total = sum(a, b);
+let total = sum(a, c);
+done();
 after
";

fn html(text: &str) -> String {
    let blocks = diff_blocks(text);
    check_blocks(&blocks);
    blocks.iter().map(SafeHtml::as_str).collect()
}

/// What is read of HTML, without what a style does with it.
fn visible(html: &str) -> String {
    let mut pieces = html.split('<');
    let first = pieces.next().unwrap_or_default().to_owned();
    let text = pieces.fold(first, |text, piece| {
        text + piece.split_once('>').expect("a tag").1
    });
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// The head of the only file.
fn caption(text: &str) -> String {
    let html = html(text);
    let (_, rest) = html.split_once("<figcaption>").expect("a head");
    visible(rest.split_once("</figcaption>").expect("its end").0)
}

#[test]
fn a_file_has_its_name_its_counts_and_its_lines() {
    assert_eq!(
        html(SIMPLE),
        concat!(
            r#"<figure class="diff" dir="ltr"><figcaption><code>src/lib.rs</code> "#,
            r#"<span class="counts">2 added, 1 removed</span></figcaption>"#,
            r#"<div class="hunk" tabindex="0"><pre class="hunk-head">@@ -8,3 +8,4 @@ fn main() {</pre>"#,
            r#"<pre class="same"><span data-n="8"> before"#,
            "\n</span></pre>",
            r#"<div class="change"><pre class="removed"><span data-n="9">-let total = sum(a, <del>b</del>);"#,
            "\n</span></pre>",
            r#"<pre class="added"><span data-n="9">+let total = sum(a, <ins>c</ins>);"#,
            "\n</span>",
            r#"<span data-n="10">+done();"#,
            "\n</span></pre></div>",
            r#"<pre class="same"><span data-n="11"> after"#,
            "\n</span></pre></div></figure>",
        )
    );
}

#[test]
fn what_became_of_a_file_is_said_in_words() {
    let cases = [
        (
            "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n",
            "x new file",
        ),
        (
            "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
            "x removed file 1 removed",
        ),
        (
            "diff --git a/old name b/new\nsimilarity index 100%\nrename from old name\nrename to new\n",
            "new formerly old name",
        ),
        (
            "diff --git a/x b/y\nsimilarity index 90%\ncopy from x\ncopy to y\n",
            "y copy of x",
        ),
        (
            "diff --git a/x.sh b/x.sh\nold mode 100644\nnew mode 100755\n",
            "x.sh old mode 100644 new mode 100755",
        ),
        (
            "diff --git a/a.png b/a.png\nindex 1..2\nBinary files a/a.png and b/a.png differ\n",
            "a.png Binary files a/a.png and b/a.png differ",
        ),
        (
            "--- /dev/null\t2020-01-01\n+++ b/x y.txt\t2020-01-02 10:00:00\n@@ -0,0 +1 @@\n+a\n",
            "x y.txt new file 1 added",
        ),
        (
            "--- one.txt\n+++ two.txt\n@@ -1 +1 @@\n-a\n+b\n",
            "two.txt formerly one.txt 1 added, 1 removed",
        ),
        ("@@ -1 +1 @@\n-a\n+b\n", " 1 added, 1 removed"),
        (
            "diff --git \"a/\\303\\244.txt\" \"b/\\303\\244.txt\"\nold mode 1\nnew mode 2\n",
            "ä.txt old mode 1 new mode 2",
        ),
        (
            "diff --git a/a b c b/a b c\nold mode 1\nnew mode 2\n",
            "a b c old mode 1 new mode 2",
        ),
    ];
    for (text, expected) in cases {
        assert!(is_diff(text), "{text}");
        assert_eq!(caption(text), expected, "{text}");
    }
}

#[test]
fn what_stands_around_files_is_text() {
    let text =
        format!("commit 1\n\n    Why.\n\n{SIMPLE}diff --git a/y b/y\nnew file mode 1\n-- \n2.40\n");
    let blocks = diff_blocks(&text);
    assert_eq!(blocks.len(), 4);
    assert_eq!(blocks[0], plain_blocks("commit 1\n\n    Why.\n\n")[0]);
    assert_eq!(blocks[3], plain_blocks("-- \n2.40\n")[0]);
}

#[test]
fn lines_that_look_like_heads_are_lines_where_they_are_announced() {
    let text = "--- a/x.diff\n+++ b/x.diff\n@@ -1,3 +1,3 @@\n--- old\n-@@ -1 +1 @@\n+++ new\n+diff --git a b\n same\n";
    let html = html(text);
    assert!(html.contains(">--- old\n"), "{html}");
    assert!(html.contains(">-@@ -1 +1 @@\n"), "{html}");
    assert_eq!(caption(text), "x.diff 2 added, 2 removed");
}

#[test]
fn ends_of_lines_and_files() {
    let text = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n\\ No newline at end of file\r\n+c\r\n\\ No newline at end of file\r\n";
    let html = html(text);
    assert!(
        html.contains("<span>\\ No newline at end of file\n</span></pre><pre class=\"added\">"),
        "{html}"
    );
    assert!(!html.contains('␍'), "{html}");
    // The only space of an empty line is often lost.
    assert!(is_diff("@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n"));
}

#[test]
fn a_hunk_may_be_cut_at_the_end_and_nowhere_else() {
    for end in SIMPLE.match_indices('\n').map(|(at, _)| at + 1).skip(4) {
        assert!(is_diff(SIMPLE.get(..end).unwrap()), "{end}");
    }
    for no in [
        "",
        "- one\n+ two\n",
        "@@ -1,3 +1,3 @@\n a\nwords\n",
        "@@ -1 +1 @@\n+a\n+b\n",
        "@@ no @@\n",
        "@@ -1,x +1 @@\n a\n",
        "--- a\n+++ b\n",
        "diff --git is a command\nof git",
    ] {
        let is_head = no.starts_with("diff --git ");
        assert!(!is_diff(no) || is_head, "{no:?}");
    }
    assert_eq!(
        result_blocks("- one\n+ two\n"),
        plain_blocks("- one\n+ two\n")
    );
}

#[test]
fn markup_and_what_cannot_be_seen() {
    let html = html("--- a/<b>\n+++ b/<b>\n@@ -1 +1 @@\n-<i>\u{202e}&\n+\u{1b}\tx\n");
    assert!(html.contains("<code>&lt;b&gt;</code>"), "{html}");
    assert!(
        html.contains("-&lt;i&gt;<span class=\"invisible\" title=\"U+202E\">⟨U+202E⟩</span>&amp;"),
        "{html}"
    );
    assert!(html.contains("+␛\tx"), "{html}");
}

#[test]
fn words_are_marked_where_lines_are_alike() {
    let marked = |old: &str, new: &str| {
        let blocks = edit_blocks(old, new, None);
        check_blocks(&blocks);
        let html = blocks[0].as_str();
        let of = |tag: &str| -> Vec<String> {
            let start = format!("<{tag}>");
            let pieces = html.split(&start).skip(1);
            pieces
                .map(|piece| piece.split_once('<').unwrap().0.to_owned())
                .collect()
        };
        (of("del"), of("ins"))
    };
    let words = |list: &[&str]| {
        list.iter()
            .map(|word| (*word).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        marked("a_b(c, d)", "a_b(c, e)"),
        (words(&["d"]), words(&["e"]))
    );
    assert_eq!(
        marked("one two three", "one 2 three"),
        (words(&["two"]), words(&["2"]))
    );
    assert_eq!(
        marked("one three", "one two three"),
        (words(&[]), words(&["two "]))
    );
    assert_eq!(
        marked("größe 日本", "größe 日本語"),
        (words(&["日本"]), words(&["日本語"]))
    );
    assert_eq!(marked("nothing", "in common"), (words(&[]), words(&[])));
    let long = "x ".repeat(300);
    assert_eq!(marked(&long, &format!("{long}y")), (words(&[]), words(&[])));
}

#[test]
fn edits_are_shown_with_what_is_around_them() {
    let old: Vec<String> = (0..30).map(|n| format!("line {n}")).collect();
    let mut new = old.clone();
    new[3] = "changed".to_owned();
    new.remove(20);
    let blocks = edit_blocks(&old.join("\n"), &new.join("\n"), Some("a.txt"));
    check_blocks(&blocks);
    let html = blocks[0].as_str();
    assert_eq!(html.matches("<div class=\"hunk\"").count(), 2, "{html}");
    assert!(html.contains("<span data-n=\"1\"> line 0\n"), "{html}");
    assert!(html.contains("<span data-n=\"21\">-line 20\n"), "{html}");
    assert!(html.contains("1 added, 2 removed"), "{html}");
    assert!(!html.contains("line 12"), "{html}");
}

#[test]
fn hostile_diffs_cost_no_more_than_their_length() {
    let hunks = "@@ -1 +1 @@\n-a b\n+a c\n".repeat(50_000);
    let long = format!("@@ -1 +1 @@\n-{0}\n+{0}x\n", "x".repeat(2_000_000));
    let many = format!(
        "@@ -1,99999 +1,99999 @@\n{}{}",
        "-a b c\n".repeat(50_000),
        "+a b d\n".repeat(50_000)
    );
    let endless = format!(
        "@@ -1,18446744073709551615 +1,18446744073709551615 @@\n{}",
        " x\n".repeat(10)
    );
    for text in [&hunks, &long, &many, &endless] {
        assert!(is_diff(text));
        let bytes: usize = diff_blocks(text)
            .iter()
            .map(|block| block.as_str().len())
            .sum();
        assert!(bytes < 20 * text.len() + 1_000, "{bytes}");
    }
    assert!(!is_diff("@@ -18446744073709551616 +1 @@\n"));
    let heads = "--- a\n".repeat(100_000) + "@@ -";
    assert!(!is_diff(&heads));
    let (old, new) = ("a\n".repeat(100_000), "b\n".repeat(100_000));
    assert!(
        edit_blocks(&old, &new, None)[0]
            .as_str()
            .contains("100000 added, 100000 removed")
    );
}

fn lines() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec("[ab <é]{0,4}", 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_clean_and_whole(pieces in proptest::collection::vec(proptest::sample::select(vec![
        "@@ -1 +1 @@\n", "@@ -1,2 +1,2 @@ x\n", "-a\n", "+b\n", " c\n", "\n", "--- a/x\n", "+++ b/x\n", "diff --git a/x b/x\n",
        "index 1..2\n", "rename from \"\\303\\\n", "\\ No newline\n", "words <b>\n", "é", "\r\n", "@@ -0,0 +1,3 @@\n", "Binary files x\n",
    ]), 0..30)) {
        let text = pieces.concat();
        let blocks = diff_blocks(&text);
        check_blocks(&blocks);
        if is_diff(&text) {
            let shown: String = blocks.iter().map(|block| visible(block.as_str())).collect();
            for line in ["-a", "+b", " c", "words <b>"] {
                prop_assert_eq!(shown.matches(&format!("{line}\n")).count(), text.matches(&format!("{line}\n")).count(), "{}", line);
            }
        } else {
            prop_assert_eq!(blocks, plain_blocks(&text));
        }
    }

    #[test]
    fn each_side_of_an_edit_reads_as_that_text(old in lines(), new in lines()) {
        let (old, new) = (old.join("\n"), new.join("\n"));
        let blocks = edit_blocks(&old, &new, None);
        check_blocks(&blocks);
        let Some(block) = blocks.first() else {
            prop_assert_eq!(old, new);
            return Ok(());
        };
        let html = block.as_str().split_once("</figcaption>").unwrap().1;
        // All of it is near a change, or is the same.
        let shown = visible(html);
        let side = |sign: char| -> Vec<&str> {
            let lines = shown.lines().filter(|line| line.starts_with([' ', sign]));
            lines.map(|line| line.get(1..).unwrap()).collect()
        };
        let is_part = |part: Vec<&str>, whole: &str| {
            let mut rest = whole.lines();
            part.iter().all(|line| rest.any(|other| other == *line))
        };
        prop_assert!(is_part(side('-'), &old));
        prop_assert!(is_part(side('+'), &new));
        let changed = |sign| shown.lines().filter(|line| line.starts_with(sign)).count();
        let (n_old, n_new) = (old.lines().count(), new.lines().count());
        prop_assert_eq!(n_old - changed('-'), n_new - changed('+'));
    }
}
