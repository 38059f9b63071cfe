//! The JSON API.

mod blob;
mod conversations;
mod events;
mod source;
mod window;

pub(super) use blob::find_blob;
pub(super) use conversations::{conversation_body, find_conversation, list_conversations};
pub(super) use events::list_events;
pub(super) use source::find_source;
pub(super) use window::list_window;

use super::HttpError;
use crate::{
    App,
    follow::{Follower, Found},
};
use std::sync::Arc;

/// The conversation that an address names. Reading happens on a thread that may wait for a disk.
pub(super) async fn open(app: &App, id: String) -> Result<Found, HttpError> {
    let hub = Arc::clone(&app.hub);
    let found = reading({
        let id = id.clone();
        move || hub.open(&id)
    })
    .await??;
    found.ok_or_else(|| HttpError::not_found("conversation", &id))
}

/// Asks a conversation for a window, away from the threads that serve requests, one at a time.
pub(super) async fn window_of<T: Send + 'static>(
    follower: &Arc<Follower>,
    read: impl FnOnce(&Arc<Follower>) -> T + Send + 'static,
) -> Result<T, HttpError> {
    let _turn = follower.turn().await;
    let follower = Arc::clone(follower);
    reading(move || read(&follower)).await
}

/// Runs what reads files, away from the threads that serve requests.
pub(super) async fn reading<T: Send + 'static>(
    read: impl FnOnce() -> T + Send + 'static,
) -> Result<T, HttpError> {
    let task = tokio::task::spawn_blocking(read).await;
    task.map_err(|error| HttpError::failed(format!("reading stopped: {error}")))
}
