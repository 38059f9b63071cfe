//! The page as a whole: one screen at a time.

use super::{
    conversation::{Conversation, PageContext, PageSignals},
    list::{List, ListContext, ListSignals},
};
use crate::words;
use leptos::{either::Either, prelude::*};
use wire::ConversationBody;

/// What the page shows.
#[derive(Clone)]
pub(crate) enum Screen {
    /// The list of conversations.
    List {
        context: ListContext,
        signals: ListSignals,
    },
    /// A conversation.
    Conversation {
        context: PageContext,
        signals: PageSignals,
        conversation: Box<ConversationBody>,
    },
}

/// The page. There is a screen from the start; only who makes it needs the place first.
#[component]
pub(crate) fn App(screen: ReadSignal<Option<Screen>>) -> impl IntoView {
    move || screen.get().map(view_of)
}

fn view_of(screen: Screen) -> impl IntoView {
    match screen {
        Screen::List { context, signals } => Either::Left(view! { <List context signals /> }),
        Screen::Conversation {
            context,
            signals,
            conversation,
        } => Either::Right(view! { <Conversation context conversation=*conversation signals /> }),
    }
}

/// A conversation's title, also where it has none.
pub(crate) fn title_of(conversation: &ConversationBody) -> String {
    conversation
        .title
        .clone()
        .unwrap_or_else(|| words::UNTITLED.to_owned())
}
