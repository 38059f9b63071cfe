//! Conversations, told without their events.

use super::{open, reading};
use crate::{App, http::HttpError, zone::rfc3339};
use axum::{
    Json,
    extract::{Path, State},
};
use sources::Summary;
use wire::{ConversationBody, ConversationsBody, OneConversationBody};

/// `GET /api/conversations`: all conversations.
pub(in crate::http) async fn list_conversations(
    State(app): State<App>,
) -> Result<Json<ConversationsBody>, HttpError> {
    let list = reading(move || app.hub.list()).await?;
    let data = list
        .into_iter()
        .map(|(summary, n)| conversation_body(summary, n))
        .collect();
    Ok(Json(ConversationsBody { data }))
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
        data: conversation_body(summary, Some(n_events)),
    }))
}

/// A summary as the API has it.
pub(in crate::http) fn conversation_body(
    summary: Summary,
    events: Option<u64>,
) -> ConversationBody {
    ConversationBody {
        id: summary.id,
        title: summary.title,
        agent: summary.agent.to_owned(),
        workspace: summary.workspace,
        updated_at: summary.updated_at_ms.and_then(rfc3339),
        events,
        bytes: summary.bytes,
        state: summary.state.name().to_owned(),
        problem: summary.problem,
        path: summary.path.display().to_string(),
    }
}
