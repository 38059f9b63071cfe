//! A conversation's page.

use super::{
    bar::Bar,
    each::each,
    row::{RowView, anchor},
    status::{Connection, StatusLine},
    step::Step,
};
use crate::{
    changing::{ChangingAttribute, attribute, text},
    words,
};
use conversation::{Piece, Row, RowKind, Status, View};
use leptos::prelude::*;
use std::{ops::Deref, sync::Arc};
use wire::ConversationBody;

/// A row that follows its changes.
#[derive(Clone)]
pub(crate) struct RowSignal {
    row: ArcRwSignal<Row>,
    /// Names what its elements are made for: a row keeps them while this stays.
    pub name: Arc<str>,
}

impl RowSignal {
    pub(crate) fn new(row: Row) -> Self {
        let name = named(&row);
        Self {
            row: ArcRwSignal::new(row),
            name,
        }
    }
}

impl Deref for RowSignal {
    type Target = ArcRwSignal<Row>;

    fn deref(&self) -> &Self::Target {
        &self.row
    }
}

/// What the parts of a page need of it.
#[derive(Clone)]
pub(crate) struct PageContext {
    /// The conversation's id, as URLs have it.
    pub id: String,
    /// The view that is shown.
    pub view: ReadSignal<View>,
    /// The theme.
    pub theme: ReadSignal<Theme>,
    /// Shows another view, where a program runs in the page.
    pub switch: Option<Callback<View>>,
    /// Goes to the list, likewise.
    pub leave: Option<Callback<()>>,
    /// Takes the next theme, likewise.
    pub turn_theme: Option<Callback<()>>,
    /// Shows what is older, likewise; says whether it can without leaving the page.
    pub show_older: Option<Callback<(), bool>>,
    /// Goes to the end, likewise.
    pub go_to_end: Option<Callback<()>>,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// As the system is.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The theme of a name, as a cookie or an attribute has it.
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::Auto,
        }
    }

    /// The name of the theme in the cookie and the attribute.
    #[cfg(feature = "hydrate")]
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => words::THEME_AUTO,
            Self::Light => words::THEME_LIGHT,
            Self::Dark => words::THEME_DARK,
        }
    }
}

/// What changes on the page.
#[derive(Clone)]
pub(crate) struct PageSignals {
    pub rows: ReadSignal<Vec<RowSignal>>,
    pub before: ReadSignal<Option<String>>,
    /// The cursor for what comes after a page that does not reach the end.
    pub after: ReadSignal<Option<String>>,
    pub status: ReadSignal<Status>,
    pub connection: ReadSignal<Connection>,
    pub n_new: ReadSignal<usize>,
}

impl PageContext {
    pub(super) fn view_url(&self, view: View) -> String {
        format!("/c/{}?view={view}", self.id)
    }

    pub(super) fn event_url(&self, view: &str, event: &str) -> String {
        format!("/c/{}?view={view}&at={event}#{}", self.id, anchor(event))
    }

    pub(super) fn source_url(&self, event: &str) -> String {
        format!("/api/conversations/{}/events/{event}/source", self.id)
    }

    /// Where the bytes of an event's part `n` are.
    pub(super) fn blob_url(&self, event: &str, n: u32) -> String {
        let view = self.view.get_untracked();
        format!(
            "/api/conversations/{}/blob/{event}/{n}?view={view}",
            self.id
        )
    }

    /// The page that has all of the conversation in the view that is shown.
    fn print_url(&self) -> String {
        format!("/c/{}?view={}&print=1", self.id, self.view.get())
    }

    /// The page that a cursor named `before` or `after` leads to.
    fn cursor_url(&self, name: &str, cursor: &str) -> String {
        format!("/c/{}?view={}&{name}={cursor}", self.id, self.view.get())
    }
}

/// The page of a conversation.
#[component]
pub(crate) fn Conversation(
    context: PageContext,
    conversation: ConversationBody,
    signals: PageSignals,
) -> impl IntoView {
    provide_context(context.clone());
    let PageSignals {
        rows,
        before,
        after,
        status,
        connection,
        n_new,
    } = signals;
    let page = context.clone();
    let older = Signal::derive(move || before.get().map(|at| page.cursor_url("before", &at)));
    let page = context;
    let page_view = page.view;
    let step = page.clone();
    let later = Signal::derive(move || after.get().map(|at| step.cursor_url("after", &at)));
    let go_on = conversation.continue_command.clone();
    let is_part = attribute(move || {
        let is_whole = before.with(Option::is_none) && after.with(Option::is_none);
        (!is_whole).then(String::new)
    });
    let is_empty = move || rows.with(Vec::is_empty);
    view! {
        <Bar conversation />
        <main class="conversation" data-view=attribute(move || Some(page_view.get().to_string()))>
            <Step class="older" address=older label=words::EARLIER act=page.show_older />
            <div class="rows" data-testid="rows">
                {each(move || rows.get(), |row| Arc::clone(&row.name), |row| view! { <RowView row /> })}
            </div>
            {move || is_empty().then(|| view! { <Empty /> })}
            <Step class="later" address=later label=words::LATER act=None />
            <ToWhole is_part />
            <StatusLine status=status.into() connection go_on />
        </main>
        <NewRows n_new />
    }
}

/// The rows as signals.
#[cfg(feature = "ssr")]
pub(crate) fn row_signals(rows: Vec<Row>) -> Vec<RowSignal> {
    rows.into_iter().map(RowSignal::new).collect()
}

/// The row's key with its shape.
pub(crate) fn named(row: &Row) -> Arc<str> {
    format!("{}/{}", row.key, shape(row)).into()
}

/// What of a row its elements are made for: its kind, and its texts' number and formats.
fn shape(row: &Row) -> String {
    let kind = match &row.kind {
        RowKind::Person { author, .. } => format!("person {author:?}"),
        RowKind::Assistant { .. } => "assistant".to_owned(),
        RowKind::Answer { .. } => "answer".to_owned(),
        RowKind::Note { .. } => "note".to_owned(),
        RowKind::Reasoning { .. } => "reasoning".to_owned(),
        RowKind::Call { tool, .. } => format!("call {tool:?}"),
        RowKind::HostNote { .. } => "host".to_owned(),
        RowKind::Mark { label, .. } => format!("mark {label}"),
        RowKind::EmptyTurn => "empty turn".to_owned(),
        RowKind::Card(card) => format!("card {:?} {:?}", card.tool, card.display),
    };
    let pieces: Vec<String> = row.pieces().into_iter().map(piece_shape).collect();
    format!(
        "{kind} {:?} {:?} {}",
        row.absent,
        row.marks,
        pieces.join(", ")
    )
}

fn piece_shape(piece: &Piece) -> String {
    let facts = &piece.facts;
    let (is_empty, is_cut) = (facts.bytes == 0, facts.cut_at.is_some());
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {is_empty} {is_cut}",
        facts.n, facts.format, facts.addressed_to, facts.label, facts.media, facts.shown
    )
}

/// What stands in place of rows.
#[component]
pub(super) fn Empty() -> impl IntoView {
    let page = expect_context::<PageContext>();
    let words = text(move || match page.view.get() {
        View::User => words::NOTHING_FOR_YOU.to_owned(),
        View::Raw | View::Provider => words::NOTHING_YET.to_owned(),
    });
    view! { <p class="nothing">{words}</p> }
}

/// The way to all of the conversation on one page. Where this page has a part of it, it says so when
/// it is printed, and to a reader who is about to find or to select something.
#[component]
fn ToWhole(is_part: ChangingAttribute) -> impl IntoView {
    let page = expect_context::<PageContext>();
    let address = attribute(move || Some(page.print_url()));
    view! {
        <p class="whole" role="status" data-part=is_part>
            <span>{words::PARTLY}</span>
            <a href=address>{words::PRINT}</a>
        </p>
    }
}

/// `3 new`, while the reader is elsewhere.
#[component]
fn NewRows(n_new: ReadSignal<usize>) -> impl IntoView {
    let page = expect_context::<PageContext>();
    let go = move |_| {
        if let Some(action) = page.go_to_end {
            action.run(());
        }
    };
    view! {
        <button
            type="button"
            class="new-rows"
            hidden=attribute(move || (n_new.get() == 0).then(String::new))
            title=words::LATEST
            on:click=go
        >
            {text(move || words::n_new(n_new.get()))}
        </button>
    }
}
