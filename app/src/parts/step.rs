//! A quiet link to more of what is shown.

use leptos::{ev, prelude::*};

/// The link, while there is an address. `act` may do what the link is for without leaving the page,
/// and says whether it has.
#[component]
pub(super) fn Step(
    class: &'static str,
    #[prop(into)] address: Signal<Option<String>>,
    #[prop(into)] label: Signal<String>,
    act: Option<Callback<(), bool>>,
) -> impl IntoView {
    let follow = move |click: ev::MouseEvent| {
        if act.is_some_and(|act| act.run(())) {
            click.prevent_default();
        }
    };
    let link = move |address: String| {
        view! {
            <nav class=class aria-label=label>
                <a href=address on:click=follow>
                    {label}
                </a>
            </nav>
        }
    };
    move || address.get().map(link)
}
