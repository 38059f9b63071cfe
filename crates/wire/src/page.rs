//! What a rendered page tells the program that takes it over.

use crate::{ConversationBody, ListQuery, ListWindow};
use conversation::{Status, View, Window, readable};
use serde::Serialize;

/// The state behind a rendered page. The items are skeletons: their texts stand in the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageState {
    /// The version of bodies and frames.
    pub version: u32,
    /// Names the frontend that goes with the server.
    pub build: String,
    /// The conversation.
    pub conversation: ConversationBody,
    /// The view.
    pub view: View,
    /// The position behind the window.
    pub position: String,
    /// The cursor for what comes after the window; nothing where it reaches the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The window.
    pub window: Window,
    /// How the conversation stands.
    pub status: Status,
}

/// The state behind a rendered list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListState {
    /// The version of bodies and frames.
    pub version: u32,
    /// Names the frontend that goes with the server.
    pub build: String,
    /// What was asked for.
    pub query: ListQuery,
    /// What is shown.
    pub window: ListWindow,
    /// When it was rendered, in milliseconds since the Unix epoch: the relative times are of then.
    pub now_ms: i64,
}

readable! {
    PageState { version, build, conversation, view, position, window, status; after }
    ListState { version, build, query, window, now_ms; }
}
