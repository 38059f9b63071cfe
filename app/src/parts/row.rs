//! One row: whoever speaks in it, or what happened.

use super::{
    card::CardView,
    conversation::{PageContext, RowSignal},
    media::name_of,
    piece::{PieceView, body_of, cut_note},
    sub_agent::ToSubAgent,
    text::Markdown,
    when::When,
};
use crate::{
    changing::{attribute, text},
    icon::{CallSymbol, Chevron},
    words,
};
use conversation::{CallState, Card, Piece, Row, RowKind};
use leptos::{
    either::{Either, EitherOf4},
    prelude::*,
};

/// How much of a row is looked at for what it begins with, in characters.
const LONGEST_BEGINNING: usize = 80;

/// A row. Its kind and the number and formats of its texts are fixed; everything else follows the
/// signal.
#[component]
pub(crate) fn RowView(row: RowSignal) -> impl IntoView {
    match row.with_untracked(Presentation::of) {
        Presentation::Speech(speech) => EitherOf4::A(view! { <Speech row speech /> }),
        Presentation::Card(card) => EitherOf4::B(view! { <CardView row card /> }),
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
    Card(Card),
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
            RowKind::Card(card) => Self::Card(card.clone()),
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
    let event = row.with_untracked(|row| row.event.to_string());
    let raw = expect_context::<PageContext>().event_url("raw", &event);
    let (told, who) = (row.clone(), label.clone());
    let leads_to = attribute(move || {
        Some(words::link_of_row(
            words::TO_RAW,
            &who,
            &told.with(beginning),
        ))
    });
    view! {
        <article class=class id=id aria-label=label>
            {heading} <Words row />
            <a class="to-raw" href=raw title=words::TO_RAW_TITLE aria-label=leads_to>
                {words::TO_RAW}
            </a>
        </article>
    }
}

/// The words of a row, and what came with them. A note may be something else than words.
#[component]
fn Words(row: RowSignal) -> impl IntoView {
    let mut pieces: Vec<Piece> =
        row.with_untracked(|row| row.pieces().into_iter().cloned().collect());
    let is_text = pieces
        .first()
        .is_some_and(|first| first.facts.media.is_none() && first.facts.label.is_none());
    let words = is_text.then(|| {
        let scope = row.with_untracked(|row| row.key.clone());
        let Piece { facts, body } = pieces.remove(0);
        let body = body_of(row.clone(), 0, body);
        let told = row.clone();
        let is_open = Signal::derive(move || told.with(|row| row.is_open));
        view! {
            <Markdown body scope is_open />
            {cut_note(&facts)}
        }
    });
    let first = usize::from(is_text);
    let files = pieces
        .into_iter()
        .zip(first..)
        .map(|(piece, index)| view! { <PieceView row=row.clone() index piece /> })
        .collect_view();
    view! { {words} {files} }
}

/// What is folded until it is wanted: its label, and its first words or state.
#[component]
fn Folded(row: RowSignal, class: &'static str, label: String) -> impl IntoView {
    let key = row.with_untracked(|row| row.key.clone());
    let id = anchor(&key);
    let name = label.clone();
    let is_call = row.with_untracked(|row| matches!(row.kind, RowKind::Call { .. }));
    let label_class = if is_call { "tool" } else { "label" };
    let (head_class, head_of): (_, fn(&Row) -> String) = match is_call {
        true => ("state", call_state),
        false => ("head", first_words),
    };
    let told = row.clone();
    view! {
        <article class=class id=id aria-label=name>
            <details>
                <summary>
                    {is_call.then(|| view! { <CallSymbol /> })}
                    {(!is_call).then(|| view! { <Chevron /> })}
                    <span class=label_class>{label}</span>
                    <span class=head_class dir="auto">{text(move || told.with(head_of))}</span>
                    {is_call.then(|| view! { <Chevron /> })}
                </summary>
                <div class="opened">
                    <Remarks row=row.clone() /> <Words row=row.clone() />
                </div>
            </details>
            {is_call.then(|| view! { <ToSubAgent row /> })}
        </article>
    }
}

/// Why the user view does not have a row, and what of it is not as it should be.
#[component]
pub(super) fn Remarks(row: RowSignal) -> impl IntoView {
    let remarks = row.with_untracked(|row| {
        let absent = row.absent.map(words::absent).into_iter();
        absent.chain(row.marks.iter().cloned()).collect::<Vec<_>>()
    });
    remarks
        .into_iter()
        .map(|remark| view! { <p class="remark">{remark}</p> })
        .collect_view()
}

/// What a row begins with. On the server's page the program lacks the texts, and leaves what that
/// page says.
fn beginning(row: &Row) -> String {
    let pieces = row.pieces();
    let Some(first) = pieces.first() else {
        return String::new();
    };
    match (&first.facts.media, &first.body.text) {
        (Some(media), _) => name_of(media),
        (None, Some(text)) => text.chars().take(LONGEST_BEGINNING).collect(),
        (None, None) => String::new(),
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

/// What the `id` of each row's element begins with.
const ANCHOR: &str = "e-";

/// The `id` of a row's element.
pub(crate) fn anchor(key: &str) -> String {
    format!("{ANCHOR}{key}")
}

/// The key of the row whose element has an `id`.
#[cfg(feature = "hydrate")]
pub(crate) fn anchored(id: &str) -> Option<&str> {
    id.strip_prefix(ANCHOR)
}
