//! Symbols, drawn in a 16 by 16 field with the colour of the text around.

use crate::changing::{ChangingAttribute, attribute};
use leptos::prelude::*;

/// A line that returns: a result.
const RESULT: &str = "M12.5 3.5v4a2 2 0 0 1-2 2h-7M6.5 6.5l-3 3 3 3";
/// A crossed ring: an error.
const ERROR: &str = "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M6 6l4 4M10 6l-4 4";
/// A line that leaves: a call.
const CALL: &str = "M3.5 12.5v-4a2 2 0 0 1 2-2h7M9.5 3.5l3 3-3 3";
const CHEVRON: &str = "M6 3.5 10.5 8 6 12.5";
const BACK: &str = "M10 3.5 5.5 8l4.5 4.5";
const RING: &str = "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11";
const RIGHT_HALF: &str = "M8 2.5a5.5 5.5 0 0 1 0 11z";

/// A symbol. The path is an expression for Leptos, although it never changes: what is written out
/// in a view stands in the page with a group around it when the browser makes it, and without one
/// when the server does.
#[component]
fn Symbol(class: &'static str, path: ChangingAttribute) -> impl IntoView {
    view! {
        <svg class=class viewBox="0 0 16 16" aria-hidden="true">
            <path d=path />
        </svg>
    }
}

#[component]
pub(crate) fn Chevron() -> impl IntoView {
    view! { <Symbol class="icon chevron" path=attribute(|| Some(CHEVRON.to_owned())) /> }
}

#[component]
pub(crate) fn ResultSymbol(is_error: impl Fn() -> bool + Send + Sync + 'static) -> impl IntoView {
    let path = attribute(move || Some(if is_error() { ERROR } else { RESULT }.to_owned()));
    view! { <Symbol class="icon" path /> }
}

#[component]
pub(crate) fn CallSymbol() -> impl IntoView {
    view! { <Symbol class="icon" path=attribute(|| Some(CALL.to_owned())) /> }
}

#[component]
pub(crate) fn BackSymbol() -> impl IntoView {
    view! { <Symbol class="icon" path=attribute(|| Some(BACK.to_owned())) /> }
}

/// A ring, half of which is filled.
#[component]
pub(crate) fn ThemeSymbol() -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d=RING />
            <path class="filled" d=RIGHT_HALF />
        </svg>
    }
}
