//! All of a conversation on one page, for printing and for selecting everything.

use super::shell::{Shell, beginning, end};
use crate::{
    App,
    follow::{EventLog, Follower, Found, Limit},
    http::{
        HttpError, api::conversation_body, pieces::streamed, query::ConversationQuery,
        reader::Reader,
    },
};
use ::app::PrintedPage;
use axum::{
    http::header,
    response::{IntoResponse as _, Response},
};
use conversation::{EventKey, Item, Kind, View, rows};
use std::{collections::BTreeSet, iter::once, sync::Arc};

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
    let (begin, end) = (beginning(&shell), end(&shell));
    let page = PrintedPage {
        conversation: conversation_body(&summary, Some(n_events as u64)),
        view,
        status,
        clock: reader.clock,
    };
    let first = once(begin + &page.beginning());
    let rest = Rest {
        follower,
        page,
        end: Some(end),
        answered: None,
        next: 0,
        is_empty: true,
        held: Vec::new(),
    };
    let media = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    Ok((media, streamed(first.chain(rest))).into_response())
}

/// What of a page comes behind its beginning.
struct Rest {
    follower: Arc<Follower>,
    page: PrintedPage,
    /// What comes last; nothing once it was written.
    end: Option<String>,
    answered: Option<BTreeSet<usize>>,
    next: usize,
    is_empty: bool,
    held: Vec<Item>,
}

impl Iterator for Rest {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        while self.end.is_some() {
            let (html, is_last) = self.stretch();
            self.is_empty &= html.is_empty();
            if is_last {
                let end = self.end.take()?;
                return Some(html + &self.page.end(self.is_empty) + &end);
            }
            if !html.is_empty() {
                return Some(html);
            }
        }
        None
    }
}

impl Rest {
    /// The rows of the next stretch, and whether it is the last.
    fn stretch(&mut self) -> (String, bool) {
        let (follower, view) = (&self.follower, self.page.view);
        let answered = || follower.with_log(EventLog::answered_calls);
        let answered = self.answered.get_or_insert_with(answered);
        let (mut items, calls, end) =
            follower.with_log(|log| stretch(log, view, self.next, answered));
        let is_last = end == self.next;
        self.held.append(&mut items);
        let html = self.page.rows(&self.held, &calls);
        self.held = self.held.split_off(silent_turn(view, &self.held));
        self.next = end;
        (html, is_last)
    }
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
