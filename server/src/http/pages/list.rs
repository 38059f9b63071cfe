//! The list.

use super::shell::{Shell, State as PageData, shell};
use crate::{
    App,
    http::{
        api::{list_window, reading},
        reader::Reader,
    },
};
use ::app::{LIST_STATE_ID, list_html};
use axum::{
    extract::{Query, State},
    http::HeaderMap,
    response::{Html, IntoResponse as _, Response},
};
use jiff::Timestamp;
use serde::Deserialize;
use wire::{ListQuery, ListState};

/// What the address of the list may say.
#[derive(Debug, Default, Deserialize)]
pub(in crate::http) struct ListParameters {
    filter: Option<String>,
    limit: Option<String>,
    parent: Option<String>,
}

/// `GET /`: all conversations, those whose titles have the words of `filter`, or one with all of its
/// sub-agents.
pub(in crate::http) async fn list_conversations(
    State(app): State<App>,
    Query(parameters): Query<ListParameters>,
    headers: HeaderMap,
) -> Response {
    let reader = Reader::of(&headers);
    let usual = ListQuery::default();
    let query = ListQuery {
        filter: parameters.filter.unwrap_or_default(),
        limit: parameters
            .limit
            .and_then(|limit| limit.parse().ok())
            .unwrap_or(usual.limit),
        parent: parameters.parent,
    };
    let rendered = reading({
        let app = app.clone();
        move || render(&app, query, reader)
    });
    match rendered.await {
        Ok(page) => Html(page).into_response(),
        Err(error) => error.into_page(&app, &headers),
    }
}

fn render(app: &App, query: ListQuery, reader: Reader) -> String {
    let list = app.hub.list().now();
    let state = ListState {
        version: wire::VERSION,
        build: app.build(),
        window: list_window(app, &list, &query),
        query,
        now_ms: Timestamp::now().as_millisecond(),
    };
    shell(&Shell {
        title: "Conversations",
        theme: reader.theme,
        zone: &reader.zone_name,
        manifest: app.assets.manifest().as_ref(),
        content: &list_html(&state, reader.clock),
        state: PageData::of(LIST_STATE_ID, &state),
    })
}
