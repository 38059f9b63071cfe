//! The events of a view: RFD 094's envelope, with what belongs beside each event.

use super::{open, reading};
use crate::{
    App,
    follow::{Cursor, EventLog, Follower},
    http::{
        HttpError,
        pieces::streamed,
        query::{ConversationQuery, EventLimit},
    },
};
use axum::{
    Json,
    extract::{Path, Query, State},
    http::header,
    response::{IntoResponse as _, Response},
};
use conversation::{Side, View, view::PROJECTION};
use serde_json::Value;
use std::{
    iter::{once, once_with},
    sync::Arc,
};
use wire::EventsBody;

/// How much one answer may hold, in bytes of events as JSON. It holds one event at least.
const LARGEST_ANSWER: usize = 8 * 1024 * 1024;
/// How many events a stream of all writes at a time.
const CHUNK: usize = 256;

/// `GET /api/conversations/{id}/events`: the events of a view, raw by default, from the beginning or
/// a cursor on.
pub(in crate::http) async fn list_events(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<ConversationQuery>,
) -> Result<Response, HttpError> {
    let view = query.view(View::Raw)?;
    let limit = query.limit()?;
    let range = (query.after()?, query.before()?);
    let follower = open(&app, id).await?.follower;
    match limit {
        EventLimit::All => reading(move || stream_all(&follower, view, &range)).await?,
        EventLimit::AtMost(n) => {
            let body = reading(move || page(&follower, view, &range, n)).await??;
            Ok(Json(body).into_response())
        }
    }
}

type Range = (Option<Cursor>, Option<Cursor>);

fn page(follower: &Follower, view: View, range: &Range, n: usize) -> Result<EventsBody, HttpError> {
    let (start, end) = bounds(follower, range)?;
    let is_backwards = range.1.is_some() && range.0.is_none();
    let mut taken = Taken::default();
    let (mut first, mut last) = if is_backwards {
        (end, end)
    } else {
        (start, start)
    };
    follower.with_log(|log| {
        while taken.data.len() < n && taken.bytes < LARGEST_ANSWER {
            if is_backwards && first > start {
                first -= 1;
                taken.add(log, view, first);
            } else if !is_backwards && last < end {
                taken.add(log, view, last);
                last += 1;
            } else {
                break;
            }
        }
    });
    if is_backwards {
        taken.data.reverse();
        taken.side.reverse();
    }
    let has_before = follower.with_log(|log| log.has_any_before(view, first));
    let position = |n| follower.position_at(n).to_string();
    Ok(EventsBody {
        projection: (view != View::Raw).then_some(view),
        data: taken.data,
        side: taken.side,
        before: has_before.then(|| position(first)),
        after: position(last),
    })
}

/// The indices that two cursors enclose.
fn bounds(follower: &Follower, (after, before): &Range) -> Result<(usize, usize), HttpError> {
    let n_before = |cursor: &Cursor| follower.n_before(cursor).ok_or(());
    let after = after.as_ref().map(n_before).transpose();
    let before = before.as_ref().map(n_before).transpose();
    let (Ok(after), Ok(before)) = (after, before) else {
        return Err(HttpError::unknown_position());
    };
    let end = before.unwrap_or_else(|| follower.with_log(EventLog::len));
    Ok((after.unwrap_or(0).min(end), end))
}

#[derive(Default)]
struct Taken {
    data: Vec<Value>,
    side: Vec<Side>,
    bytes: usize,
}

impl Taken {
    fn add(&mut self, log: &EventLog, view: View, index: usize) {
        let Some((event, item)) = log.shown(view, index) else {
            return;
        };
        let Some(shown) = view.project(&event) else {
            return;
        };
        let fields = Value::Object(shown.to_fields());
        self.bytes += fields.to_string().len();
        self.data.push(fields);
        self.side.push(item.side);
    }
}

/// All events, written piece by piece.
fn stream_all(follower: &Arc<Follower>, view: View, range: &Range) -> Result<Response, HttpError> {
    let (start, end) = bounds(follower, range)?;
    let begin = match view {
        View::Raw => r#"{"data":["#.to_owned(),
        view => format!(r#"{{"{PROJECTION}":"{view}","data":["#),
    };
    let data = list(Arc::clone(follower), start, end, move |log, index| {
        let event = log.event_in(view, index)?;
        serde_json::to_string(&view.project(&event)?).ok()
    });
    let side = list(Arc::clone(follower), start, end, move |log, index| {
        serde_json::to_string(&log.item(view, index)?.side).ok()
    });
    let between = once(r#"],"side":["#.to_owned());
    let follower = Arc::clone(follower);
    let last = once_with(move || {
        let after = follower.position_at(end);
        format!(r#"],"before":null,"after":"{after}"}}"#)
    });
    let pieces = once(begin).chain(data).chain(between).chain(side);
    let media = [(header::CONTENT_TYPE, "application/json")];
    Ok((media, streamed(pieces.chain(last))).into_response())
}

/// What `write` makes of the events from `start` to `end`, with commas between.
fn list(
    follower: Arc<Follower>,
    start: usize,
    end: usize,
    write: impl Fn(&EventLog, usize) -> Option<String>,
) -> impl Iterator<Item = String> {
    let mut comma = "";
    (start..end).step_by(CHUNK).map(move |chunk| {
        let mut text = String::new();
        follower.with_log(|log| {
            for index in chunk..(chunk + CHUNK).min(end) {
                if let Some(entry) = write(log, index) {
                    text += comma;
                    text += &entry;
                    comma = ",";
                }
            }
        });
        text
    })
}
