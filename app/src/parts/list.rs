//! The list of conversations.

use super::{app::title_of, step::Step, when::Ago};
use crate::{
    changing::{attribute, text},
    size::bytes_for_people,
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

/// What changes in the list.
#[derive(Clone, Copy)]
pub(crate) struct ListSignals {
    pub window: ReadSignal<ListWindow>,
    pub query: ReadSignal<ListQuery>,
    /// The time that relative times are told from.
    pub now_ms: ReadSignal<i64>,
}

/// All conversations, or where they were looked for.
#[component]
pub(crate) fn List(context: ListContext, signals: ListSignals) -> impl IntoView {
    provide_context(context);
    let ListSignals {
        window,
        query,
        now_ms,
    } = signals;
    let group = move |is_archived: bool| {
        window.with(|window| {
            let entries = window
                .entries
                .iter()
                .filter(|entry| entry.archived == is_archived);
            entries.cloned().collect::<Vec<_>>()
        })
    };
    let n_archived = move || group(true).len();
    let n_more = move || window.with(|window| window.n_found.saturating_sub(window.entries.len()));
    let more = Signal::derive(move || {
        let address = || query.with(|query| format!("/?limit={}", query.limit * 4));
        (n_more() > 0).then(address)
    });
    let more_label = Signal::derive(move || words::n_more(n_more()));
    // Told from their values, so that what stays as it is is not made again.
    let has_archived = Memo::new(move |_| n_archived() > 0);
    let is_empty = Memo::new(move |_| window.with(|window| window.n_all == 0));
    let archived = move || {
        view! {
            <details class="archived">
                <summary>{text(move || words::n_archived(n_archived()))}</summary>
                <Entries entries=Signal::derive(move || group(true)) now_ms />
            </details>
        }
    };
    view! {
        <main class="list">
            <h1>{words::CONVERSATIONS}</h1>
            <Filter query window />
            <p class="problem" dir="auto">
                {text(move || window.with(|window| window.problems.join("\n")))}
            </p>
            <Entries entries=Signal::derive(move || group(false)) now_ms />
            {move || has_archived.get().then(archived)}
            <Step class="later" address=more label=more_label act=context.more />
            {move || is_empty.get().then(|| view! { <NoConversations window /> })}
        </main>
    }
}

/// Conversations, one below the other.
#[component]
fn Entries(entries: Signal<Vec<ConversationBody>>, now_ms: ReadSignal<i64>) -> impl IntoView {
    view! {
        <ul class="conversations">
            <For each=move || entries.get() key=entry_key let:entry>
                <Entry entry now_ms />
            </For>
        </ul>
    }
}

/// An entry that changed in anything is another one; where nothing but its place did, its element
/// moves.
fn entry_key(entry: &ConversationBody) -> String {
    let ConversationBody {
        id,
        title,
        updated_at_ms,
        state,
        pinned,
        last_words,
        bytes,
        problem,
        ..
    } = entry;
    format!("{id} {title:?} {updated_at_ms:?} {state} {pinned} {last_words:?} {bytes} {problem:?}")
}

/// Words to look for in titles. Without a program the form asks the server.
#[component]
fn Filter(query: ReadSignal<ListQuery>, window: ReadSignal<ListWindow>) -> impl IntoView {
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
    let is_unfiltered = attribute(move || {
        let is_unfiltered = query.with(|query| query.filter.trim().is_empty());
        is_unfiltered.then(String::new)
    });
    let found = text(move || window.with(|window| words::n_found(window.n_found, window.n_all)));
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

/// A conversation of the list.
#[component]
fn Entry(entry: ConversationBody, now_ms: ReadSignal<i64>) -> impl IntoView {
    let context = expect_context::<ListContext>();
    let state = match entry.state.as_str() {
        "running" => Some(words::RUNNING),
        "waiting" => Some(words::WAITING),
        "broken" => Some(words::BROKEN),
        _ => None,
    };
    let pinned = entry.pinned.then_some(words::PINNED);
    let has_title = entry.title.is_some();
    let title = title_of(&entry);
    let size = bytes_for_people(entry.bytes);
    let origin = [
        Some(entry.agent.clone()),
        entry.workspace.clone(),
        Some(size),
    ];
    let origin = origin.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let last_words = entry.last_words.clone();
    let problem = entry.problem.clone();
    let at = entry.updated_at_ms.map(|ms| view! { <Ago ms now_ms /> });
    let address = format!("/c/{}#end", entry.id);
    let stand = entry.state.clone();
    let open = move |click: ev::MouseEvent| {
        let opens_elsewhere = click.ctrl_key() || click.meta_key() || click.shift_key();
        if let Some(open) = context.open.filter(|_| !opens_elsewhere) {
            click.prevent_default();
            open.run(entry.clone());
        }
    };
    view! {
        <li data-state=stand>
            <a href=address on:click=open>
                <span class="title" dir="auto" data-untitled=(!has_title).then_some("true")>
                    {title}
                </span>
                <span class="at">{at}</span>
                {last_words.map(|words| view! { <span class="words" dir="auto">{words}</span> })}
                <span class="origin" dir="auto">
                    {origin}
                </span>
                <span class="marks">
                    {pinned.map(|pinned| view! { <span class="pinned">{pinned}</span> })}
                    {state.map(|state| view! { <span class="state">{state}</span> })}
                </span>
            </a>
            {problem.map(|problem| view! { <p class="problem" dir="auto">{problem}</p> })}
        </li>
    }
}

/// What stands in place of conversations: where they were looked for, and what helps.
#[component]
fn NoConversations(window: ReadSignal<ListWindow>) -> impl IntoView {
    let [before, query, between, serve, end] = words::START_ONE;
    view! {
        <div class="nothing">
            <p>{words::NO_CONVERSATIONS}</p>
            <p>
                {words::LOOKED_IN} " "
                <code>{text(move || window.with(|window| window.looked_in.clone()))}</code>
            </p>
            <p>{before} <code>{query}</code> {between} <code>{serve}</code> {end}</p>
        </div>
    }
}
