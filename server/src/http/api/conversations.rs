//! Conversations, told without their events.

use super::{open, reading};
use crate::{App, http::HttpError, zone::rfc3339};
use axum::{
    Json,
    extract::{Path, State},
};
use sources::Summary;
use std::sync::Arc;
use wire::{ConversationBody, ConversationsBody, OneConversationBody};

/// `GET /api/conversations`: all conversations.
pub(in crate::http) async fn list_conversations(
    State(app): State<App>,
) -> Result<Json<ConversationsBody>, HttpError> {
    let data = reading(move || {
        let mut all = app.hub.list().now().all.clone();
        all.sort_by(|a, b| (b.updated_at_ms, &b.id).cmp(&(a.updated_at_ms, &a.id)));
        let body = |summary: Arc<Summary>| {
            let n_events = app.hub.n_events(&summary.id);
            conversation_body(&summary, n_events)
        };
        all.into_iter().map(body).collect()
    });
    Ok(Json(ConversationsBody { data: data.await? }))
}

/// `GET /api/conversations/{id}`: one conversation.
pub(in crate::http) async fn find_conversation(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<OneConversationBody>, HttpError> {
    let found = open(&app, id.clone()).await?;
    let summary = reading(move || found.follower.summary()).await?;
    let (summary, n_events) = summary.ok_or_else(|| HttpError::not_found("conversation", &id))?;
    Ok(Json(OneConversationBody {
        data: conversation_body(&summary, n_events),
    }))
}

/// A summary as the API has it.
pub(in crate::http) fn conversation_body(
    summary: &Summary,
    events: Option<u64>,
) -> ConversationBody {
    ConversationBody {
        id: summary.id.clone(),
        title: summary.title.clone(),
        agent: summary.agent.to_owned(),
        workspace: summary.workspace.clone(),
        cwd: summary.cwd.clone(),
        updated_at: summary.updated_at_ms.and_then(rfc3339),
        updated_at_ms: summary.updated_at_ms,
        events,
        bytes: summary.bytes,
        state: summary.state.name().to_owned(),
        archived: summary.is_archived,
        pinned: summary.is_pinned,
        labels: summary.labels.clone(),
        last_words: summary.last_words.clone(),
        model: summary.model.clone(),
        parent: summary.parent.clone(),
        parent_title: None,
        continue_command: summary.continue_command.clone(),
        problem: summary.problem.clone(),
        path: summary.path.display().to_string(),
    }
}
