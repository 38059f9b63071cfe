//! One row: whoever speaks in it, or what happened.

use super::{card::Card, conversation::RowSignal, text::Markdown, when::When};
use crate::{
    changing::text,
    icon::{CallSymbol, Chevron},
    words,
};
use conversation::{Body, CallState, Format, Row, RowKind};
use leptos::{
    either::{Either, EitherOf4},
    prelude::*,
};

/// A row. Its kind and the number and formats of its texts are fixed; everything else follows the
/// signal.
#[component]
pub(crate) fn RowView(row: RowSignal) -> impl IntoView {
    match row.with_untracked(Presentation::of) {
        Presentation::Speech(speech) => EitherOf4::A(view! { <Speech row speech /> }),
        Presentation::Card => EitherOf4::B(view! { <Card row /> }),
        Presentation::Folded(class, label) => EitherOf4::C(view! { <Folded row class label /> }),
        Presentation::EmptyTurn => {
            let id = row.with_untracked(|row| anchor(&row.key));
            EitherOf4::D(view! { <p class="row empty-turn" id=id>{words::EMPTY_TURN}</p> })
        }
    }
}

/// The ways in which rows are presented.
enum Presentation {
    Speech(SpeechKind),
    Card,
    /// A class and a label.
    Folded(&'static str, String),
    EmptyTurn,
}

/// Words that are read in full.
struct SpeechKind {
    class: &'static str,
    /// Who speaks, for a screen reader.
    label: String,
    /// The words above it, where it has any.
    heading: Option<String>,
}

impl Presentation {
    fn of(row: &Row) -> Self {
        let speech = |class, label: &str, heading: Option<&str>| {
            let (label, heading) = (label.to_owned(), heading.map(str::to_owned));
            Self::Speech(SpeechKind {
                class,
                label,
                heading,
            })
        };
        match &row.kind {
            RowKind::Person { author, .. } => {
                let name = author.as_deref().unwrap_or(words::YOU);
                speech("row person", name, Some(name))
            }
            RowKind::Assistant { .. } => speech("row assistant", words::ASSISTANT, None),
            RowKind::Note { .. } => speech("row note", words::NOTE, Some(words::NOTE_HEADING)),
            RowKind::Answer { .. } => speech("row answer", words::ANSWER, Some(words::ANSWER)),
            RowKind::Card { .. } => Self::Card,
            RowKind::Reasoning { .. } => {
                Self::Folded("row folded reasoning", words::THINKING.to_owned())
            }
            RowKind::HostNote { .. } => {
                Self::Folded("row folded host", words::HOST_NOTE.to_owned())
            }
            RowKind::Mark { label, .. } => Self::Folded("row folded mark", label.clone()),
            RowKind::Call { tool, .. } => {
                let name = tool.title.as_ref().unwrap_or(&tool.name);
                Self::Folded("row folded call", name.clone())
            }
            RowKind::EmptyTurn => Self::EmptyTurn,
        }
    }
}

/// What the person or the assistant says.
#[component]
fn Speech(row: RowSignal, speech: SpeechKind) -> impl IntoView {
    let SpeechKind {
        class,
        label,
        heading,
    } = speech;
    let (key, at_ms) = row.with_untracked(|row| (row.key.clone(), row.at_ms));
    let id = anchor(&key);
    // A heading in each, so that a screen reader goes from one to the next.
    let heading = match heading {
        Some(heading) => {
            let key = key.clone();
            Either::Left(view! {
                <header class="who">
                    <h2 class="name" dir="auto">{heading}</h2>
                    <When at_ms key />
                </header>
            })
        }
        None => Either::Right(view! { <h2 class="unseen">{label.clone()}</h2> }),
    };
    view! {
        <article class=class id=id aria-label=label>
            {heading}
            <Markdown body=body_of(&row) scope=key />
        </article>
    }
}

/// What is folded until it is wanted: its label, and its first words or state.
#[component]
fn Folded(row: RowSignal, class: &'static str, label: String) -> impl IntoView {
    let key = row.with_untracked(|row| row.key.clone());
    let id = anchor(&key);
    let name = label.clone();
    let body = body_of(&row);
    let is_call = row.with_untracked(|row| matches!(row.kind, RowKind::Call { .. }));
    let label_class = if is_call { "tool" } else { "label" };
    let (head_class, head_of): (_, fn(&Row) -> String) = match is_call {
        true => ("state", call_state),
        false => ("head", first_words),
    };
    view! {
        <article class=class id=id aria-label=name>
            <details>
                <summary>
                    {is_call.then(|| view! { <CallSymbol /> })}
                    {(!is_call).then(|| view! { <Chevron /> })}
                    <span class=label_class>{label}</span>
                    <span class=head_class dir="auto">{text(move || row.with(head_of))}</span>
                    {is_call.then(|| view! { <Chevron /> })}
                </summary>
                <div class="opened">
                    <Markdown body scope=key />
                </div>
            </details>
        </article>
    }
}

fn first_words(row: &Row) -> String {
    match &row.kind {
        RowKind::Reasoning { head, .. } | RowKind::HostNote { head, .. } => head.clone(),
        _ => String::new(),
    }
}

fn call_state(row: &Row) -> String {
    let state = match row.kind {
        RowKind::Call {
            state: CallState::Running,
            ..
        } => words::RUNNING,
        RowKind::Call {
            state: CallState::Interrupted,
            ..
        } => words::INTERRUPTED,
        _ => "",
    };
    state.to_owned()
}

/// The `id` of a row's element.
pub(super) fn anchor(key: &str) -> String {
    format!("e-{key}")
}

/// The only text of a row.
fn body_of(row: &RowSignal) -> Signal<Body> {
    let row = row.clone();
    Signal::derive(move || {
        let body = row.with(|row| row.bodies().first().map(|body| (*body).clone()));
        body.unwrap_or(Body {
            format: Format::Plain,
            text: None,
        })
    })
}
