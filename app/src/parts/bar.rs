//! The bar: what is read, and in which view.

use super::{
    app::title_of,
    conversation::PageContext,
    origin::{origin, parent, whole_origin},
};
use crate::{
    changing::attribute,
    icon::{BackSymbol, ThemeSymbol},
    words,
};
use conversation::View;
use leptos::{ev, prelude::*};
use wire::ConversationBody;

/// The bar above a conversation.
#[component]
pub(super) fn Bar(conversation: ConversationBody) -> impl IntoView {
    let page = expect_context::<PageContext>();
    let title = title_of(&conversation);
    let leave = move |click: ev::MouseEvent| {
        let opens_elsewhere = click.ctrl_key() || click.meta_key() || click.shift_key();
        if let Some(action) = page.leave.filter(|_| !opens_elsewhere) {
            click.prevent_default();
            action.run(());
        }
    };
    let parent = parent(&conversation).map(|name| {
        // One that is not there has a name and no page.
        let is_there = conversation.parent_title.is_some();
        let address = conversation.parent.as_ref().filter(|_| is_there);
        let address = address.map(|parent| format!("/c/{parent}"));
        view! {
            <a class="parent" dir="auto" href=address title=name.clone()>
                {name.clone()}
            </a>
        }
    });
    let whole_origin = whole_origin(&conversation);
    let origin = origin(&conversation, None);
    view! {
        <header class="bar">
            <a class="back" href="/" aria-label=words::ALL_CONVERSATIONS title=words::ALL_CONVERSATIONS on:click=leave>
                <BackSymbol />
            </a>
            <div class="title">
                <h1 dir="auto">{title}</h1>
                <p class="origin">
                    {parent} <span dir="auto" title=whole_origin>
                        {origin}
                    </span>
                </p>
            </div>
            <nav class="views" aria-label=words::VIEWS>
                <ViewLink view=View::User name=words::USER title=words::USER_TITLE />
                <ViewLink view=View::Raw name=words::RAW title=words::RAW_TITLE />
                <ViewLink view=View::Provider name=words::MODEL title=words::MODEL_TITLE />
            </nav>
            <ThemeButton />
        </header>
    }
}

/// A view of the switch: a link, which the program in the page follows without leaving the page.
#[component]
fn ViewLink(view: View, name: &'static str, title: &'static str) -> impl IntoView {
    let page = expect_context::<PageContext>();
    let href = page.view_url(view);
    let current = page.view;
    let is_current = attribute(move || (current.get() == view).then(|| "page".to_owned()));
    let switch = move |click: ev::MouseEvent| {
        let opens_elsewhere = click.ctrl_key() || click.meta_key() || click.shift_key();
        if let Some(action) = page.switch.filter(|_| !opens_elsewhere) {
            click.prevent_default();
            action.run(view);
        }
    };
    view! {
        <a href=href title=title aria-current=is_current on:click=switch>
            {name}
        </a>
    }
}

/// The theme's button. Without a program in the page the theme is the system's, so the button is
/// there only with one.
#[component]
fn ThemeButton() -> impl IntoView {
    let page = expect_context::<PageContext>();
    let theme = page.theme;
    let label = attribute(move || Some(format!("{}: {}", words::THEME, theme.get().name())));
    let turn = move |_| {
        if let Some(action) = page.turn_theme {
            action.run(());
        }
    };
    view! {
        <button type="button" class="theme" aria-label=label title=label on:click=turn>
            <ThemeSymbol />
        </button>
    }
}
