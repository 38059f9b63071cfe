//! The list of conversations.

use super::{
    each::each,
    entry::{Entry, stand},
    step::Step,
    sub_agents::SubAgents,
};
use crate::{
    changing::{attribute, text},
    words,
};
use leptos::{ev, prelude::*};
use wire::{ConversationBody, ListQuery, ListWindow};

/// What the parts of the list can do, where a program runs in the page.
#[derive(Clone, Copy, Default)]
pub(crate) struct ListContext {
    /// Shows a conversation without leaving the page.
    pub open: Option<Callback<ConversationBody>>,
    /// Shows those whose titles have these words.
    pub filter: Option<Callback<String>>,
    /// Shows more of them.
    pub more: Option<Callback<(), bool>>,
}

/// A conversation of the list that follows its changes.
pub(crate) type EntrySignal = ArcRwSignal<ConversationBody>;

/// What changes in the list.
#[derive(Clone, Copy)]
pub(crate) struct ListSignals {
    /// The conversations, in order.
    pub entries: ReadSignal<Vec<EntrySignal>>,
    /// What is told beside them; its own entries are left out.
    pub about: ReadSignal<ListWindow>,
    pub query: ReadSignal<ListQuery>,
    /// The time that relative times are told from.
    pub now_ms: ReadSignal<i64>,
}

/// The id of an entry, which stays.
pub(crate) fn entry_id(entry: &EntrySignal) -> String {
    entry.with_untracked(|entry| entry.id.clone())
}

/// The entries of a window as signals, and the rest of it.
#[cfg(feature = "ssr")]
pub(crate) fn entry_signals(window: &ListWindow) -> (Vec<EntrySignal>, ListWindow) {
    let entries = window
        .entries
        .iter()
        .cloned()
        .map(EntrySignal::new)
        .collect();
    (
        entries,
        ListWindow {
            entries: Vec::new(),
            ..window.clone()
        },
    )
}

/// All conversations, or where they were looked for.
#[component]
pub(crate) fn List(context: ListContext, signals: ListSignals) -> impl IntoView {
    provide_context(context);
    let ListSignals {
        entries,
        about,
        query,
        ..
    } = signals;
    let group = move |is_archived: bool| {
        entries.with(|entries| {
            let is_meant = |entry: &&EntrySignal| entry.with(|entry| entry.archived == is_archived);
            entries.iter().filter(is_meant).cloned().collect::<Vec<_>>()
        })
    };
    let n_archived = move || group(true).len();
    let n_more = move || {
        let n_shown = entries.with(Vec::len);
        about.with(|about| about.n_found.saturating_sub(n_shown))
    };
    let more = Signal::derive(move || {
        let address = || query.with(|query| format!("/?limit={}", query.limit * 4));
        (n_more() > 0).then(address)
    });
    let back = Signal::derive(move || {
        let is_alone = query.with(|query| query.parent.is_some());
        is_alone.then(|| "/".to_owned())
    });
    let more_label = Signal::derive(move || words::n_more(n_more()));
    // Told from their values, so that what stays as it is is not made again.
    let has_archived = Memo::new(move |_| n_archived() > 0);
    let is_empty = Memo::new(move |_| about.with(|about| about.n_all == 0));
    // What the filter finds must not stay folded.
    let is_unfolded = attribute(move || query.with(|query| is_filtered(query).then(String::new)));
    let archived = move || {
        view! {
            <details class="archived" open=is_unfolded>
                <summary>{text(move || words::n_archived(n_archived()))}</summary>
                <Entries entries=Signal::derive(move || group(true)) signals />
            </details>
        }
    };
    view! {
        <main class="list">
            <h1>{words::CONVERSATIONS}</h1>
            <Filter query about />
            <Step class="older" address=back label=words::ALL_CONVERSATIONS act=None />
            <p class="problem" dir="auto">
                {text(move || about.with(|about| about.problems.join("\n")))}
            </p>
            <Entries entries=Signal::derive(move || group(false)) signals />
            {move || has_archived.get().then(archived)}
            <Step class="later" address=more label=more_label act=context.more />
            {move || is_empty.get().then(|| view! { <NoConversations about /> })}
        </main>
    }
}

/// Conversations, one below the other. An entry keeps its element for as long as it is there.
#[component]
fn Entries(entries: Signal<Vec<EntrySignal>>, signals: ListSignals) -> impl IntoView {
    let now_ms = signals.now_ms;
    let entry = move |entry: EntrySignal| {
        view! {
            <li data-state=stand(&entry)>
                <Entry entry=entry.clone() under=None now_ms />
                <SubAgents of=entry.clone() signals />
            </li>
        }
    };
    view! { <ul class="conversations">{each(move || entries.get(), |entry| entry_id(entry).into(), entry)}</ul> }
}

fn is_filtered(query: &ListQuery) -> bool {
    !query.filter.trim().is_empty()
}

/// Words to look for in titles. Without a program the form asks the server.
#[component]
fn Filter(query: ReadSignal<ListQuery>, about: ReadSignal<ListWindow>) -> impl IntoView {
    let context = expect_context::<ListContext>();
    let typed = move |event: ev::Event| {
        if let Some(filter) = context.filter {
            filter.run(event_target_value(&event));
        }
    };
    let submitted = move |event: ev::SubmitEvent| {
        if context.filter.is_some() {
            event.prevent_default();
        }
    };
    let is_unfiltered =
        attribute(move || query.with(|query| (!is_filtered(query)).then(String::new)));
    let found = text(move || about.with(|about| words::n_found(about.n_found, about.n_all)));
    view! {
        <form class="filter" role="search" action="/" on:submit=submitted>
            <input
                type="search"
                name="filter"
                autocomplete="off"
                placeholder=words::FILTER
                aria-label=words::FILTER
                value=query.get_untracked().filter
                on:input=typed
            />
            <span class="found" role="status" hidden=is_unfiltered>
                {found}
            </span>
        </form>
    }
}

/// What stands in place of conversations: where they were looked for, and what helps.
#[component]
fn NoConversations(about: ReadSignal<ListWindow>) -> impl IntoView {
    let [before, query, between, serve, end] = words::START_ONE;
    view! {
        <div class="nothing">
            <p>{words::NO_CONVERSATIONS}</p>
            <p>
                {words::LOOKED_IN} " "
                <code>{text(move || about.with(|about| about.looked_in.clone()))}</code>
            </p>
            <p>{before} <code>{query}</code> {between} <code>{serve}</code> {end}</p>
        </div>
    }
}
