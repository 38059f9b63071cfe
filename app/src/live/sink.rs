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
use std::{cell::RefCell, mem, rc::Rc, sync::Arc};
use wasm_bindgen::JsCast as _;
use web_sys::Element;

/// Fills an element with the blocks of a text, and keeps it so.
#[derive(Clone)]
pub(crate) struct Sink {
    body: Signal<Body>,
    is_open: Signal<bool>,
    blocks: MakeBlocks,
}

/// An element, and what it shows.
struct Shown {
    element: Element,
    make: MakeBlocks,
    /// The text that is to be shown.
    text: Option<Arc<str>>,
    /// Whether there may be more of it.
    is_open: bool,
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
    /// A sink for `body`, whose text becomes the blocks that `blocks` makes of it. `is_open` says
    /// whether the text is being written.
    pub(crate) fn new(body: Signal<Body>, is_open: Signal<bool>, blocks: MakeBlocks) -> Self {
        Self {
            body,
            is_open,
            blocks,
        }
    }

    /// Fills `element`, unless the server has, and follows the text from now on.
    pub(crate) fn attach(self, element: Element) {
        let text = self.body.get_untracked().text;
        let is_open = self.is_open.get_untracked();
        let is_filled = element.child_element_count() > 0;
        let shown = Rc::new(RefCell::new(Shown {
            element,
            make: self.blocks,
            by: match is_filled {
                true => By::Server(text.clone()),
                false => By::Program(Vec::new()),
            },
            text: text.clone().filter(|_| is_filled),
            is_open,
        }));
        if let Some(text) = text {
            show(&shown, text, is_open);
        }
        Effect::new(move |_| {
            let is_open = self.is_open.get();
            if let Some(text) = self.body.get().text {
                show(&shown, text, is_open);
            }
        });
    }
}

/// Shows a text, at once or as soon as who draws it is here.
fn show(shown: &Rc<RefCell<Shown>>, text: Arc<str>, is_open: bool) {
    let mut now = shown.borrow_mut();
    if now.text.as_ref() == Some(&text) && now.is_open == is_open {
        return;
    }
    let waits = now.show(text, is_open);
    drop(now);
    if waits {
        let shown = Rc::clone(shown);
        rich::when_here(Box::new(move || shown.borrow_mut().draw_anew()));
    }
}

impl Shown {
    /// Shows a text. Says whether the module that should is not here.
    fn show(&mut self, text: Arc<str>, is_open: bool) -> bool {
        self.text = Some(text.clone());
        let was_open = mem::replace(&mut self.is_open, is_open);
        let is_of_module = matches!(self.by, By::Module(_));
        let wants_module = !is_of_module
            && match self.make {
                MakeBlocks::Markdown(..) => is_open,
                MakeBlocks::OfResult => self.may_be_drawn(&text),
                MakeBlocks::Plain => false,
            };
        if wants_module && !self.take_module(was_open) {
            // What stands there is read until then; a first text is shown as it is.
            if let By::Program(_) = self.by {
                self.fill(&text);
            }
            return true;
        }
        if let By::Server(was) = &self.by {
            // What the server rendered was made of the same text by the same function, unless its end
            // was completed.
            let old = was.as_ref().map(|was| self.make.make(was, false));
            let mut old = old.unwrap_or_default();
            if was_open {
                old.pop();
            }
            self.by = By::Program(old);
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
            && self.take_module(self.is_open)
        {
            self.fill(&text);
        }
    }

    /// Leaves the text to the module from now on, if it is here. `was_open` says of what the server has
    /// made that there was more to come.
    fn take_module(&mut self, was_open: bool) -> bool {
        let Some(drawing) = rich::new_drawing(&self.make) else {
            return false;
        };
        if let By::Server(Some(was)) = &self.by {
            // Where that fails, all is drawn anew.
            drop(drawing.adopt(was, was_open));
        }
        self.by = By::Module(drawing);
        true
    }

    fn fill(&mut self, text: &str) {
        let was_open = unfold::take_button(&self.element);
        let had_any = self.element.child_element_count() > 0;
        let n_nodes = match &mut self.by {
            By::Module(drawing) => {
                let Ok(new) = drawing.draw(text, self.is_open) else {
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
        let blocks = self.make.make(text, false);
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
