//! Requests and responses.

mod api;
mod assets;
mod error;
mod guard;
mod headers;
mod live;
mod pages;
mod pieces;
mod query;
mod reader;
mod stream;

pub(crate) use error::HttpError;

use crate::App;
use axum::{Router, middleware, routing::get};

/// Every path that the server answers.
pub fn router(app: App) -> Router {
    Router::new()
        .route("/", get(pages::list_conversations))
        .route("/c/{id}", get(pages::find_conversation))
        .route("/api/conversations", get(api::list_conversations))
        .route("/api/conversations/{id}", get(api::find_conversation))
        .route("/api/conversations/{id}/events", get(api::list_events))
        .route(
            "/api/conversations/{id}/events/{key}/source",
            get(api::find_source),
        )
        .route(
            "/api/conversations/{id}/blob/{key}/{n}",
            get(api::find_blob),
        )
        .route(
            "/api/conversations/{id}/stream",
            get(stream::follow_conversation),
        )
        .route("/api/live", get(live::follow_conversations))
        .route("/assets/{name}", get(assets::find_asset))
        .route("/favicon.svg", get(assets::find_icon))
        .fallback(error::find_nothing)
        .method_not_allowed_fallback(error::refuse_method)
        .layer(middleware::from_fn(guard::refuse_strangers))
        .layer(middleware::map_response(headers::add))
        .with_state(app)
}
