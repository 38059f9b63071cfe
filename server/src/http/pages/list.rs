//! The list.

use super::shell::{Shell, shell};
use crate::{
    App,
    http::{
        api::{conversation_body, reading},
        reader::Reader,
    },
};
use axum::{
    extract::State,
    http::HeaderMap,
    response::{Html, IntoResponse as _, Response},
};

/// `GET /`: all conversations.
pub(in crate::http) async fn list_conversations(
    State(app): State<App>,
    headers: HeaderMap,
) -> Response {
    let reader = Reader::of(&headers);
    let manifest = app.assets.manifest();
    let hub = std::sync::Arc::clone(&app.hub);
    let rendered = reading(move || {
        let entries = hub.list().into_iter().map(|(summary, n_events)| {
            let at_ms = summary.updated_at_ms;
            (conversation_body(summary, n_events), at_ms)
        });
        let content = ::app::list_html(entries.collect(), hub.looked_in(), reader.clock);
        shell(&Shell {
            title: "Conversations",
            theme: reader.theme,
            zone: &reader.zone_name,
            manifest: manifest.as_ref(),
            content: &content,
            state: None,
        })
    });
    match rendered.await {
        Ok(page) => Html(page).into_response(),
        Err(error) => error.into_page(&app, &headers),
    }
}
