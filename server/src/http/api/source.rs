//! Records as they are stored.

use super::{open, reading};
use crate::{App, http::HttpError};
use axum::{
    extract::{Path, State},
    http::header,
    response::IntoResponse,
};

/// `GET /api/conversations/{id}/events/{key}/source`: an event's record, byte for byte.
pub(in crate::http) async fn find_source(
    State(app): State<App>,
    Path((id, key)): Path<(String, String)>,
) -> Result<impl IntoResponse, HttpError> {
    let found = open(&app, id).await?;
    let name = key.clone();
    let stored = reading(move || found.follower.stored(&name)).await??;
    let stored = stored.ok_or_else(|| HttpError::not_found("event", &key))?;
    // Shown as text, whatever a record that is no JSON looks like.
    Ok((
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
        stored,
    ))
}
