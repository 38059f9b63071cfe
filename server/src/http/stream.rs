//! A view as server-sent events: each has the position as its id and a [`wire::FramesBody`] as data.

use super::{
    HttpError,
    api::{open, window_of},
    query::ConversationQuery,
};
use crate::{
    App,
    follow::{Batch, Follower, Subscription},
};
use axum::{
    extract::{Path, Query, State},
    http::HeaderMap,
    response::sse::{Event, KeepAlive, Sse},
};
use conversation::View;
use futures_util::{Stream, StreamExt as _};
use std::{convert::Infallible, sync::Arc, time::Duration};

/// Often enough that a proxy that cuts silent connections after a minute does not.
const KEEP_ALIVE: Duration = Duration::from_secs(25);

/// `GET /api/conversations/{id}/stream`: goes on after `Last-Event-ID` or `position`.
pub(super) async fn follow_conversation(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<ConversationQuery>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, HttpError> {
    let view = query.view(View::Raw)?;
    let last = headers
        .get("last-event-id")
        .and_then(|id| id.to_str().ok()?.parse().ok());
    let position = last.or_else(|| query.resume_position());
    let follower = open(&app, id).await?.follower;
    let hub = Arc::clone(&app.hub);
    let subscription = window_of(&follower, move |follower| {
        follower.subscribe(view, position, hub.watcher())
    })
    .await?;
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE);
    let events = events(follower, view, subscription);
    let events = events.take_until(Box::pin(async move { app.stopped().await }));
    Ok(Sse::new(events).keep_alive(keep_alive))
}

fn events(
    follower: Arc<Follower>,
    view: View,
    subscription: Subscription,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let Subscription { first, receiver } = subscription;
    let start = (Some(first), receiver, follower);
    futures_util::stream::unfold(start, move |(first, mut receiver, follower)| async move {
        if let Some(first) = first {
            return Some((Ok(event(&first)), (None, receiver, follower)));
        }
        let event = if let Ok(batch) = receiver.recv().await {
            event(&batch)
        } else {
            // Further behind than the queue is long: all of that is in the reset.
            receiver.skip();
            let reset = window_of(&follower, move |follower| follower.reset(view));
            event(&reset.await.ok()?)
        };
        Some((Ok(event), (None, receiver, follower)))
    })
}

fn event(batch: &Batch) -> Event {
    Event::default()
        .event("frames")
        .id(&batch.position)
        .data(&batch.json)
}
