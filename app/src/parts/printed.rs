//! The parts of a page that is printed, beside the rows.

use super::{
    app::title_of,
    conversation::{Empty, PageContext, row_signals},
    origin::{origin, whole_origin},
    row::RowView,
    status::{Connection, StatusLine},
};
use crate::words;
use conversation::{Row, Status};
use leptos::prelude::*;
use wire::ConversationBody;

/// What is read, and the way back.
#[component]
pub(crate) fn PrintedHead(conversation: ConversationBody) -> impl IntoView {
    let page = expect_context::<PageContext>();
    let address = page.view_url(page.view.get_untracked());
    view! {
        <header class="printed-head">
            <h1 dir="auto">{title_of(&conversation)}</h1>
            <p class="origin">
                <span dir="auto" title=whole_origin(&conversation)>
                    {origin(&conversation, None)}
                </span>
                <a href=address>{words::TO_CONVERSATION}</a>
            </p>
        </header>
    }
}

/// Some of the rows.
#[component]
pub(crate) fn PrintedRows(rows: Vec<Row>) -> impl IntoView {
    let views = row_signals(rows).into_iter();
    views.map(|row| view! { <RowView row /> }).collect_view()
}

/// What stands behind the rows.
#[component]
pub(crate) fn PrintedEnd(status: Status, is_empty: bool) -> impl IntoView {
    let (status, connection) = (signal(status).0, signal(Connection::default()).0);
    view! {
        {is_empty.then(|| view! { <Empty /> })}
        <StatusLine status=status.into() connection go_on=None />
    }
}
