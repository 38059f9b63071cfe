//! The module that draws what this program cannot: results which are more than text, and answers that
//! are being written. It is loaded when it is first needed.

use crate::parts::MakeBlocks;
use js_sys::{Array, Promise};
use markdown::LineBreaks;
use std::{cell::RefCell, mem};
use wasm_bindgen::{JsCast as _, JsValue, closure::Closure, prelude::wasm_bindgen};

const NAME: &str = "rich";

#[wasm_bindgen]
extern "C" {
    /// Loads a module of the page: a promise of what it exports.
    #[wasm_bindgen(js_name = serveWebModule)]
    fn load(name: &str) -> Promise;

    #[derive(Clone)]
    type Module;

    #[wasm_bindgen(method, catch)]
    fn drawing(this: &Module) -> Result<Drawing, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn growing(this: &Module, scope: &str, keeps_line_breaks: bool) -> Result<Drawing, JsValue>;

    /// A text as elements, of which those stay that a longer text has too.
    pub(super) type Drawing;

    /// Takes a text whose elements are there. `is_open` says that there was more to come.
    #[wasm_bindgen(method, catch)]
    pub(super) fn adopt(this: &Drawing, text: &str, is_open: bool) -> Result<(), JsValue>;

    /// Draws a text: the elements behind those that stay.
    #[wasm_bindgen(method, catch)]
    pub(super) fn draw(this: &Drawing, text: &str, is_open: bool) -> Result<Array, JsValue>;

    /// How many elements stay.
    #[wasm_bindgen(method)]
    pub(super) fn n_kept(this: &Drawing) -> u32;

    /// About how many nodes the text is.
    #[wasm_bindgen(method)]
    pub(super) fn n_nodes(this: &Drawing) -> usize;
}

/// How far the module is.
#[derive(Default)]
enum State {
    #[default]
    Unwanted,
    /// What is to be done when it is there.
    Loading(Vec<Box<dyn FnOnce()>>),
    Here(Module),
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// A drawing of nothing yet, for texts of which the program makes blocks so; none where the module is
/// not here.
pub(super) fn new_drawing(make: &MakeBlocks) -> Option<Drawing> {
    let module = STATE.with_borrow(|state| match state {
        State::Here(module) => Some(module.clone()),
        State::Unwanted | State::Loading(_) => None,
    });
    match make {
        MakeBlocks::Markdown(scope, line_breaks) => module?
            .growing(scope, *line_breaks == LineBreaks::Kept)
            .ok(),
        MakeBlocks::Plain | MakeBlocks::OfResult => module?.drawing().ok(),
    }
}

/// Runs `then` as soon as the module is here, if it comes.
pub(super) fn when_here(then: Box<dyn FnOnce()>) {
    let is_first = STATE.with_borrow_mut(|state| match state {
        State::Loading(waiting) => {
            waiting.push(then);
            false
        }
        State::Unwanted => {
            *state = State::Loading(vec![then]);
            true
        }
        // It has just come, and what it draws does not wait.
        State::Here(_) => false,
    });
    if is_first {
        let come = |module: JsValue| arrive(State::Here(module.unchecked_into()));
        // Texts stay as they are, and the next one that needs it tries again.
        let failed = |_: JsValue| arrive(State::Unwanted);
        let (come, failed) = (Closure::once(come), Closure::once(failed));
        drop(load(NAME).then2(&come, &failed));
        // One of them is called, once: nobody knows when.
        come.forget();
        failed.forget();
    }
}

fn arrive(state: State) {
    let is_here = matches!(state, State::Here(_));
    let was = STATE.with_borrow_mut(|old| mem::replace(old, state));
    if let State::Loading(waiting) = was
        && is_here
    {
        for then in waiting {
            then();
        }
    }
}
