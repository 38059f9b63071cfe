//! Symbols, drawn in a 16 by 16 field with the colour of the text around.

use leptos::prelude::*;

#[component]
pub(crate) fn Chevron() -> impl IntoView {
    view! {
        <svg class="icon chevron" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M6 3.5 10.5 8 6 12.5" />
        </svg>
    }
}

#[component]
pub(crate) fn ResultSymbol(#[prop(into)] is_error: Signal<bool>) -> impl IntoView {
    // A line that returns; with an error, a crossed ring.
    let path = move || match is_error.get() {
        true => "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M6 6l4 4M10 6l-4 4",
        false => "M12.5 3.5v4a2 2 0 0 1-2 2h-7M6.5 6.5l-3 3 3 3",
    };
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d=path />
        </svg>
    }
}

#[component]
pub(crate) fn CallSymbol() -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3.5 12.5v-4a2 2 0 0 1 2-2h7M9.5 3.5l3 3-3 3" />
        </svg>
    }
}

#[component]
pub(crate) fn BackSymbol() -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M10 3.5 5.5 8l4.5 4.5" />
        </svg>
    }
}

#[component]
pub(crate) fn ThemeSymbol() -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11" />
            <path class="filled" d="M8 2.5a5.5 5.5 0 0 1 0 11z" />
        </svg>
    }
}
