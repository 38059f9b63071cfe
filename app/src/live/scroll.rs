//! The reading place: at the end the page goes on with what is new, elsewhere nothing moves.

use super::dom;
use std::cell::Cell;
use web_sys::Element;

/// How near to the end, in CSS pixels, counts as being there. More than a rounding error of any
/// zoom, less than a line and a half.
const NEAR: f64 = 32.0;
/// What a page at its very end may seem to lack, since its height and its place are rounded.
const ROUNDING: f64 = 2.0;

/// How many windows before the beginning of what is here older things are asked for: enough that they
/// have come when a reader is there.
const AHEAD: i32 = 2;

/// Whether the beginning of the page is near, or in view.
pub(super) fn is_near_beginning() -> bool {
    dom::document()
        .document_element()
        .is_some_and(|root| root.scroll_top() < AHEAD * root.client_height())
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
    if let Ok(Some(list)) = dom::document().query_selector(".rows") {
        let top = list.get_bounding_client_rect().top() + y;
        dom::window().scroll_by_with_x_and_y(0.0, top);
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
        let rows = dom::document().query_selector_all(".rows > .row").ok()?;
        let rows = (0..rows.length()).filter_map(|n| {
            let row: Element = wasm_bindgen::JsCast::dyn_into(rows.get(n)?).ok()?;
            Some((row.get_bounding_client_rect().bottom(), row))
        });
        let (_, row) = rows.into_iter().find(|(bottom, _)| *bottom > 0.0)?;
        Some(Self::of(row)).filter(|place| place.top < height())
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
