//! A text or block of a row, wherever it stands.

use super::{
    conversation::{PageContext, RowSignal},
    media::MediaView,
    text::Markdown,
};
use crate::{size::bytes_for_people, words};
use conversation::{Body, BodyFacts, Piece, RowKind, policy::Setting};
use leptos::{either::Either, prelude::*};

/// A piece of a row. What it is is fixed; its text follows the signal.
#[component]
pub(super) fn PieceView(row: RowSignal, index: usize, piece: Piece) -> impl IntoView {
    let Piece { facts, body } = piece;
    let (key, event) = row.with_untracked(|row| (row.key.clone(), row.event.to_string()));
    let scope = if index == 0 {
        key
    } else {
        format!("{key}-{}", facts.n)
    };
    let label = facts.label.clone();
    // Speech wears nothing, and what is folded says it in its own line.
    let is_note = row.with_untracked(|row| matches!(row.kind, RowKind::Note { .. }));
    let is_folded = facts.shown == Setting::Off;
    let whom = facts.addressed_to.filter(|_| !is_note && !is_folded);
    let whom = whom.map(words::addressed_to);
    let cut = cut_note(&facts);
    let is_empty = facts.bytes == 0 && facts.media.is_none();
    let page = expect_context::<PageContext>();
    let media = facts.media.clone().map(|media| {
        let address = page.blob_url(&event, facts.n);
        view! { <MediaView media address /> }
    });
    let text = (facts.bytes > 0).then(|| {
        let body = body_of(row, index, body);
        view! { <Unfolding facts body scope /> }
    });
    view! {
        <section class="result">
            {whom.map(|whom| view! { <p class="addressed">{whom}</p> })}
            {label.map(|label| view! { <p class="label">{label}</p> })} {media} {text}
            {is_empty.then(|| view! { <p class="empty">{words::EMPTY_RESULT}</p> })}
            {cut}
        </section>
    }
}

/// What is said of a text that is not all here.
pub(super) fn cut_note(facts: &BodyFacts) -> Option<impl IntoView + use<>> {
    let all = facts.bytes;
    facts.cut_at.map(|at| {
        let words = words::cut(&bytes_for_people(at), &bytes_for_people(all));
        view! { <p class="empty">{words}</p> }
    })
}

/// A text of which the display policy shows a part or nothing at first.
#[component]
fn Unfolding(facts: BodyFacts, body: Signal<Body>, scope: String) -> impl IntoView {
    let (n_shown, label) = match facts.shown {
        Setting::Off => (0, words::folded(facts.lines, facts.addressed_to)),
        Setting::Lines(n) if n < facts.lines => (n, words::all_lines(facts.lines)),
        Setting::Lines(_) | Setting::Full | Setting::Chat => {
            return Either::Left(view! { <Markdown body scope /> });
        }
    };
    let preview = (n_shown > 0).then(|| {
        let (scope, body) = (format!("{scope}-0"), beginning(body, n_shown));
        view! { <div class="beginning"><Markdown body scope /></div> }
    });
    Either::Right(view! {
        {preview}
        <details class="rest">
            <summary>{label}</summary>
            <Markdown body scope />
        </details>
    })
}

/// The first lines of a text.
fn beginning(body: Signal<Body>, n_lines: u64) -> Signal<Body> {
    Signal::derive(move || {
        let Body { format, text } = body.get();
        let n = usize::try_from(n_lines).unwrap_or(usize::MAX);
        let text = text.map(|text| {
            text.split_inclusive('\n')
                .take(n)
                .collect::<String>()
                .into()
        });
        Body { format, text }
    })
}

/// The text of a row's piece as it is at any time.
pub(super) fn body_of(row: RowSignal, index: usize, now: Body) -> Signal<Body> {
    let format = now.format;
    Signal::derive(move || {
        let body = row.with(|row| row.pieces().get(index).map(|piece| piece.body.clone()));
        body.unwrap_or(Body { format, text: None })
    })
}
