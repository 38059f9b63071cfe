//! All of a conversation on one page, for printing and for selecting everything.

use super::shell::{Shell, beginning, end};
use crate::{
    App,
    follow::{EventLog, Follower, Found, Limit},
    http::{HttpError, api::conversation_body, query::ConversationQuery, reader::Reader},
};
use ::app::PrintedPage;
use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse as _, Response},
};
use conversation::{EventKey, Item, Kind, View, rows};
use std::{collections::BTreeSet, convert::Infallible, sync::Arc};
use tokio::sync::mpsc;
use tokio_stream::{StreamExt as _, wrappers::ReceiverStream};

/// The page, which is written piece by piece: neither side holds the whole.
pub(super) fn whole_conversation(
    app: &App,
    found: &Found,
    query: &ConversationQuery,
    reader: Reader,
) -> Result<Response, HttpError> {
    let view = query.view(View::User)?;
    let follower = Arc::clone(&found.follower);
    // With the first look at the log all of the conversation has been read.
    let n_events = follower.with_log(EventLog::len);
    let (summary, _) = follower
        .summary()
        .ok_or_else(|| HttpError::not_found("conversation", &found.id))?;
    let (_, status) = follower.end(view, Limit::NOTHING);
    let manifest = app.assets.manifest();
    let shell = Shell {
        title: summary.title.as_deref().unwrap_or(&found.id),
        theme: reader.theme,
        zone: &reader.zone_name,
        manifest: manifest.as_ref(),
        content: "",
        state: None,
    };
    let around = (beginning(&shell), end(&shell));
    let page = PrintedPage {
        conversation: conversation_body(&summary, Some(n_events as u64)),
        view,
        status,
        clock: reader.clock,
    };
    let (sender, receiver) = mpsc::channel::<Bytes>(4);
    tokio::task::spawn_blocking(move || {
        // A reader that goes away ends it.
        drop(write(&follower, &page, around, &sender));
    });
    let stream = ReceiverStream::new(receiver).map(Ok::<_, Infallible>);
    let media = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    Ok((media, Body::from_stream(stream)).into_response())
}

type Sent = Result<(), mpsc::error::SendError<Bytes>>;

fn write(
    follower: &Follower,
    page: &PrintedPage,
    (beginning, end): (String, String),
    sender: &mpsc::Sender<Bytes>,
) -> Sent {
    sender.blocking_send((beginning + &page.beginning()).into())?;
    let answered = follower.with_log(EventLog::answered_calls);
    let (mut next, mut is_empty) = (0, true);
    let mut held = Vec::new();
    loop {
        let (mut items, calls, stretch_end) =
            follower.with_log(|log| stretch(log, page.view, next, &answered));
        let is_last = stretch_end == next;
        held.append(&mut items);
        let html = page.rows(&held, &calls);
        held = held.split_off(silent_turn(page.view, &held));
        next = stretch_end;
        if !html.is_empty() {
            is_empty = false;
            sender.blocking_send(html.into())?;
        }
        if is_last {
            break;
        }
    }
    sender.blocking_send((page.end(is_empty) + &end).into())
}

/// The next stretch of a view, those of its calls that have a result, and where it ends.
fn stretch(
    log: &EventLog,
    view: View,
    start: usize,
    answered: &BTreeSet<usize>,
) -> (Vec<Item>, Vec<EventKey>, usize) {
    let stretch = log.after(view, start, Limit::PAGE);
    let calls = answered.range(stretch.start..stretch.end);
    let key = |index: &usize| Some(log.event_in(view, *index)?.key().clone());
    (
        stretch.items,
        calls.filter_map(key).collect(),
        stretch.end.max(start),
    )
}

/// Where the last turn begins, if it has not shown anything: it has no row so far, and whether it is
/// an empty one is said by what comes next.
fn silent_turn(view: View, items: &[Item]) -> usize {
    let start = items
        .iter()
        .rposition(|item| item.kind() == Kind::TurnStart);
    let is_silent = |start: &usize| rows(view, &items[*start..], false).is_empty();
    start.filter(is_silent).unwrap_or(items.len())
}
