//! A reader who is about to find, print or select something is told where the page has only a part
//! of the conversation.

use super::dom;
use wasm_bindgen::JsCast as _;
use web_sys::KeyboardEvent;

/// Listens for the keys that mean the whole page to a browser.
pub(super) fn watch_keys() {
    let pressed = |event: web_sys::Event| {
        let key: KeyboardEvent = event.unchecked_into();
        let is_for_browser = key.ctrl_key() || key.meta_key();
        if !is_for_browser {
            show(false);
        } else if matches!(key.key().as_str(), "a" | "f" | "p") {
            show(true);
        }
    };
    dom::listen(&dom::window(), "keydown", Box::new(pressed));
}

fn show(is_shown: bool) {
    let Ok(Some(line)) = dom::document().query_selector(".whole:is([data-part], [data-away])")
    else {
        return;
    };
    // Attributes of these names are valid.
    drop(if is_shown {
        line.set_attribute("data-shown", "")
    } else {
        line.remove_attribute("data-shown")
    });
}

/// Tells the reader, from now on, that not all rows stand in the document.
pub(super) fn tell_of_rows_away() {
    if let Ok(Some(line)) = dom::document().query_selector(".whole") {
        drop(line.set_attribute("data-away", ""));
    }
}
