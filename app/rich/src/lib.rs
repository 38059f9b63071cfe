//! The page's module for results that are more than text: what programs print to terminals, diffs.
//!
//! The page's program loads it when it first needs it (`serveWebModule` in `boot.js`), and gets
//! elements from it: no HTML goes from one module to the other, it is made of [`SafeHtml`] here.

use js_sys::Array;
use markdown::{SafeHtml, result_blocks};
use wasm_bindgen::{JsCast as _, prelude::wasm_bindgen};
use web_sys::{Element, HtmlTemplateElement};

/// A drawing of nothing yet.
#[wasm_bindgen]
pub fn drawing() -> Drawing {
    Drawing::default()
}

/// A text as blocks, of which only those that change are made anew when it has grown.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Drawing {
    blocks: Vec<SafeHtml>,
    n_kept: usize,
}

#[wasm_bindgen]
impl Drawing {
    /// Takes a text whose elements were made by the server.
    pub fn adopt(&mut self, text: &str) {
        self.blocks = result_blocks(text);
    }

    /// Draws a text. Gives the elements behind the first [`Drawing::n_kept`], which stay.
    pub fn draw(&mut self, text: &str) -> Array {
        let blocks = result_blocks(text);
        let pairs = self.blocks.iter().zip(&blocks);
        self.n_kept = pairs.take_while(|(old, new)| old == new).count();
        self.blocks = blocks;
        let new = self.blocks.iter().skip(self.n_kept);
        new.filter_map(element).collect()
    }

    /// How many of the elements that were there stay as they are.
    pub fn n_kept(&self) -> usize {
        self.n_kept
    }

    /// About how many nodes the text is in the page: as many as it has tags.
    pub fn n_nodes(&self) -> usize {
        self.blocks.iter().map(SafeHtml::n_tags).sum()
    }
}

/// A block has one element at its root.
fn element(block: &SafeHtml) -> Option<Element> {
    let document = web_sys::window()?.document()?;
    let template: HtmlTemplateElement = document.create_element("template").ok()?.unchecked_into();
    template.set_inner_html(block.as_str());
    template.content().first_element_child()
}
