//! The program in the page: it adopts what the server rendered and keeps it up to date.

mod clock;
mod dom;
mod scroll;
mod session;
mod sink;
mod theme;
mod transport;

pub(crate) use sink::Sink;

use crate::{ROOT_ID, STATE_ID, parts::Conversation};
use leptos::prelude::*;
use session::Session;
use wasm_bindgen::JsCast as _;
use wire::PageState;

/// Takes over the page around this program. Where the page holds no state, as the list does, or one
/// of another version, it stays as it is.
pub fn start() {
    let document = dom::document();
    let Some(root) = document.get_element_by_id(ROOT_ID) else {
        return;
    };
    let state = document
        .get_element_by_id(STATE_ID)
        .and_then(|element| element.text_content());
    let Some(state) = state.and_then(|text| wire::read::<PageState>(&text)) else {
        return;
    };
    if state.version != wire::VERSION {
        return;
    }
    clock::tell_zone();
    let conversation = state.conversation.clone();
    let handle = leptos::mount::hydrate_from(root.unchecked_into(), move || {
        provide_context(clock::browser_clock());
        let session = Session::new(state);
        provide_context(session.context());
        let signals = session.signals();
        session.begin();
        view! { <Conversation conversation signals /> }
    });
    handle.forget();
    dom::mark("renders", &markdown::renders().to_string());
    dom::mark("app", "adopted");
}
