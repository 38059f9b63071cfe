//! Pages as HTML, for the server.

mod printed;

pub use printed::PrintedPage;

use crate::{
    parts::{
        App, Connection, ListContext, ListSignals, PageContext, PageSignals, Screen, Theme,
        entry_signals, row_signals,
    },
    time::ZonedClock,
};
use conversation::View;
use leptos::prelude::*;
use wire::{ListState, PageState};

/// The content of the element [`crate::ROOT_ID`] for a conversation. `theme` is the name that the
/// reader's cookie has.
pub fn conversation_html(state: &PageState, theme: &str, clock: ZonedClock) -> String {
    let view = state.view;
    let is_running = state.status.is_running();
    let items = &state.window.items;
    let rows = match &state.after {
        None => conversation::rows(view, items, is_running),
        Some(_) => conversation::rows_of_stretch(view, items, is_running, &[]),
    };
    screen_html(clock, || Screen::Conversation {
        context: page_context(&state.conversation.id, view, theme),
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

/// What the parts of a page need where no program runs in it.
fn page_context(id: &str, view: View, theme: &str) -> PageContext {
    PageContext {
        id: id.to_owned(),
        view: signal(view).0,
        theme: signal(Theme::named(theme)).0,
        switch: None,
        leave: None,
        turn_theme: None,
        show_older: None,
        go_to_end: None,
    }
}

/// The content of the element [`crate::ROOT_ID`] for the list.
pub fn list_html(state: &ListState, clock: ZonedClock) -> String {
    let (entries, about) = entry_signals(&state.window);
    screen_html(clock, || Screen::List {
        context: ListContext::default(),
        signals: ListSignals {
            entries: signal(entries).0,
            about: signal(about).0,
            query: signal(state.query.clone()).0,
            now_ms: signal(state.now_ms).0,
        },
    })
}

fn screen_html(clock: ZonedClock, screen: impl FnOnce() -> Screen) -> String {
    in_owner(clock, || {
        let screen = signal(Some(screen())).0;
        view! { <App screen /> }
    })
}

/// Renders with a reactive owner of its own, which is gone with the page.
fn in_owner<V: IntoView>(clock: ZonedClock, view: impl FnOnce() -> V) -> String {
    let owner = Owner::new();
    let html = owner.with(|| {
        provide_context(clock);
        view().to_html()
    });
    owner.cleanup();
    html
}
