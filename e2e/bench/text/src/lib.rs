//! The renderer as a module of its own, to be measured in a browser: nothing of it is in the page.

use markdown::{LineBreaks, Options};
use wasm_bindgen::prelude::wasm_bindgen;

/// The HTML of a markdown text, as a page has it made.
#[wasm_bindgen]
#[must_use]
pub fn render(text: &str) -> String {
    let options = Options {
        scope: "m1",
        line_breaks: LineBreaks::Soft,
    };
    markdown::render(text, &options).into_string()
}
