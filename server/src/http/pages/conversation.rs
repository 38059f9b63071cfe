//! A conversation.

use super::{
    shell::{Shell, State as PageData, shell},
    whole::whole_conversation,
};
use crate::{
    App,
    follow::{Found, Limit, Page},
    http::{
        HttpError,
        api::{conversation_body, open, reading},
        query::ConversationQuery,
        reader::Reader,
    },
};
use ::app::STATE_ID;
use axum::{
    extract::{Path, Query, RawQuery, State},
    http::HeaderMap,
    response::{Html, IntoResponse as _, Redirect, Response},
};
use conversation::{Item, Status, View, Window};
use wire::{ConversationBody, PageState};

/// `GET /c/{id}`: the end of a conversation, the stretch that `at`, `before` or `after` names, or all
/// of it with `print=1`.
pub(in crate::http) async fn find_conversation(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<ConversationQuery>,
    RawQuery(raw_query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let found = match open(&app, id.clone()).await {
        Ok(found) => found,
        Err(error) => return error.into_page(&app, &headers),
    };
    if found.id != id {
        let query = raw_query
            .map(|query| format!("?{query}"))
            .unwrap_or_default();
        return Redirect::permanent(&format!("/c/{}{query}", found.id)).into_response();
    }
    let reader = Reader::of(&headers);
    let rendered = reading({
        let app = app.clone();
        move || {
            if query.is_for_print() {
                return whole_conversation(&app, &found, &query, reader);
            }
            render(&app, &found, &query, reader).map(|page| Html(page).into_response())
        }
    });
    match rendered.await {
        Ok(Ok(page)) => page,
        Ok(Err(error)) | Err(error) => error.into_page(&app, &headers),
    }
}

fn render(
    app: &App,
    found: &Found,
    query: &ConversationQuery,
    reader: Reader,
) -> Result<String, HttpError> {
    let view = query.view(View::User)?;
    let (page, status) = stretch(found, view, query)?;
    let (summary, n_events) = found
        .follower
        .summary()
        .ok_or_else(|| HttpError::not_found("conversation", &found.id))?;
    let title = summary.title.clone().unwrap_or_else(|| found.id.clone());
    let mut state = PageState {
        version: wire::VERSION,
        build: app.build(),
        conversation: ConversationBody {
            parent_title: summary.parent.as_deref().and_then(|id| app.hub.title(id)),
            ..conversation_body(&summary, n_events)
        },
        view,
        position: page.after.clone(),
        after: page.has_more.then_some(page.after),
        window: Window {
            items: page.items,
            before: page.before,
        },
        status,
    };
    let content = app::conversation_html(&state, reader.theme, reader.clock);
    leave_out_texts(&mut state.window.items);
    Ok(shell(&Shell {
        title: &title,
        theme: reader.theme,
        zone: &reader.zone_name,
        manifest: app.assets.manifest().as_ref(),
        content: &content,
        state: PageData::of(STATE_ID, &state),
    }))
}

fn stretch(
    found: &Found,
    view: View,
    query: &ConversationQuery,
) -> Result<(Page, Status), HttpError> {
    let follower = &found.follower;
    if let Some(key) = &query.at {
        return follower
            .around(view, key)
            .ok_or_else(|| HttpError::not_found("event", key));
    }
    if let Some(cursor) = query.before()? {
        let page = follower.before(view, &cursor, Limit::PAGE);
        return page.ok_or_else(HttpError::unknown_position);
    }
    if let Some(cursor) = query.after()? {
        let page = follower.after(view, &cursor, Limit::PAGE);
        return page.ok_or_else(HttpError::unknown_position);
    }
    Ok(follower.end(view, Limit::FIRST))
}

/// The texts stand in the page. Only the last text can grow without a change of its own, so that is
/// the only one that the page's program must have.
fn leave_out_texts(items: &mut [Item]) {
    let last_region = items.last().and_then(|item| item.side.region);
    for item in items {
        let may_grow = last_region.is_some() && item.side.region == last_region;
        if !may_grow {
            *item = item.skeleton();
        }
    }
}
