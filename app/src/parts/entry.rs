//! A conversation of the list.

use super::{
    app::title_of,
    list::{EntrySignal, ListContext},
    when::Ago,
};
use crate::{
    changing::{ChangingAttribute, attribute, text},
    size::bytes_for_people,
    words,
};
use leptos::{ev, prelude::*};
use wire::ConversationBody;

/// A conversation of the list.
#[component]
pub(super) fn Entry(entry: EntrySignal, now_ms: ReadSignal<i64>) -> impl IntoView {
    let context = expect_context::<ListContext>();
    let address = entry.with_untracked(|entry| format!("/c/{}#end", entry.id));
    let told = |tell: fn(&ConversationBody) -> Option<String>| {
        let entry = entry.clone();
        attribute(move || entry.with(tell))
    };
    let at_ms = {
        let entry = entry.clone();
        Signal::derive(move || entry.with(|entry| entry.updated_at_ms))
    };
    let stand = told(|entry| Some(entry.state.clone()));
    let untitled = told(|entry| entry.title.is_none().then(|| "true".to_owned()));
    let last_words = told(|entry| entry.last_words.clone());
    let origin = told(|entry| Some(origin(entry)));
    let (pinned, state) = (told(pinned), told(state));
    let problem = told(|entry| entry.problem.clone());
    let opened = entry.clone();
    let open = move |click: ev::MouseEvent| {
        let opens_elsewhere = click.ctrl_key() || click.meta_key() || click.shift_key();
        if let Some(open) = context.open.filter(|_| !opens_elsewhere) {
            click.prevent_default();
            open.run(opened.get_untracked());
        }
    };
    view! {
        <li data-state=stand>
            <a href=address on:click=open>
                <span class="title" dir="auto" data-untitled=untitled>
                    {text(move || entry.with(title_of))}
                </span>
                <span class="at">
                    <Ago at_ms now_ms />
                </span>
                <Told class="words" told=last_words />
                <Told class="origin" told=origin />
                <span class="marks">
                    <Told class="pinned" told=pinned />
                    <Told class="state" told=state />
                </span>
            </a>
            <Told class="problem" told=problem />
        </li>
    }
}

/// A text of an entry, where it has one.
#[component]
fn Told(class: &'static str, told: ChangingAttribute) -> impl IntoView {
    let is_untold = attribute(move || told.with(Option::is_none).then(String::new));
    view! {
        <span class=class dir="auto" hidden=is_untold>
            {text(move || told.get().unwrap_or_default())}
        </span>
    }
}

/// Where a conversation is from, and how large it is.
fn origin(entry: &ConversationBody) -> String {
    let size = bytes_for_people(entry.bytes);
    let parts = [
        Some(entry.agent.clone()),
        entry.workspace.clone(),
        Some(size),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn pinned(entry: &ConversationBody) -> Option<String> {
    entry.pinned.then(|| words::PINNED.to_owned())
}

fn state(entry: &ConversationBody) -> Option<String> {
    let state = match entry.state.as_str() {
        "running" => words::RUNNING,
        "waiting" => words::WAITING,
        "broken" => words::BROKEN,
        _ => return None,
    };
    Some(state.to_owned())
}
