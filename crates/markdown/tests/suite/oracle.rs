//! What every output must be, checked by software that is not ours.
//!
//! ammonia parses the output as a browser does, drops all that is not on its lists, and writes
//! the rest again. An output that it leaves as it is holds nothing but what the lists name, is
//! balanced, and means to a browser what it seems to mean.

use std::borrow::Cow;
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use markdown::{LineBreaks, Options, SafeHtml};

/// The options of tests that are not about them.
pub(crate) const OPTIONS: Options<'static> = Options {
    scope: "m",
    line_breaks: LineBreaks::Soft,
};

const TAGS: [&str; 36] = [
    "a",
    "aside",
    "blockquote",
    "br",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "input",
    "ins",
    "li",
    "ol",
    "p",
    "pre",
    "samp",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];

const ATTRIBUTES: [(&str, &[&str]); 12] = [
    ("a", &["href", "id"]),
    ("div", &["id"]),
    ("figure", &["data-lang"]),
    ("h3", &["id"]),
    ("h4", &["id"]),
    ("h5", &["id"]),
    ("h6", &["id"]),
    ("input", &["disabled", "checked"]),
    ("ol", &["start"]),
    ("span", &["title", "data-n"]),
    // None with a value that comes from the text:
    ("p", &[]),
    ("li", &[]),
];

const VALUES: [(&str, &str, &[&str]); 26] = [
    ("a", "rel", &["noopener noreferrer nofollow"]),
    ("a", "target", &["_blank"]),
    ("a", "title", &["back to the text"]),
    ("aside", "role", &["note"]),
    ("code", "dir", &["ltr"]),
    ("dd", "dir", &["auto"]),
    ("div", "aria-label", &["table"]),
    ("div", "role", &["group"]),
    ("div", "tabindex", &["0"]),
    ("dt", "dir", &["auto"]),
    ("figure", "dir", &["ltr"]),
    ("h3", "dir", &["auto"]),
    ("h4", "dir", &["auto"]),
    ("h5", "dir", &["auto"]),
    ("h6", "dir", &["auto"]),
    ("input", "aria-label", &["done", "not done"]),
    ("input", "type", &["checkbox"]),
    ("li", "dir", &["auto"]),
    ("p", "dir", &["auto"]),
    ("pre", "dir", &["auto", "ltr"]),
    ("pre", "tabindex", &["0"]),
    ("span", "dir", &["ltr"]),
    ("td", "dir", &["auto"]),
    ("th", "dir", &["auto"]),
    ("th", "scope", &["col"]),
    ("table", "class", &[]),
];

const CLASSES: [(&str, &[&str]); 9] = [
    ("a", &["footnote-label", "image"]),
    (
        "aside",
        &["alert", "note", "tip", "important", "warning", "caution"],
    ),
    ("div", &["footnote", "table", "hunk", "change"]),
    ("figure", &["code", "diff"]),
    ("p", &["alert-title", "plain"]),
    (
        "pre",
        &[
            "raw-html",
            "terminal",
            "hunk-head",
            "same",
            "added",
            "removed",
        ],
    ),
    (
        "span",
        &["footnote-label", "image", "invisible", "target", "counts"],
    ),
    ("sup", &["footnote-reference"]),
    ("td", &["left", "center", "right"]),
];

/// What printed characters look like: colours by number, mixed ones by their steps, and the rest.
fn inks() -> Vec<&'static str> {
    let others = ["bold", "dim", "italic", "underlined", "inverse", "struck"];
    let named = ["f", "g"]
        .into_iter()
        .flat_map(|side| (0..16).map(move |n| format!("{side}{n}")));
    let lights = ["fr", "fg", "fb", "gr", "gg", "gb"];
    let mixed = lights
        .into_iter()
        .flat_map(|light| (0..6).map(move |n| format!("{light}{n}")));
    let names = others
        .map(str::to_owned)
        .into_iter()
        .chain(named)
        .chain(mixed);
    names.map(|name| &*name.leak()).collect()
}

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.into())
        .tag_attributes(
            ATTRIBUTES
                .iter()
                .map(|(tag, names)| (*tag, names.iter().copied().collect()))
                .collect(),
        )
        .url_schemes(["http", "https", "mailto"].into())
        .url_relative(UrlRelative::Custom(Box::new(own_fragment)))
        .link_rel(None)
        .strip_comments(true);
    for (tag, name, values) in VALUES {
        builder.add_tag_attribute_values(tag, name, values);
    }
    let inks = inks();
    for tag in ["a", "span"] {
        builder.add_allowed_classes(tag, inks.iter().copied());
    }
    for (tag, classes) in CLASSES {
        builder.add_allowed_classes(tag, classes);
    }
    builder.add_allowed_classes("th", &["left", "center", "right"]);
    builder
});

fn own_fragment(url: &str) -> Option<Cow<'_, str>> {
    url.starts_with("#m-").then_some(Cow::Borrowed(url))
}

/// Checks that an output is clean, and that its blocks have one root element each.
#[track_caller]
pub(crate) fn check_blocks(blocks: &[SafeHtml]) {
    for block in blocks {
        check_clean(block);
        assert_eq!(shape(block.as_str()).roots, 1, "{block:?}");
    }
}

/// Checks that ammonia would change nothing.
#[track_caller]
pub(crate) fn check_clean(html: &SafeHtml) {
    let html = with_plain_hosts(html.as_str());
    // The only way of writing a character that differs: both mean the same.
    let cleaned = CLEANER.clean(&html).to_string().replace("&nbsp;", "\u{A0}");
    assert_eq!(html, cleaned);
}

/// Checks every web address, and puts one with an ordinary host in its place: ammonia also drops
/// what is no address at all, such as one with the number 999.1.2.3 for a host, which a browser
/// does not follow either.
#[track_caller]
fn with_plain_hosts(html: &str) -> String {
    let mut parts = html.split('<');
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        // A text may hold what looks like an attribute.
        let (tag, text) = part.split_once('>').unwrap();
        out.push('<');
        match tag.split_once(" href=\"") {
            Some((before, rest)) => push_plain_host(&mut out, before, rest),
            None => out.push_str(tag),
        }
        out.push('>');
        out.push_str(text);
    }
    out
}

#[track_caller]
fn push_plain_host(out: &mut String, before: &str, rest: &str) {
    let (href, behind) = rest.split_once('"').unwrap();
    assert!(!href.contains(|c: char| c.is_control() || c.is_whitespace() && c.is_ascii()));
    let scheme = href.to_ascii_lowercase();
    let is_web = scheme.starts_with("http://") || scheme.starts_with("https://");
    out.push_str(before);
    out.push_str(" href=\"");
    out.push_str(if is_web { "https://example.org/" } else { href });
    out.push('"');
    out.push_str(behind);
}

/// How the elements of an output lie in each other.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The elements and texts that lie in no other.
    pub(crate) roots: usize,
    /// The most elements that lie in each other.
    pub(crate) depth: usize,
}

/// Measures an output that ammonia found to be balanced: there, `<` is always a tag.
pub(crate) fn shape(html: &str) -> Shape {
    let mut shape = Shape::default();
    let mut depth = 0;
    let mut parts = html.split('<');
    shape.roots += usize::from(parts.next().is_some_and(|text| !text.is_empty()));
    for part in parts {
        let (tag, text) = part.split_once('>').unwrap();
        let name = tag.split(' ').next().unwrap();
        if name.starts_with('/') {
            depth -= 1;
        } else {
            shape.roots += usize::from(depth == 0);
            depth += usize::from(!matches!(name, "br" | "hr" | "input"));
            shape.depth = shape.depth.max(depth);
        }
        shape.roots += usize::from(depth == 0 && !text.is_empty());
    }
    assert_eq!(depth, 0, "{html:?}");
    shape
}

/// What a reader sees of an output.
pub(crate) fn text_of(html: &str) -> String {
    let mut text = String::new();
    let mut parts = html.split('<');
    text.push_str(parts.next().unwrap());
    for part in parts {
        text.push_str(part.split_once('>').unwrap().1);
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}
