//! A conversation of the list.

use super::{
    app::title_of,
    list::{EntrySignal, ListContext},
    origin::{origin, parent, whole_origin},
    when::Ago,
};
use crate::{
    changing::{ChangingAttribute, attribute, text},
    size::bytes_for_people,
    words,
};
use leptos::{ev, prelude::*};
use wire::ConversationBody;

/// How a conversation of the list stands, for its element.
pub(super) fn stand(entry: &EntrySignal) -> ChangingAttribute {
    let entry = entry.clone();
    attribute(move || Some(entry.with(|entry| entry.state.clone())))
}

/// A conversation of the list; `under` is the id of the one under which it stands.
#[component]
pub(super) fn Entry(
    entry: EntrySignal,
    under: Option<String>,
    now_ms: ReadSignal<i64>,
) -> impl IntoView {
    let context = expect_context::<ListContext>();
    let address = entry.with_untracked(|entry| format!("/c/{}#end", entry.id));
    let is_under = under.is_some();
    let of = {
        let entry = entry.clone();
        attribute(move || entry.with(|entry| parent(entry).filter(|_| entry.parent != under)))
    };
    let told = |tell: fn(&ConversationBody) -> Option<String>| {
        let entry = entry.clone();
        attribute(move || entry.with(tell))
    };
    // Under another conversation a title is enough.
    let told_alone = |tell: fn(&ConversationBody) -> Option<String>| {
        told(if is_under { |_| None } else { tell })
    };
    let at_ms = {
        let entry = entry.clone();
        Signal::derive(move || entry.with(|entry| entry.updated_at_ms))
    };
    let untitled = told(|entry| entry.title.is_none().then(|| "true".to_owned()));
    let last_words = told_alone(|entry| entry.last_words.clone());
    let from = told_alone(|entry| Some(origin(entry, Some(bytes_for_people(entry.bytes)))));
    let whole_origin = told(|entry| Some(whole_origin(entry)));
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
        <a href=address title=whole_origin on:click=open>
            <span class="title" dir="auto" data-untitled=untitled>
                {text(move || entry.with(title_of))}
            </span>
            <span class="at">
                <Ago at_ms now_ms />
            </span>
            <Told class="of" told=of />
            <Told class="words" told=last_words />
            <Told class="origin" told=from />
            <span class="marks">
                <Told class="pinned" told=pinned />
                <Told class="state" told=state />
            </span>
        </a>
        <Told class="problem" told=problem />
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
