//! Bodies of the JSON API.

use conversation::{Side, View, readable};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// `GET /api/conversations`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConversationsBody {
    /// The conversations, the last active first.
    pub data: Vec<ConversationBody>,
}

/// `GET /api/conversations/{id}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OneConversationBody {
    /// The conversation.
    pub data: ConversationBody,
}

/// A conversation, told without its events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ConversationBody {
    /// `<agent>~<native id>`.
    pub id: String,
    /// The stored title.
    pub title: Option<String>,
    /// The agent.
    pub agent: String,
    /// The workspace's name.
    pub workspace: Option<String>,
    /// The folder that the agent works in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// The last activity, RFC 3339 in UTC.
    pub updated_at: Option<String>,
    /// The same in milliseconds since the Unix epoch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at_ms: Option<i64>,
    /// How many events it has; nothing until somebody has read it.
    pub events: Option<u64>,
    /// The size of what is stored, in bytes.
    pub bytes: u64,
    /// `settled`, `running`, `waiting`, `archived` or `broken`.
    pub state: String,
    /// Whether its person put it away.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub archived: bool,
    /// Whether its person pinned it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// Its labels; one without a value has an empty one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// The beginning of the last thing said to the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_words: Option<String>,
    /// The model that answered last, where the list knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The id of the conversation that started this one, where it is a sub-agent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// What that conversation is called, on a page and where it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_title: Option<String>,
    /// The agent's own command to go on with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continue_command: Option<String>,
    /// What is wrong with a broken one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Where it is stored.
    pub path: String,
}

readable! {
    ConversationBody {
        id, agent, bytes, state, path;
        title, workspace, cwd, updated_at, updated_at_ms, events, archived, pinned, labels, last_words,
        model, parent, parent_title, continue_command, problem
    }
}

/// `GET /api/conversations/{id}/events`: RFD 094's envelope, with the side and cursors.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventsBody {
    /// The view, where it is not the raw one: these events are a projection and no conversation, and
    /// whoever reads conversations refuses them.
    #[serde(
        rename = "serve-web/projection",
        skip_serializing_if = "Option::is_none"
    )]
    pub projection: Option<View>,
    /// The view's events, nothing added.
    pub data: Vec<Value>,
    /// What belongs beside each of them.
    pub side: Vec<Side>,
    /// The cursor for what comes before; nothing at the beginning.
    pub before: Option<String>,
    /// The cursor for what comes after, also where nothing has come yet.
    pub after: String,
}

/// Every error of the API.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ErrorDetails,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorDetails {
    /// A word for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// What else is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

readable! { ErrorDetails { code, message; detail } }
