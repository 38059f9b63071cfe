//! What is to be said of the page itself, whatever it shows: a button that floats above its end.

use super::dom;
use web_sys::{Element, Event};

const NOTICE_ID: &str = "notice";

/// Makes the button; `act` does what its words offer.
pub(super) fn prepare(act: Box<dyn FnMut(Event)>) {
    if let Some(button) = dom::add_to_body("button", NOTICE_ID) {
        drop(button.set_attribute("class", "notice"));
        drop(button.set_attribute("hidden", ""));
        dom::listen(&button, "click", act);
    }
}

/// Shows some words, or takes the button away where there are none. Says whether they are others
/// than before.
pub(super) fn show(words: &str) -> bool {
    let Some(button) = dom::document().get_element_by_id(NOTICE_ID) else {
        return false;
    };
    if button.text_content().as_deref() == Some(words) {
        return false;
    }
    button.set_text_content(Some(words));
    hide(&button, words.is_empty());
    // Said of the whole page: a style that looks for the button would have all of the page's styles
    // made anew with each row that comes.
    dom::mark("notice", if words.is_empty() { "" } else { "shown" });
    true
}

fn hide(button: &Element, is_hidden: bool) {
    let changed = match is_hidden {
        true => button.set_attribute("hidden", ""),
        false => button.remove_attribute("hidden"),
    };
    drop(changed);
}
