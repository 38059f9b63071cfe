//! The way from a call to the conversation that it started.

use super::conversation::RowSignal;
use crate::{changing::attribute, words};
use conversation::{Row, RowKind};
use leptos::prelude::*;

/// A link to the sub-agent of a call or result, from when it is known.
#[component]
pub(super) fn ToSubAgent(row: RowSignal) -> impl IntoView {
    let name = {
        let row = row.clone();
        attribute(move || Some(row.with(name)))
    };
    let address = attribute(move || {
        let id = row.with(|row| row.subagent.clone())?;
        Some(format!("/c/{id}"))
    });
    let link = move |address: String| {
        view! {
            <a class="to-sub-agent" href=address aria-label=name>
                {words::TO_SUB_AGENT}
            </a>
        }
    };
    move || address.get().map(link)
}

/// What the link says away from its row.
fn name(row: &Row) -> String {
    let (tool, head) = match &row.kind {
        RowKind::Card(card) => (card.tool.as_ref(), card.head.as_str()),
        RowKind::Call { tool, .. } => (Some(tool), ""),
        _ => (None, ""),
    };
    let name = tool.map(|tool| tool.title.as_ref().unwrap_or(&tool.name).as_str());
    words::link_of_row(words::TO_SUB_AGENT, name.unwrap_or(words::RESULT), head)
}
