//! The element that a text fills: one child per block, of which only changed ones are replaced.

use super::{
    dom,
    rich::{self, Drawing},
    unfold,
};
use crate::parts::{MakeBlocks, is_long, n_nodes};
use conversation::Body;
use leptos::prelude::*;
use markdown::{SafeHtml, may_be_drawn};
use std::{cell::RefCell, rc::Rc, sync::Arc};
use wasm_bindgen::JsCast as _;
use web_sys::Element;

/// Fills an element with the blocks of a text, and keeps it so.
#[derive(Clone)]
pub(crate) struct Sink {
    body: Signal<Body>,
    blocks: MakeBlocks,
}

/// An element, and what it shows.
struct Shown {
    element: Element,
    make: MakeBlocks,
    /// The text that is to be shown.
    text: Option<Arc<str>>,
    by: By,
}

/// Whose the element's children are.
enum By {
    /// The server made them, of this text where the program knows it.
    Server(Option<Arc<str>>),
    /// This program did: one for each of these.
    Program(Vec<SafeHtml>),
    /// A module did.
    Module(Drawing),
}

impl Sink {
    /// A sink for `body`, whose text becomes the blocks that `blocks` makes of it.
    pub(crate) fn new(body: Signal<Body>, blocks: MakeBlocks) -> Self {
        Self { body, blocks }
    }

    /// Fills `element`, unless the server has, and follows the text from now on.
    pub(crate) fn attach(self, element: Element) {
        let text = self.body.get_untracked().text;
        let is_filled = element.child_element_count() > 0;
        let shown = Rc::new(RefCell::new(Shown {
            element,
            make: self.blocks,
            by: match is_filled {
                true => By::Server(text.clone()),
                false => By::Program(Vec::new()),
            },
            text: text.clone().filter(|_| is_filled),
        }));
        if let Some(text) = text {
            show(&shown, text);
        }
        Effect::new(move |_| {
            if let Some(text) = self.body.get().text {
                show(&shown, text);
            }
        });
    }
}

/// Shows a text, at once or as soon as who draws it is here.
fn show(shown: &Rc<RefCell<Shown>>, text: Arc<str>) {
    let mut now = shown.borrow_mut();
    if now.text.as_ref() == Some(&text) {
        return;
    }
    let waits = now.show(text);
    drop(now);
    if waits {
        let shown = Rc::clone(shown);
        rich::when_here(Box::new(move || shown.borrow_mut().draw_anew()));
    }
}

impl Shown {
    /// Shows a text. Says whether the module that should is not here.
    fn show(&mut self, text: Arc<str>) -> bool {
        self.text = Some(text.clone());
        let is_of_module = matches!(self.by, By::Module(_));
        let is_result = matches!(self.make, MakeBlocks::OfResult);
        let wants_module = is_result && !is_of_module && self.may_be_drawn(&text);
        if wants_module && !self.take_module() {
            // What stands there is read until then; a first text is shown as it is.
            if let By::Program(_) = self.by {
                self.fill(&text);
            }
            return true;
        }
        if let By::Server(was) = &self.by {
            // What the server rendered was made of the same text by the same function.
            let old = was.as_ref().map(|was| self.make.make(was));
            self.by = By::Program(old.unwrap_or_default());
        }
        self.fill(&text);
        false
    }

    /// Whether a text, or the one that the server has drawn, may have a form of its own.
    fn may_be_drawn(&self, text: &str) -> bool {
        let by_server = match &self.by {
            By::Server(was) => was.as_deref(),
            By::Program(_) | By::Module(_) => None,
        };
        may_be_drawn(text) || by_server.is_some_and(may_be_drawn)
    }

    /// Draws what is shown once more, now that the module is here.
    fn draw_anew(&mut self) {
        if let Some(text) = self.text.clone()
            && self.take_module()
        {
            self.fill(&text);
        }
    }

    /// Leaves the text to the module from now on, if it is here.
    fn take_module(&mut self) -> bool {
        let Some(drawing) = rich::new_drawing() else {
            return false;
        };
        if let By::Server(Some(was)) = &self.by {
            // Where that fails, all is drawn anew.
            drop(drawing.adopt(was));
        }
        self.by = By::Module(drawing);
        true
    }

    fn fill(&mut self, text: &str) {
        let was_open = unfold::take_button(&self.element);
        let had_any = self.element.child_element_count() > 0;
        let n_nodes = match &mut self.by {
            By::Module(drawing) => {
                let Ok(new) = drawing.draw(text) else {
                    // It is broken: the text is shown as it is.
                    self.by = By::Program(Vec::new());
                    return self.fill(text);
                };
                keep(&self.element, drawing.n_kept());
                for block in new {
                    drop(self.element.append_child(block.unchecked_ref()));
                }
                drawing.n_nodes()
            }
            By::Server(_) | By::Program(_) => self.fill_here(text),
        };
        if is_long(n_nodes) {
            // A text that grows long before the reader's eyes stays as it is.
            unfold::put_button(&self.element, text, was_open.unwrap_or(had_any));
        }
    }

    /// Fills the element with blocks that are made here. Gives about how many nodes they are.
    fn fill_here(&mut self, text: &str) -> usize {
        let blocks = self.make.make(text);
        let old = match &self.by {
            By::Program(old) => &**old,
            By::Server(_) | By::Module(_) => &[],
        };
        let pairs = old.iter().zip(&blocks);
        let same = pairs.take_while(|(old, new)| old == new).count();
        keep(&self.element, u32::try_from(same).unwrap_or(u32::MAX));
        for block in blocks.iter().skip(same) {
            dom::append_html(&self.element, block);
        }
        let n_nodes = n_nodes(&blocks);
        self.by = By::Program(blocks);
        n_nodes
    }
}

/// Takes away all children but the first.
fn keep(element: &Element, n: u32) {
    while element.child_element_count() > n
        && let Some(last) = element.last_element_child()
    {
        last.remove();
    }
}
