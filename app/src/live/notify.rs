//! Notifications of the browser, where the person has asked for them.
//!
//! What the person chose stands in the browser's storage for this origin, which has the port in it.
//! A cookie, as the theme's, would travel with every request, and the server has no use for it.

use super::dom;
use crate::words;
use wasm_bindgen::{JsCast as _, JsValue, closure::Closure};
use web_sys::{Element, Event, Notification, NotificationOptions, NotificationPermission, Storage};

const CHOICE: &str = "serve-web-notify";
const BUTTON: &str = ".notify";
const SVG: &str = "http://www.w3.org/2000/svg";
/// A bell, in a field of 16 by 16.
const BELL: &str = "M3.5 11.5c1-1 1-2.5 1-4.5a3.5 3.5 0 0 1 7 0c0 2 0 3.5 1 4.5zM6.75 13.5h2.5";

/// What a notification says.
pub(super) struct Telling<'a> {
    pub title: &'a str,
    pub body: &'a str,
    /// Equal for what is told twice, also by two pages.
    pub tag: &'a str,
}

/// How it stands, in words; nothing where the browser has no notifications.
fn label() -> Option<&'static str> {
    let is_there = js_sys::Reflect::has(&dom::window(), &JsValue::from_str("Notification"));
    if is_there != Ok(true) {
        return None;
    }
    Some(match Notification::permission() {
        NotificationPermission::Denied => words::NOTIFY_DENIED,
        NotificationPermission::Granted if is_chosen() => words::NOTIFY_ON,
        _ => words::NOTIFY_OFF,
    })
}

/// Whether notifications are shown.
pub(super) fn is_on() -> bool {
    label() == Some(words::NOTIFY_ON)
}

/// Listens for clicks on the button, in whatever screen it stands.
pub(super) fn prepare() {
    let clicked = |event: Event| {
        if dom::around(&event, BUTTON).is_some() {
            turn();
        }
    };
    dom::listen(&dom::document(), "click", Box::new(clicked));
}

/// Names the bar's button as things stand. Where there is none yet it is made: without a program in the
/// page, or without notifications, there would be nothing for it to do.
pub(super) fn show_choice() {
    let bar = dom::document().query_selector(".bar");
    if let (Ok(Some(bar)), Some(label)) = (bar, label()) {
        let known = bar.query_selector(BUTTON).ok().flatten();
        if let Some(button) = known.or_else(|| make_button(&bar).ok()) {
            drop(button.set_attribute("aria-label", label));
            drop(button.set_attribute("title", label));
        }
    }
}

fn make_button(bar: &Element) -> Result<Element, JsValue> {
    let document = dom::document();
    let button = document.create_element("button")?;
    button.set_attribute("class", "notify")?;
    let symbol = document.create_element_ns(Some(SVG), "svg")?;
    symbol.set_attribute("class", "icon")?;
    symbol.set_attribute("viewBox", "0 0 16 16")?;
    symbol.set_attribute("aria-hidden", "true")?;
    let path = document.create_element_ns(Some(SVG), "path")?;
    path.set_attribute("d", BELL)?;
    symbol.append_child(&path)?;
    button.append_child(&symbol)?;
    bar.append_child(&button)?;
    Ok(button)
}

/// Turns them on or off. The browser asks the person where it has not yet.
fn turn() {
    let was_on = is_on();
    choose(!was_on);
    if !was_on {
        let answered = Closure::once_into_js(Box::new(show_choice) as Box<dyn FnOnce()>);
        let request =
            Notification::request_permission_with_permission_callback(answered.unchecked_ref());
        drop(request);
    }
    show_choice();
}

/// Shows a notification; a click on it calls `open`.
pub(super) fn tell(telling: &Telling<'_>, open: Box<dyn FnOnce()>) {
    let options = NotificationOptions::new();
    options.set_body(telling.body);
    options.set_tag(telling.tag);
    // Where only a service worker may show them there are none.
    if let Ok(notification) = Notification::new_with_options(telling.title, &options) {
        let open = Closure::once_into_js(open);
        notification.set_onclick(Some(open.unchecked_ref()));
    }
}

fn storage() -> Option<Storage> {
    dom::window().local_storage().ok()?
}

fn is_chosen() -> bool {
    let chosen = storage().and_then(|storage| storage.get_item(CHOICE).ok()?);
    chosen.is_some()
}

fn choose(is_on: bool) {
    if let Some(storage) = storage() {
        let stored = match is_on {
            true => storage.set_item(CHOICE, "on"),
            false => storage.remove_item(CHOICE),
        };
        drop(stored);
    }
}
