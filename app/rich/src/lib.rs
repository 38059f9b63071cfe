//! The page's module for texts that are more than the page's program can draw: what programs print
//! to terminals, diffs, and answers that are still being written.
//!
//! The program loads it when it first needs it (`serveWebModule` in `boot.js`), and gets elements
//! from it: no HTML goes from one module to the other, it is made of [`SafeHtml`] here.

mod draw;

use draw::Draw;
use js_sys::Array;
use markdown::{LineBreaks, SafeHtml};
use wasm_bindgen::{JsCast as _, prelude::wasm_bindgen};
use web_sys::{Element, HtmlTemplateElement};

/// A drawing of the text of a result.
#[wasm_bindgen]
pub fn drawing() -> Drawing {
    Drawing::of(Draw::of_result())
}

/// A drawing of markdown that is being written. `scope` is what its ids begin with; with
/// `keeps_line_breaks` each line is one.
#[wasm_bindgen]
pub fn growing(scope: &str, keeps_line_breaks: bool) -> Drawing {
    let line_breaks = match keeps_line_breaks {
        true => LineBreaks::Kept,
        false => LineBreaks::Soft,
    };
    Drawing::of(Draw::of_markdown(scope, line_breaks))
}

/// A text as blocks, of which only those that change are made anew when it has grown.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Drawing {
    draw: Draw,
    n_kept: usize,
}

impl Drawing {
    fn of(draw: Draw) -> Self {
        Self { draw, n_kept: 0 }
    }
}

#[wasm_bindgen]
impl Drawing {
    /// Takes a text whose elements were made by the server. `is_open` says that there was more to
    /// come.
    pub fn adopt(&mut self, text: &str, is_open: bool) {
        self.draw.draw(text, is_open);
    }

    /// Draws a text. Gives the elements behind the first [`Drawing::n_kept`], which stay.
    pub fn draw(&mut self, text: &str, is_open: bool) -> Array {
        self.n_kept = self.draw.draw(text, is_open);
        let new = self.draw.blocks().iter().skip(self.n_kept);
        new.filter_map(element).collect()
    }

    /// How many of the elements that were there stay as they are.
    pub fn n_kept(&self) -> usize {
        self.n_kept
    }

    /// About how many nodes the text is in the page: as many as it has tags.
    pub fn n_nodes(&self) -> usize {
        self.draw.blocks().iter().map(SafeHtml::n_tags).sum()
    }
}

/// A block has one element at its root.
fn element(block: &SafeHtml) -> Option<Element> {
    let document = web_sys::window()?.document()?;
    let template: HtmlTemplateElement = document.create_element("template").ok()?.unchecked_into();
    template.set_inner_html(block.as_str());
    template.content().first_element_child()
}
