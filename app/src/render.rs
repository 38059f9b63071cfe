//! Pages as HTML, for the server.

use crate::{
    parts::{Connection, Conversation, List, PageContext, PageSignals, Theme, row_signals},
    time::ZonedClock,
};
use leptos::prelude::*;
use wire::{ConversationBody, PageState};

/// The content of the element [`crate::ROOT_ID`] for a conversation. `theme` is the name that the
/// reader's cookie has.
pub fn conversation_html(state: &PageState, theme: &str, clock: ZonedClock) -> String {
    let view = state.view;
    let is_running = state.status.state == "running";
    let rows = conversation::rows(view, &state.window.items, is_running);
    in_owner(clock, || {
        provide_context(PageContext {
            id: state.conversation.id.clone(),
            view: signal(view).0,
            theme: signal(Theme::named(theme)).0,
            switch: None,
            turn_theme: None,
            show_older: None,
            go_to_end: None,
        });
        let signals = PageSignals {
            rows: signal(row_signals(rows)).0,
            before: signal(state.window.before.clone()).0,
            after: signal(state.after.clone()).0,
            status: signal(state.status.clone()).0,
            connection: signal(Connection::default()).0,
            n_new: signal(0).0,
        };
        let conversation = state.conversation.clone();
        view! { <Conversation conversation signals /> }.to_html()
    })
}

/// The content of the element [`crate::ROOT_ID`] for the list: each conversation with the instant of
/// its last activity in milliseconds since the Unix epoch, and where they were looked for.
pub fn list_html(
    entries: Vec<(ConversationBody, Option<i64>)>,
    looked_in: String,
    clock: ZonedClock,
) -> String {
    in_owner(clock, || view! { <List entries looked_in /> }.to_html())
}

/// Renders with a reactive owner of its own, which is gone with the page.
fn in_owner(clock: ZonedClock, render: impl FnOnce() -> String) -> String {
    let owner = Owner::new();
    let html = owner.with(|| {
        provide_context(clock);
        render()
    });
    owner.cleanup();
    html
}
