//! The frontend's files.

use super::HttpError;
use crate::App;
use axum::{
    extract::{Path, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};

/// Their names change with their content, so that a browser may keep them for good.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// `GET /assets/{name}`.
pub(super) async fn find_asset(
    State(app): State<App>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let accepted = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    let asset = app
        .assets
        .file(&name, accepted.unwrap_or_default())
        .ok_or_else(|| HttpError::not_found("file", &name))?;
    let fixed = [
        (header::CONTENT_TYPE, asset.media),
        (header::CACHE_CONTROL, FOR_GOOD),
        (header::VARY, "accept-encoding"),
    ];
    let packed = asset
        .encoding
        .map(|encoding| [(header::CONTENT_ENCODING, encoding)]);
    let mut response = (fixed, asset.content.into_owned()).into_response();
    if let Some([(name, encoding)]) = packed {
        response
            .headers_mut()
            .insert(name, axum::http::HeaderValue::from_static(encoding));
    }
    Ok(response)
}

/// `GET /favicon.svg`.
pub(super) async fn find_icon() -> impl IntoResponse {
    const ICON: &str = include_str!("../../assets/favicon.svg");
    ([(header::CONTENT_TYPE, "image/svg+xml")], ICON)
}
