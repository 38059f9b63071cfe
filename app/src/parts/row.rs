//! One row: whoever speaks in it, or what happened.

use super::{
    card::Card,
    conversation::RowSignal,
    text::{Markdown, Text},
    when::When,
};
use crate::{
    icon::{CallSymbol, Chevron},
    words,
};
use conversation::{Body, CallState, Row, RowKind};
use leptos::prelude::*;

/// A row. Its kind and the number and formats of its texts are fixed; everything else follows the
/// signal.
#[component]
pub(crate) fn RowView(row: RowSignal) -> impl IntoView {
    let now = row.get_untracked();
    let key = now.key.clone();
    let id = anchor(&key);
    let at_ms = now.at_ms;
    match now.kind {
        RowKind::Person { author, .. } => {
            let name = author.unwrap_or_else(|| words::YOU.to_owned());
            let label = name.clone();
            view! {
                <article class="row person" id=id aria-label=label>
                    <header class="who">
                        <span class="name" dir="auto">{name}</span>
                        <When at_ms key=key.clone() />
                    </header>
                    <Markdown body=body_of(&row) scope=key />
                </article>
            }
            .into_any()
        }
        RowKind::Assistant { .. } => view! {
            <article class="row assistant" id=id aria-label=words::ASSISTANT>
                <Markdown body=body_of(&row) scope=key />
            </article>
        }
        .into_any(),
        RowKind::Note { .. } => view! {
            <article class="row note" id=id aria-label=words::NOTE>
                <header class="who">
                    <span class="name">{words::NOTE.to_lowercase()}</span>
                    <When at_ms key=key.clone() />
                </header>
                <Text body=body_of(&row) scope=key />
            </article>
        }
        .into_any(),
        RowKind::Answer { .. } => view! {
            <article class="row answer" id=id aria-label=words::ANSWER>
                <header class="who">
                    <span class="name">{words::ANSWER}</span>
                    <When at_ms key=key.clone() />
                </header>
                <Text body=body_of(&row) scope=key />
            </article>
        }
        .into_any(),
        RowKind::Card { .. } => view! { <Card row /> }.into_any(),
        RowKind::Call { .. } => view! { <Call row /> }.into_any(),
        RowKind::Reasoning { .. } => {
            view! { <Folded row class="reasoning" label=words::THINKING.to_owned() /> }.into_any()
        }
        RowKind::HostNote { .. } => {
            view! { <Folded row class="host" label=words::HOST_NOTE.to_owned() /> }.into_any()
        }
        RowKind::Mark { label, .. } => view! { <Folded row class="mark" label /> }.into_any(),
        RowKind::EmptyTurn => view! {
            <p class="row empty-turn" id=id>{words::EMPTY_TURN}</p>
        }
        .into_any(),
    }
}

/// What is folded until it is wanted: its label, and its first words.
#[component]
fn Folded(row: RowSignal, class: &'static str, label: String) -> impl IntoView {
    let key = row.with_untracked(|row| row.key.clone());
    let id = anchor(&key);
    let name = label.clone();
    let body = body_of(&row);
    let head = Signal::derive(move || {
        row.with(|row| match &row.kind {
            RowKind::Reasoning { head, .. } | RowKind::HostNote { head, .. } => head.clone(),
            _ => String::new(),
        })
    });
    view! {
        <article class=format!("row folded {class}") id=id aria-label=name>
            <details>
                <summary>
                    <Chevron />
                    <span class="label">{label}</span>
                    <span class="head" dir="auto">{head}</span>
                </summary>
                <div class="opened">
                    <Text body scope=key />
                </div>
            </details>
        </article>
    }
}

/// A tool call, in the views that show calls.
#[component]
fn Call(row: RowSignal) -> impl IntoView {
    let key = row.with_untracked(|row| row.key.clone());
    let id = anchor(&key);
    let body = body_of(&row);
    let tool = row.with_untracked(|row| match &row.kind {
        RowKind::Call { tool, .. } => tool.title.clone().unwrap_or_else(|| tool.name.clone()),
        _ => String::new(),
    });
    let name = tool.clone();
    let state = Signal::derive(move || {
        row.with(|row| match row.kind {
            RowKind::Call {
                state: CallState::Running,
                ..
            } => words::RUNNING,
            RowKind::Call {
                state: CallState::Interrupted,
                ..
            } => words::INTERRUPTED,
            _ => "",
        })
    });
    view! {
        <article class="row folded call" id=id aria-label=name>
            <details>
                <summary>
                    <CallSymbol />
                    <span class="tool">{tool}</span>
                    <span class="state">{state}</span>
                    <Chevron />
                </summary>
                <div class="opened">
                    <Text body scope=key />
                </div>
            </details>
        </article>
    }
}

/// The `id` of a row's element.
pub(super) fn anchor(key: &str) -> String {
    format!("e-{key}")
}

/// The only text of a row.
fn body_of(row: &RowSignal) -> Signal<Body> {
    let row = row.clone();
    Signal::derive(move || row.with(|row| only_body(row).clone()))
}

fn only_body(row: &Row) -> &Body {
    static NONE: Body = Body {
        format: conversation::Format::Plain,
        text: None,
    };
    match &row.kind {
        RowKind::Person { body, .. }
        | RowKind::Assistant { body }
        | RowKind::Answer { body }
        | RowKind::Note { body }
        | RowKind::Reasoning { body, .. }
        | RowKind::Call { body, .. }
        | RowKind::HostNote { body, .. }
        | RowKind::Mark { body, .. } => body,
        RowKind::Card { .. } | RowKind::EmptyTurn => &NONE,
    }
}
