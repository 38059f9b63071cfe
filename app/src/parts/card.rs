//! A tool's result: one row that opens.

use super::{
    conversation::{PageContext, RowSignal},
    piece::PieceView,
    row::{Remarks, anchor},
    sub_agent::ToSubAgent,
};
use crate::{
    changing::{attribute, text},
    icon::{Chevron, ResultSymbol},
    size::bytes_for_people,
    words,
};
use conversation::{Card, Row, RowKind};
use leptos::prelude::*;

/// The card of a result.
#[component]
pub(super) fn CardView(row: RowSignal, card: Card) -> impl IntoView {
    let (key, event) = row.with_untracked(|row| (row.key.clone(), row.event.to_string()));
    let Card {
        tool,
        display,
        pieces,
        ..
    } = card;
    let tool = tool.filter(|_| !display.is_unnamed);
    let name = tool.map_or_else(
        || words::RESULT.to_owned(),
        |tool| tool.title.unwrap_or(tool.name),
    );
    let label = name.clone();
    let id = anchor(&key);
    let facts = {
        let row = row.clone();
        Memo::new(move |_| row.with(CardFacts::of))
    };
    let is_empty = pieces.is_empty();
    let pieces = pieces
        .into_iter()
        .enumerate()
        .map(|(index, piece)| view! { <PieceView row=row.clone() index piece /> })
        .collect_view();
    view! {
        <article
            class="row card"
            id=id
            aria-label=label
            data-error=attribute(move || facts.get().is_error.then(|| "true".to_owned()))
            data-quiet=display.is_hidden.then_some("true")
        >
            <details open=display.is_open>
                <summary>
                    <ResultSymbol is_error=move || facts.get().is_error />
                    <span class="tool">{name}</span>
                    <span class="error-word">
                        {text(move || facts.get().error_word().to_owned())}
                    </span>
                    <span class="head" dir="auto">{text(move || facts.get().head)}</span>
                    <span class="size">{text(move || bytes_for_people(facts.get().bytes))}</span>
                    <Chevron />
                </summary>
                <div class="opened">
                    <Remarks row=row.clone() /> {pieces}
                    {is_empty.then(|| view! { <p class="empty">{words::EMPTY_RESULT}</p> })}
                    <Further event />
                </div>
            </details>
            <ToSubAgent row />
        </article>
    }
}

/// What of a card may change while its pieces stay what they are.
#[derive(Clone, Default, PartialEq)]
struct CardFacts {
    is_error: bool,
    bytes: u64,
    head: String,
}

impl CardFacts {
    fn error_word(&self) -> &'static str {
        if self.is_error { words::ERROR } else { "" }
    }

    fn of(row: &Row) -> Self {
        match &row.kind {
            RowKind::Card(card) => Self {
                is_error: card.is_error,
                bytes: card.bytes,
                head: card.head.clone(),
            },
            _ => Self::default(),
        }
    }
}

/// The way to the call, the raw result and the record as stored.
#[component]
fn Further(event: String) -> impl IntoView {
    let page = expect_context::<PageContext>();
    let raw = page.event_url("raw", &event);
    let source = page.source_url(&event);
    view! {
        <p class="further">
            <a href=raw>{words::CALL_AND_RAW}</a>
            <a href=source>{words::STORED_RECORD}</a>
        </p>
    }
}
