//! The list of conversations.

use super::when::DayAndTime;
use crate::{size::bytes_for_people, words};
use leptos::prelude::*;

/// A conversation in the list, with its last activity in milliseconds since the Unix epoch.
pub(crate) type Entry = (wire::ConversationBody, Option<i64>);

/// All conversations, the last active first, or where they were looked for.
#[component]
pub(crate) fn List(entries: Vec<Entry>, looked_in: String) -> impl IntoView {
    let [before, query, between, serve, end] = words::list::START_ONE;
    let is_empty = entries.is_empty();
    let rows = entries
        .into_iter()
        .map(|(entry, at_ms)| list_row(entry, at_ms))
        .collect_view();
    view! {
        <main class="list">
            <h1>{words::list::CONVERSATIONS}</h1>
            {is_empty
                .then(|| {
                    view! {
                        <div class="nothing">
                            <p>{words::list::NO_CONVERSATIONS}</p>
                            <p>{words::list::LOOKED_IN} " " <code>{looked_in}</code></p>
                            <p>
                                {before} <code>{query}</code> {between} <code>{serve}</code> {end}
                            </p>
                        </div>
                    }
                })}
            <ul class="conversations">{rows}</ul>
        </main>
    }
}

fn list_row(entry: wire::ConversationBody, at_ms: Option<i64>) -> impl IntoView {
    let state = match entry.state.as_str() {
        "archived" => words::ARCHIVED,
        "broken" => words::BROKEN,
        _ => "",
    };
    let has_title = entry.title.is_some();
    let title = entry.title.unwrap_or_else(|| words::UNTITLED.to_owned());
    let origin = [
        Some(entry.agent),
        entry.workspace,
        Some(bytes_for_people(entry.bytes)),
    ];
    let origin = origin.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    view! {
        <li data-state=entry.state>
            <a href=format!("/c/{}#end", entry.id)>
                <span class="title" dir="auto" data-untitled=(!has_title).then_some("true")>
                    {title}
                </span>
                <span class="origin" dir="auto">{origin}</span>
                <span class="state">{state}</span>
                <span class="at">{at_ms.map(|ms| view! { <DayAndTime ms /> })}</span>
            </a>
            {entry.problem.map(|problem| view! { <p class="problem" dir="auto">{problem}</p> })}
        </li>
    }
}
