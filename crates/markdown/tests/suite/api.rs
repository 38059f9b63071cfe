//! What the functions promise beside their output.

use markdown::{LineBreaks, Options, plain, plain_blocks, render, render_blocks, renders};

use crate::oracle::{OPTIONS, check_blocks, check_clean};

#[test]
fn rendering_is_counted_and_escaping_is_not() {
    let before = renders();
    plain("a");
    plain_blocks("a");
    assert_eq!(renders(), before);
    render("a\n\nb", &OPTIONS);
    render_blocks("a\n\nb", &OPTIONS);
    assert_eq!(renders(), before + 2);
}

#[test]
fn plain_text_keeps_spaces_and_lines() {
    let html = plain(" *a*  <b>\r\n\tc & \"d\"\u{0}\u{202E}\u{200E}\u{7F}");
    check_clean(&html);
    assert_eq!(
        html.as_str(),
        " *a*  &lt;b&gt;\n\tc &amp; \"d\"␀\
         <span class=\"invisible\" title=\"U+202E\">⟨U+202E⟩</span>\
         <span class=\"invisible\" title=\"U+200E\">⟨U+200E⟩</span>␡"
    );
}

#[test]
fn plain_text_is_one_block() {
    let blocks = plain_blocks("# a\n\nb");
    check_blocks(&blocks);
    assert_eq!(blocks.len(), 1);
    assert_eq!(
        blocks[0].as_str(),
        "<p class=\"plain\" dir=\"auto\"># a\n\nb</p>"
    );
    assert!(plain_blocks("").is_empty());
}

#[test]
fn line_breaks_are_kept_where_asked() {
    let typed = Options {
        line_breaks: LineBreaks::Kept,
        ..OPTIONS
    };
    assert_eq!(
        render("a\nb", &typed).as_str(),
        "<p dir=\"auto\">a<br>b</p>"
    );
    assert_eq!(
        render("a\nb", &OPTIONS).as_str(),
        "<p dir=\"auto\">a\nb</p>"
    );
}

#[test]
fn every_id_and_every_link_to_one_has_the_scope() {
    let html = render(
        "# a\n\n[b](#a)[^1]\n\n[^1]: c",
        &Options {
            scope: "x 1",
            ..OPTIONS
        },
    );
    for id in [
        " id=\"x~20~1-a\"",
        " href=\"#x~20~1-a\"",
        " id=\"x~20~1-fn:1\"",
    ] {
        assert!(html.as_str().contains(id), "{html:?}");
    }
    assert_eq!(html.as_str().matches("x~20~1-").count(), 6);
}

#[test]
fn a_long_target_is_cut() {
    let html = render(
        &format!("![a](data:image/png;base64,{})", "A".repeat(5_000_000)),
        &OPTIONS,
    );
    assert!(html.as_str().len() < 500);
    assert!(html.as_str().ends_with("A…</span></p>"));
}
