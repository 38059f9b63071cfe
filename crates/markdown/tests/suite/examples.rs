//! The examples of CommonMark and of GFM: all of them.
//!
//! An example without raw HTML has to give what its specification expects, in neutral form. With
//! raw HTML, which this crate shows and does not use, what is expected is what another parser
//! makes of it with all raw HTML as text; that parser first has to agree with the specification.

mod deviations;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use comrak::Options;
use markdown::render;
use serde::Deserialize;

use crate::neutral::{ours, theirs};
use crate::oracle::{OPTIONS, check_clean, text_of};
use crate::other::{common_mark, extended, other};
use crate::tree::outline;

/// A text of a specification and the HTML that it stands for.
#[derive(Deserialize)]
struct Example {
    number: usize,
    section: String,
    markdown: String,
    html: String,
}

/// How an example's outcome differs from what is expected.
struct Difference {
    expected: String,
    actual: String,
}

/// The tags that GFM does not allow.
const FILTERED: [&str; 9] = [
    "title",
    "textarea",
    "style",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "script",
    "plaintext",
];

#[test]
fn the_examples_of_commonmark() {
    check(
        "commonmark/examples.json",
        652,
        &common_mark(),
        &deviations::COMMON_MARK,
    );
}

#[test]
fn the_examples_of_gfm() {
    check("gfm/spec.json", 673, &extended(), &deviations::GFM);
}

#[test]
fn the_examples_of_gfms_extensions() {
    check(
        "gfm/extensions.json",
        30,
        &extended(),
        &deviations::GFM_EXTENSIONS,
    );
}

/// Checks every example of a file, but for those that are known to deviate: these have to.
fn check(file: &str, count: usize, options: &Options<'_>, known: &[(usize, &str)]) {
    let known: BTreeMap<usize, &str> = known.iter().copied().collect();
    let examples = read(file);
    assert_eq!(examples.len(), count);
    let fault = |example| fault(file, example, options, &known);
    let faults: String = examples.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{faults}");
}

fn fault(
    file: &str,
    example: &Example,
    options: &Options<'_>,
    known: &BTreeMap<usize, &str>,
) -> Option<String> {
    let Example {
        number,
        section,
        markdown,
        ..
    } = example;
    match (difference(example, options), known.get(number)) {
        (Some(Difference { expected, actual }), None) => Some(format!(
            "{file} {number} ({section}):\n{markdown}\nexpected:\n{expected}\nactual:\n{actual}\n\n"
        )),
        (None, Some(reason)) => Some(format!(
            "{file} {number} is as expected, and listed: {reason}\n\n"
        )),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

fn read(file: &str) -> Vec<Example> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    serde_json::from_str(&fs::read_to_string(fixtures.join(file)).unwrap()).unwrap()
}

fn difference(example: &Example, options: &Options<'_>) -> Option<Difference> {
    let html = render(&example.markdown, &OPTIONS);
    check_clean(&html);
    let expected = outline(&theirs(&expected(example, options, html.as_str())));
    let actual = outline(&ours(html.as_str()));
    (expected != actual).then_some(Difference { expected, actual })
}

/// The HTML that is expected: that of the specification, or with all raw HTML as text.
fn expected(example: &Example, options: &Options<'_>, html: &str) -> String {
    let other = other(&example.markdown, options);
    let shown = text_of(html);
    for raw in &other.raw {
        let is_shown = shown.contains(raw.trim_end_matches('\n'));
        assert!(is_shown, "{}: {raw:?} in {html}", example.number);
    }
    let as_html = if is_filtered(&example.section) {
        filtered(&other.as_html)
    } else {
        other.as_html
    };
    if other.raw.is_empty() || theirs(&as_html) != theirs(&example.html) {
        return example.html.clone();
    }
    other.as_text
}

fn is_filtered(section: &str) -> bool {
    matches!(
        section,
        "Disallowed Raw HTML (extension)" | "HTML tag filter"
    )
}

/// HTML with the tags as text that GFM does not allow.
fn filtered(html: &str) -> String {
    let mut parts = html.split('<');
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let name = part
            .trim_start_matches('/')
            .split(|c: char| !c.is_alphanumeric());
        let name = name.take(1).collect::<String>().to_lowercase();
        out.push_str(if FILTERED.contains(&name.as_str()) {
            "&lt;"
        } else {
            "<"
        });
        out.push_str(part);
    }
    out
}
