//! The browser's objects.

use crate::parts::anchor;
use wasm_bindgen::{JsCast as _, JsValue, closure::Closure};
use web_sys::{Document, Event, EventTarget, HtmlElement, MessageEvent, Window};

/// The window: there is one wherever a page's program runs.
#[expect(
    clippy::expect_used,
    reason = "without a window there is no page to save"
)]
pub(super) fn window() -> Window {
    web_sys::window().expect("a page has a window")
}

/// The document.
#[expect(
    clippy::expect_used,
    reason = "without a document there is no page to save"
)]
pub(super) fn document() -> Document {
    window().document().expect("a page has a document")
}

/// The root element.
pub(super) fn root() -> Option<HtmlElement> {
    document().document_element()?.dyn_into().ok()
}

/// Sets a `data-` attribute of the root element, which styles and tests read.
pub(super) fn mark(name: &str, value: &str) {
    if let Some(root) = root() {
        // A data attribute's name is ours and valid.
        drop(root.dataset().set(name, value));
    }
}

/// Runs `then` once, after at least `ms` milliseconds.
pub(super) fn after(ms: i32, then: Box<dyn FnOnce()>) {
    let callback = Closure::once_into_js(then);
    let timer = window()
        .set_timeout_with_callback_and_timeout_and_arguments_0(callback.unchecked_ref(), ms);
    // It only fails on wrong arguments.
    drop(timer);
}

/// Runs `then` with the next frame, or soon where the page is not painted.
pub(super) fn next_frame(then: Box<dyn FnOnce()>) {
    if document().hidden() {
        return after(50, then);
    }
    let callback = Closure::once_into_js(then);
    drop(window().request_animation_frame(callback.unchecked_ref()));
}

/// Runs `then` behind the effects of the signals that have changed, and before the page is painted.
pub(super) fn after_effects(then: Box<dyn FnOnce()>) {
    leptos::task::spawn_local(async move {
        leptos::task::tick().await;
        then();
    });
}

/// Listens for an event of a target for as long as the page lives.
pub(super) fn listen(target: &EventTarget, name: &str, handle: Box<dyn FnMut(Event)>) {
    let callback = Closure::wrap(handle).into_js_value();
    drop(target.add_event_listener_with_callback(name, callback.unchecked_ref()));
}

/// Listens for messages, likewise.
pub(super) fn listen_text(target: &EventTarget, name: &str, hear: impl Fn(String) + 'static) {
    let handle = move |event: Event| {
        let message: MessageEvent = event.unchecked_into();
        hear(message.data().as_string().unwrap_or_default());
    };
    listen(target, name, Box::new(handle));
}

/// Sets a cookie that the server reads, for a year. Its name carries the port, since cookies are
/// shared between the ports of a host.
pub(super) fn set_cookie(name: &str, value: &str) {
    let document: web_sys::HtmlDocument = document().unchecked_into();
    let port = window().location().port().unwrap_or_default();
    let cookie =
        format!("serve-web-{name}-{port}={value}; path=/; max-age=31536000; samesite=strict");
    drop(document.set_cookie(&cookie));
}

/// Adds a block to the end of an element.
pub(super) fn append_html(element: &web_sys::Element, block: &markdown::SafeHtml) {
    drop(element.insert_adjacent_html("beforeend", block.as_str()));
}

/// Makes an address the page's own, as a step that the reader can go back.
pub(super) fn push_address(address: &str) {
    if let Ok(history) = window().history() {
        drop(history.push_state_with_url(&JsValue::NULL, "", Some(address)));
    }
}

/// The element that fits a selector and in which an event has happened.
pub(super) fn around(event: &Event, selector: &str) -> Option<web_sys::Element> {
    let target: web_sys::Element = event.target()?.dyn_into().ok()?;
    target.closest(selector).ok()?
}

/// Sets the document's title, unless it is so already.
pub(super) fn set_title(title: &str) {
    let document = document();
    if document.title() != title {
        document.set_title(title);
    }
}

/// The document's title for what is shown.
pub(super) fn full_title(title: &str) -> String {
    format!("{title} · serve-web")
}

/// Adds an element to the end of the page, beside what the server rendered.
pub(super) fn add_to_body(name: &str, id: &str) -> Option<web_sys::Element> {
    let document = document();
    let element = document.create_element(name).ok()?;
    element.set_attribute("id", id).ok()?;
    document.body()?.append_child(&element).ok()?;
    Some(element)
}

/// Runs `then` whenever the page is shown again after it was hidden.
pub(super) fn whenever_seen(then: impl Fn() + 'static) {
    let turned = move |_: Event| {
        if !document().hidden() {
            then();
        }
    };
    listen(&document(), "visibilitychange", Box::new(turned));
}

/// Brings a row of the page before the person; one that is not there is at an address.
pub(super) fn go_to_row(key: &str, address: &str) {
    let window = window();
    drop(window.focus());
    let row = document().get_element_by_id(&anchor(key));
    let Some(row) = row.and_then(|row| row.dyn_into::<HtmlElement>().ok()) else {
        return drop(window.location().set_href(address));
    };
    row.scroll_into_view();
    // A row takes the focus for this once, so that a screen reader goes on from there.
    row.set_tab_index(-1);
    drop(row.focus());
}

/// The parameters of the address that mean something here.
pub(super) fn parameters() -> Vec<(&'static str, String)> {
    let search = window().location().search().unwrap_or_default();
    let Ok(parameters) = web_sys::UrlSearchParams::new_with_str(&search) else {
        return Vec::new();
    };
    let names = ["view", "filter", "limit"].into_iter();
    names
        .filter_map(|name| Some((name, parameters.get(name)?)))
        .collect()
}
