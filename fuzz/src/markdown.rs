//! Markdown: what the crate's own properties hold, and nothing that a browser would run.

use crate::{fixtures::files, input::Input, seeds};
use markdown::{LineBreaks, Options, SafeHtml, plain, render, render_blocks};
use oracle::{OPTIONS, check_blocks, check_clean, shape};
use pieces::PIECES;
use std::collections::HashSet;

#[expect(dead_code, reason = "the crate's own tests use all of it")]
#[path = "../../crates/markdown/tests/suite/oracle.rs"]
pub(crate) mod oracle;
#[path = "../../crates/markdown/tests/suite/pieces.rs"]
mod pieces;

/// How deep elements lie in each other at most.
const DEEPEST: usize = 64;

/// What fuzzing starts from.
pub fn seeds() -> Vec<Vec<u8>> {
    let spec = files("../crates/markdown/tests/spec", ".txt");
    seeds::raw_files(0, &spec)
}

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some(input) = Input::of(data) else { return };
    let text = text(&input);
    let blocks = render_blocks(&text, &OPTIONS);
    check_blocks(&blocks);
    let whole: String = blocks.iter().map(SafeHtml::as_str).collect();
    assert_eq!(render(&text, &OPTIONS).as_str(), whole);
    assert!(shape(&whole).depth <= DEEPEST);
    check_tags(&whole);
    let kept = Options {
        line_breaks: LineBreaks::Kept,
        ..OPTIONS
    };
    check_blocks(&render_blocks(&text, &kept));
    check_clean(&plain(&text));
}

/// The rest of an input as it is, or the pieces that its bytes name.
pub(crate) fn text(input: &Input<'_>) -> String {
    if input.is_raw() {
        return String::from_utf8_lossy(input.rest).into_owned();
    }
    let piece = |byte: &u8| match usize::from(*byte) {
        n if n < PIECES.len() * 3 => PIECES[n % PIECES.len()].to_owned(),
        _ => char::from(*byte).to_string(),
    };
    input.rest.iter().map(piece).collect()
}

/// Looks into the tags alone: what is text has no `<`.
fn check_tags(html: &str) {
    let mut ids = HashSet::new();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        assert!(!tag.starts_with("script"), "{html}");
        let mut outside = tag.split('"').step_by(2);
        assert!(outside.all(|names| !names.contains(" on")), "{html}");
        let id = tag
            .split_once(" id=\"")
            .and_then(|(_, id)| id.split('"').next());
        assert!(id.is_none_or(|id| ids.insert(id)), "{id:?} is unique");
    }
}
