//! The reading place: at the end the page goes on with what is new, elsewhere nothing moves.

use super::dom;
use std::cell::Cell;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

/// How near to the end, in CSS pixels, counts as being there. More than a rounding error of any
/// zoom, less than a line and a half.
const NEAR: f64 = 32.0;
const BUSY: &str = "aria-busy";
/// What a page at its very end may seem to lack, since its height and its place are rounded.
const ROUNDING: f64 = 2.0;

/// How many windows before the beginning or the end of what is here more is asked for: enough that it
/// has come when a reader is there.
const AHEAD: f64 = 2.0;

/// Whether the beginning of the page is near, or in view.
pub(super) fn is_near_beginning() -> bool {
    f64::from(top()) < AHEAD * height()
}

/// Whether the end of the page is near, or in view.
pub(super) fn is_near_end() -> bool {
    rest() < AHEAD * height()
}

thread_local! {
    /// How far the page was scrolled, and whether the reader has gone up from its end.
    static LAST: Cell<(i32, bool)> = const { Cell::new((0, false)) };
}

/// Takes note of where the reader goes. However little somebody goes up from the end, the page no
/// longer goes on with what is new: slow fingers would be pulled back at each word.
pub(super) fn watch() {
    let scrolled = |_: web_sys::Event| {
        let (last, had_left) = LAST.get();
        let (top, rest) = (top(), rest());
        let has_left = match top < last {
            // What became shorter has moved the page too, to its new end.
            true => rest > ROUNDING,
            false => had_left && rest > NEAR,
        };
        LAST.set((top, has_left));
    };
    dom::listen(&dom::window(), "scroll", Box::new(scrolled));
}

/// Whether the reader is at the end of the page, and has not begun to go up.
pub(super) fn is_at_end() -> bool {
    rest() <= NEAR && !LAST.get().1
}

/// How much of the page is below the window, in CSS pixels.
fn rest() -> f64 {
    dom::document().document_element().map_or(0.0, |root| {
        let seen = f64::from(root.scroll_top()) + f64::from(root.client_height());
        f64::from(root.scroll_height()) - seen
    })
}

/// Goes to the end at once: what moves smoothly lags behind what is written.
pub(super) fn go_to_end() {
    if let Some(root) = dom::document().document_element() {
        root.set_scroll_top(root.scroll_height());
    }
}

/// How far the page is scrolled, in CSS pixels.
pub(super) fn top() -> i32 {
    dom::document()
        .document_element()
        .map_or(0, |root| root.scroll_top())
}

/// Scrolls to a place.
pub(super) fn go_to(top: i32) {
    if let Some(root) = dom::document().document_element() {
        root.set_scroll_top(top);
    }
}

/// Goes to a place in the list of rows.
pub(super) fn go_to_row(y: f64) {
    if let Some(list) = list() {
        let top = list.get_bounding_client_rect().top() + y;
        dom::window().scroll_by_with_x_and_y(0.0, top);
    }
}

/// The element that has the rows.
pub(super) fn list() -> Option<HtmlElement> {
    let list = dom::document().query_selector(".rows").ok()??;
    list.dyn_into().ok()
}

/// Says of the rows whether more of them are on their way into the document.
pub(super) fn mark_busy(is_busy: bool) {
    let Some(list) = list() else { return };
    // An attribute of this name is valid.
    if is_busy {
        drop(list.set_attribute(BUSY, "true"));
    } else if list.has_attribute(BUSY) {
        drop(list.remove_attribute(BUSY));
    }
}

/// The height of the window.
pub(super) fn height() -> f64 {
    let root = dom::document().document_element();
    root.map_or(0.0, |root| f64::from(root.client_height()))
}

/// Remembers where the first row stands that is in view, and puts it there again: what is put in
/// above must not move it.
pub(super) struct Place {
    row: Element,
    top: f64,
}

impl Place {
    pub(super) fn of_first_row() -> Option<Self> {
        let rows = list()?.children();
        let bottom = |n: u32| Some(rows.item(n)?.get_bounding_client_rect().bottom());
        let (mut from, mut to) = (0, rows.length());
        // Each row is below the one before it.
        while from < to {
            let middle = u32::midpoint(from, to);
            if bottom(middle)? > 0.0 {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        Some(Self::of(rows.item(from)?)).filter(|place| place.top < height())
    }

    /// Where that row stands, or where it should by a place that was restored: what is lost by rounding
    /// must not add up.
    pub(super) fn kept(restored: Option<(Self, i32)>) -> Option<Self> {
        match restored {
            Some((place, at)) if at == top() && place.row.is_connected() => Some(place),
            _ => Self::of_first_row(),
        }
    }

    /// Where an element stands.
    pub(super) fn of(row: Element) -> Self {
        let top = row.get_bounding_client_rect().top();
        Self { row, top }
    }

    /// The place in words, to be found again by another page.
    pub(super) fn told(&self) -> String {
        // Whole pixels: numbers with fractions would bring their tables into the program.
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a place on a page is small"
        )]
        let top = self.top as i32;
        format!("{top} {}", self.row.id())
    }

    /// The place of which a page has told.
    pub(super) fn as_told(id: &str, top: &str) -> Option<Self> {
        let row = dom::document().get_element_by_id(id)?;
        let top: i32 = top.parse().ok()?;
        Some(Self {
            row,
            top: f64::from(top),
        })
    }

    pub(super) fn restore(&self) {
        if !self.row.is_connected() {
            return;
        }
        let moved = self.row.get_bounding_client_rect().top() - self.top;
        if moved.abs() >= 0.5 {
            dom::window().scroll_by_with_x_and_y(0.0, moved);
        }
    }
}
