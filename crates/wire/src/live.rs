//! What is said over `/api/live` and in event streams.

use crate::{ConversationBody, ErrorDetails};
use conversation::{
    Change, View, Window,
    read::{Fields, FromJson, tag},
    readable,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// From a page to the server. `sub` is a number of the page's own choice that names a subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Send what comes after `position`, or a reset where that cannot be.
    Subscribe {
        /// The subscription.
        sub: u32,
        /// The conversation's id.
        conversation: String,
        /// The view.
        view: View,
        /// The last position that the page has seen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
    },
    /// Send the list of conversations, now and whenever it changes.
    SubscribeList {
        /// The subscription.
        sub: u32,
        /// Which part of the list.
        query: ListQuery,
    },
    /// Send no more.
    Unsubscribe {
        /// The subscription.
        sub: u32,
    },
    /// Send what comes before a cursor.
    Older {
        /// The subscription.
        sub: u32,
        /// The cursor.
        before: String,
    },
    /// Send what comes after a cursor.
    Newer {
        /// The subscription.
        sub: u32,
        /// The cursor; nothing for the view's beginning.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
    },
}

/// Which part of the list of conversations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListQuery {
    /// Words that titles must have, in any letter case; empty for all.
    #[serde(default)]
    pub filter: String,
    /// How many conversations at most, their sub-agents not counted.
    pub limit: usize,
    /// The only conversation, with all of its sub-agents; nothing for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
}

impl Default for ListQuery {
    fn default() -> Self {
        Self {
            filter: String::new(),
            limit: 200,
            parent: None,
        }
    }
}

/// A part of the list, in the order in which it is shown: conversations at work, pinned ones, the
/// others from the last active on, and those that were put away. Sub-agents stand under the
/// conversation that they work for; what a filter finds stands by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ListWindow {
    /// The conversations.
    pub entries: Vec<ConversationBody>,
    /// Their sub-agents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sub_agents: Vec<SubAgents>,
    /// How many entries there are in all, as far as the filter finds them.
    pub n_found: usize,
    /// How many conversations there are, sub-agents among them.
    pub n_all: usize,
    /// Where they were looked for, for people.
    pub looked_in: String,
    /// What could not be listed, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

/// The sub-agents of a conversation of the list, and theirs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SubAgents {
    /// The conversation's id.
    pub of: String,
    /// The last active first, each followed by its own sub-agents.
    pub entries: Vec<ConversationBody>,
    /// How many there are.
    pub n_all: usize,
}

/// A list and whose it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListMessage {
    /// The subscription.
    pub sub: u32,
    /// The part that was asked for.
    pub window: ListWindow,
}

/// From the server to a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message: which server this is.
    Hello(Hello),
    /// Changes of a view.
    Frames {
        /// The subscription.
        sub: u32,
        /// The changes.
        #[serde(flatten)]
        body: FramesBody,
    },
    /// What comes before a cursor.
    Older(Older),
    /// What comes after one.
    Newer(Newer),
    /// The list of conversations, as it is from now on.
    List(ListMessage),
    /// A message could not be served. The subscription has ended.
    Error(Failure),
}

/// Which server this is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hello {
    /// The version of bodies and frames.
    pub version: u32,
    /// Names the frontend that this server serves.
    pub build: String,
}

/// What comes before a cursor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Older {
    /// The subscription.
    pub sub: u32,
    /// The older stretch.
    pub window: Window,
}

/// What comes after a cursor, or from the view's beginning on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Newer {
    /// The subscription.
    pub sub: u32,
    /// The newer stretch.
    pub window: Window,
    /// Whether the view ended with it when it was read.
    pub is_end: bool,
}

/// Why a message could not be served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The subscription, where the message named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sub: Option<u32>,
    /// Why.
    pub error: ErrorDetails,
}

/// Changes that lead to a position. In an event stream this is the data of an event whose id is the
/// position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FramesBody {
    /// The position behind them, in the store: valid after a restart too.
    pub position: String,
    /// The changes, in order.
    pub frames: Vec<Change>,
}

readable! {
    ListQuery { limit; filter, parent }
    ListWindow { entries, n_found, n_all, looked_in; sub_agents, problems }
    SubAgents { of, entries, n_all; }
    ListMessage { sub, window; }
    Hello { version, build; }
    Older { sub, window; }
    Newer { sub, window, is_end; }
    Failure { error; sub }
    FramesBody { position, frames; }
}

impl FromJson for ServerMessage {
    fn from_json(value: Value) -> Option<Self> {
        match tag(&value)? {
            "hello" => Hello::from_json(value).map(Self::Hello),
            "frames" => {
                let mut fields = Fields::of(value)?;
                Some(Self::Frames {
                    sub: fields.required("sub")?,
                    body: FramesBody {
                        position: fields.required("position")?,
                        frames: fields.required("frames")?,
                    },
                })
            }
            "older" => Older::from_json(value).map(Self::Older),
            "newer" => Newer::from_json(value).map(Self::Newer),
            "list" => ListMessage::from_json(value).map(Self::List),
            "error" => Failure::from_json(value).map(Self::Error),
            _ => None,
        }
    }
}
