//! The program in the page: it adopts what the server rendered and keeps it up to date.

mod attention;
mod clock;
mod dom;
mod link;
mod list;
mod mounted;
mod notice;
mod notify;
mod pinned;
mod reload;
mod rich;
mod screens;
mod scroll;
mod session;
mod sink;
mod theme;
mod transport;
mod unfold;
mod voice;
mod whole;

pub(crate) use sink::Sink;

use crate::{LIST_STATE_ID, ROOT_ID, STATE_ID, parts::App};
use conversation::read::FromJson;
use leptos::prelude::*;
use screens::Screens;
use wasm_bindgen::JsCast as _;
use wire::{ListState, PageState};

/// Takes over the page around this program. A page without a state, or with one of another version,
/// stays as it is.
pub fn start() {
    let Some(root) = dom::document().get_element_by_id(ROOT_ID) else {
        return;
    };
    let page = state::<PageState>(STATE_ID).filter(|page| page.version == wire::VERSION);
    let list = state::<ListState>(LIST_STATE_ID).filter(|list| list.version == wire::VERSION);
    if page.is_none() && list.is_none() {
        return;
    }
    clock::tell_zone();
    scroll::watch();
    unfold::watch_clicks();
    whole::watch_keys();
    voice::prepare();
    let handle = leptos::mount::hydrate_from(root.unchecked_into(), move || {
        provide_context(clock::browser_clock());
        let screens = match (page, list) {
            (Some(page), _) => Some(Screens::with_conversation(page)),
            (None, list) => list.map(Screens::with_list),
        };
        screens.map(|screens| view! { <App screen=screens.shown() /> })
    });
    handle.forget();
    dom::mark("renders", &markdown::renders().to_string());
    dom::mark("app", "adopted");
    reload::return_to_place();
}

/// The state of the page that an element holds as JSON. The element goes: what it holds is soon no
/// longer so.
fn state<T: FromJson>(id: &str) -> Option<T> {
    let element = dom::document().get_element_by_id(id)?;
    element.remove();
    wire::read(&element.text_content()?)
}
