//! A tool's result: one row that opens.

use super::{
    conversation::{PageContext, RowSignal},
    row::anchor,
    text::Markdown,
};
use crate::{
    changing::{attribute, text},
    icon::{Chevron, ResultSymbol},
    size::bytes_for_people,
    words,
};
use conversation::{Body, CardBody, Row, RowKind};
use leptos::prelude::*;

/// The card of a result. Errors start open.
#[component]
pub(super) fn Card(row: RowSignal) -> impl IntoView {
    let now = row.get_untracked();
    let key = now.key.clone();
    let (tool, is_error, bodies) = match now.kind {
        RowKind::Card {
            tool,
            is_error,
            bodies,
            ..
        } => (tool, is_error, bodies),
        // Whoever draws rows draws only results as cards.
        _ => (None, false, Vec::new()),
    };
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
    let texts = bodies
        .into_iter()
        .enumerate()
        .map(|(index, body)| card_body(row.clone(), index, body, key.clone()))
        .collect_view();
    let event = now.event.to_string();
    view! {
        <article
            class="row card"
            id=id
            aria-label=label
            data-error=attribute(move || facts.get().is_error.then(|| "true".to_owned()))
        >
            <details open=is_error>
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
                <div class="opened">{texts} <Further event /></div>
            </details>
        </article>
    }
}

/// What of a card may change while its texts stay as many as they are.
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
            RowKind::Card {
                is_error,
                bytes,
                head,
                ..
            } => Self {
                is_error: *is_error,
                bytes: *bytes,
                head: head.clone(),
            },
            _ => Self::default(),
        }
    }
}

fn card_body(row: RowSignal, index: usize, now: CardBody, key: String) -> impl IntoView {
    let format = now.body.format;
    let body = Signal::derive(move || {
        row.with(|row| match &row.kind {
            RowKind::Card { bodies, .. } => bodies.get(index).map(|body| body.body.clone()),
            _ => None,
        })
        .unwrap_or(Body { format, text: None })
    });
    let scope = format!("{key}-{}", now.facts.n);
    let whom = now.addressed_to.map(|whom| {
        view! { <p class="addressed">{words::addressed_to(whom)}</p> }
    });
    let label = now
        .facts
        .label
        .clone()
        .map(|label| view! { <p class="label">{label}</p> });
    let is_empty = now.facts.bytes == 0;
    let cut = now.facts.cut_at.map(|at| {
        let words = words::cut(&bytes_for_people(at), &bytes_for_people(now.facts.bytes));
        view! { <p class="empty">{words}</p> }
    });
    view! {
        <section class="result">
            {whom} {label} <Markdown body scope />
            {is_empty.then(|| view! { <p class="empty">{words::EMPTY_RESULT}</p> })} {cut}
        </section>
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
