//! Pages as HTML, for the server.

use crate::{
    parts::{
        App, Connection, ListContext, ListSignals, PageContext, PageSignals, Screen, Theme,
        entry_signals, row_signals,
    },
    time::ZonedClock,
};
use leptos::prelude::*;
use wire::{ListState, PageState};

/// The content of the element [`crate::ROOT_ID`] for a conversation. `theme` is the name that the
/// reader's cookie has.
pub fn conversation_html(state: &PageState, theme: &str, clock: ZonedClock) -> String {
    let view = state.view;
    let is_running = state.status.state == "running";
    let rows = conversation::rows(view, &state.window.items, is_running);
    in_owner(clock, || Screen::Conversation {
        context: PageContext {
            id: state.conversation.id.clone(),
            view: signal(view).0,
            theme: signal(Theme::named(theme)).0,
            switch: None,
            leave: None,
            turn_theme: None,
            show_older: None,
            go_to_end: None,
        },
        signals: PageSignals {
            rows: signal(row_signals(rows)).0,
            before: signal(state.window.before.clone()).0,
            after: signal(state.after.clone()).0,
            status: signal(state.status.clone()).0,
            connection: signal(Connection::default()).0,
            n_new: signal(0).0,
        },
        conversation: Box::new(state.conversation.clone()),
    })
}

/// The content of the element [`crate::ROOT_ID`] for the list.
pub fn list_html(state: &ListState, clock: ZonedClock) -> String {
    let (entries, about) = entry_signals(&state.window);
    in_owner(clock, || Screen::List {
        context: ListContext::default(),
        signals: ListSignals {
            entries: signal(entries).0,
            about: signal(about).0,
            query: signal(state.query.clone()).0,
            now_ms: signal(state.now_ms).0,
        },
    })
}

/// Renders with a reactive owner of its own, which is gone with the page.
fn in_owner(clock: ZonedClock, screen: impl FnOnce() -> Screen) -> String {
    let owner = Owner::new();
    let html = owner.with(|| {
        provide_context(clock);
        let screen = signal(Some(screen())).0;
        view! { <App screen /> }.to_html()
    });
    owner.cleanup();
    html
}
