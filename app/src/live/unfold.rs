//! The button at the end of a text that is so long that a part of it is shown at first. What is hidden
//! is the stylesheet's: the text is there.

use super::{dom, scroll::Place};
use crate::{parts::n_lines, words};
use web_sys::Element;

const BUTTON: &str = ".show-all";
const STATE: &str = "aria-expanded";
/// Said of the text too: a style that looks for the button in it would be asked with each node that
/// comes into the page.
const FOLDED: &str = "data-folded";

/// Takes the button away, and says whether all was shown where there was one.
pub(super) fn take_button(element: &Element) -> Option<bool> {
    let button = element.last_element_child().filter(is_button)?;
    let was_open = is_open(&button);
    set_open(&button, true);
    button.remove();
    Some(was_open)
}

/// Puts a button behind the text of an element.
pub(super) fn put_button(element: &Element, text: &str, is_open: bool) {
    let Ok(button) = dom::document().create_element("button") else {
        return;
    };
    button.set_class_name("show-all");
    // Attributes of these names are valid, and an element can be a child of another.
    drop(button.set_attribute("type", "button"));
    button.set_text_content(Some(&words::all_lines(n_lines(text))));
    drop(element.append_child(&button));
    set_open(&button, is_open);
}

/// Listens for clicks on all such buttons, whoever put them into the page.
pub(super) fn watch_clicks() {
    let clicked = |click: web_sys::Event| {
        if let Some(button) = dom::around(&click, BUTTON) {
            let place = Place::of(button.clone());
            let was_open = is_open(&button);
            set_open(&button, !was_open);
            // Who folds a text again is at its end, which stays where it is.
            if was_open {
                place.restore();
            }
        }
    };
    dom::listen(&dom::window(), "click", Box::new(clicked));
}

fn is_button(element: &Element) -> bool {
    element.matches(BUTTON) == Ok(true)
}

fn is_open(button: &Element) -> bool {
    button.get_attribute(STATE).as_deref() == Some("true")
}

fn set_open(button: &Element, is_open: bool) {
    drop(button.set_attribute(STATE, if is_open { "true" } else { "false" }));
    if let Some(text) = button.parent_element() {
        drop(text.toggle_attribute_with_force(FOLDED, !is_open));
    }
}
