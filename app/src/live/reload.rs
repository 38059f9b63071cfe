//! Loading the page anew without losing the reading place.

use super::{dom, scroll};
use crate::parts::anchored;
use web_sys::Storage;

/// Where the place stands while the page is loaded: gone with the tab.
const PLACE: &str = "serve-web-place";
/// In place of a row for whoever was at the end.
const END: &str = "end";

/// Loads the page anew; what comes then finds the place again.
pub(super) fn reload() {
    if let Some(storage) = storage() {
        let place = match scroll::Place::of_first_row().filter(|_| !scroll::is_at_end()) {
            Some(place) => place.told(),
            None => END.to_owned(),
        };
        drop(storage.set_item(PLACE, &place));
    }
    drop(dom::window().location().reload());
}

/// Goes to where the page was when it was loaded anew.
pub(super) fn return_to_place() {
    let Some(storage) = storage() else { return };
    let Ok(Some(place)) = storage.get_item(PLACE) else {
        return;
    };
    drop(storage.remove_item(PLACE));
    let Some((top, id)) = place.split_once(' ') else {
        return scroll::go_to_end();
    };
    match scroll::Place::as_told(id, top) {
        Some(place) => place.restore(),
        None => go_to_row(id),
    }
}

/// The row is further up than what the server renders: it renders the stretch around it.
fn go_to_row(id: &str) {
    let key = anchored(id).unwrap_or_default();
    let view = super::session::view_of_address();
    let address = format!("?view={view}&at={key}#{id}");
    drop(dom::window().location().replace(&address));
}

fn storage() -> Option<Storage> {
    dom::window().session_storage().ok()?
}
