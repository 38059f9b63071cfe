//! Markdown that arrives in pieces: however it is cut, it reads the same.

use crate::{
    input::Input,
    markdown::{self, oracle::OPTIONS},
};
use ::markdown::{Growing, SafeHtml, render_blocks, render_open};

/// What fuzzing starts from.
pub fn seeds() -> Vec<Vec<u8>> {
    markdown::seeds()
}

/// Checks one input.
pub fn check(data: &[u8]) {
    let Some(input) = Input::of(data) else { return };
    let text = markdown::text(&input);
    let mut growing = Growing::new(OPTIONS.scope, OPTIONS.line_breaks);
    let mut page: Vec<SafeHtml> = Vec::new();
    for piece in pieces(&text, input.rest) {
        growing.push(piece);
        page.truncate(growing.n_kept());
        page.extend(growing.blocks().iter().skip(page.len()).cloned());
        assert_eq!(page, growing.blocks(), "{:?}", growing.text());
        assert_eq!(
            page,
            render_open(growing.text(), &OPTIONS),
            "{:?}",
            growing.text()
        );
    }
    growing.finish();
    assert_eq!(growing.blocks(), render_blocks(&text, &OPTIONS), "{text:?}");
}

/// The text in pieces whose lengths the bytes say.
fn pieces<'a>(text: &'a str, bytes: &'a [u8]) -> impl Iterator<Item = &'a str> {
    let mut at = 0;
    let mut lengths = bytes.iter().cycle();
    std::iter::from_fn(move || {
        let length = 1 + usize::from(lengths.next()? % 32);
        let end = text.ceil_char_boundary((at + length).min(text.len()));
        let piece = text.get(at..end).filter(|piece| !piece.is_empty())?;
        at = end;
        Some(piece)
    })
}
