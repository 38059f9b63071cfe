//! The element that a text fills: one child per block, of which only changed ones are replaced.

use super::{dom, unfold};
use crate::parts::{MakeBlocks, is_long};
use conversation::Body;
use leptos::prelude::*;
use markdown::SafeHtml;
use std::{cell::RefCell, sync::Arc};
use web_sys::Element;

/// Fills an element with the blocks of a text, and keeps it so.
#[derive(Clone)]
pub(crate) struct Sink {
    body: Signal<Body>,
    blocks: MakeBlocks,
}

/// What an element shows.
#[derive(Default)]
struct Shown {
    text: Option<Arc<str>>,
    /// The blocks of `text`; nothing where the server rendered them.
    blocks: Option<Vec<SafeHtml>>,
}

impl Sink {
    /// A sink for `body`, whose text becomes the blocks that `blocks` makes of it.
    pub(crate) fn new(body: Signal<Body>, blocks: MakeBlocks) -> Self {
        Self { body, blocks }
    }

    /// Fills `element`, unless the server has, and follows the text from now on.
    pub(crate) fn attach(self, element: Element) {
        let text = self.body.get_untracked().text;
        let mut shown = Shown {
            text: text.clone(),
            blocks: None,
        };
        if element.child_element_count() == 0
            && let Some(text) = text
        {
            shown.show(&element, &text, (self.blocks)(&text));
        }
        let shown = RefCell::new(shown);
        Effect::new(move |_| {
            let Some(text) = self.body.get().text else {
                return;
            };
            let mut shown = shown.borrow_mut();
            if shown.text.as_ref() == Some(&text) {
                return;
            }
            // What the server rendered was made of the same text by the same function.
            if let (None, Some(old)) = (&shown.blocks, &shown.text) {
                shown.blocks = Some((self.blocks)(old));
            }
            let blocks = (self.blocks)(&text);
            shown.show(&element, &text, blocks);
            shown.text = Some(text);
        });
    }
}

impl Shown {
    fn show(&mut self, element: &Element, text: &str, blocks: Vec<SafeHtml>) {
        let old = self.blocks.take().unwrap_or_default();
        let was_open = unfold::take_button(element);
        let same = old
            .iter()
            .zip(&blocks)
            .take_while(|(old, new)| old == new)
            .count();
        while u32::try_from(same).is_ok_and(|same| element.child_element_count() > same)
            && let Some(last) = element.last_element_child()
        {
            last.remove();
        }
        for block in blocks.iter().skip(same) {
            dom::append_html(element, block);
        }
        if is_long(&blocks) {
            // A text that grows long before the reader's eyes stays as it is.
            unfold::put_button(element, text, was_open.unwrap_or(!old.is_empty()));
        }
        self.blocks = Some(blocks);
    }
}
