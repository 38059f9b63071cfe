//! The three views: the only place that decides what is addressed to whom.

mod absence;
mod projection;
mod provider;
mod user;

pub use absence::Absence;
pub use projection::{PROJECTION, Projection};

use crate::{Event, read::FromJson};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{fmt, str::FromStr};

/// A way to look at a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// Everything, as it is.
    Raw,
    /// Exactly what is addressed to the person.
    #[default]
    User,
    /// What the model gets, by the rules of RFD 094.
    Provider,
}

impl View {
    /// The name in URLs and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::User => "user",
            Self::Provider => "provider",
        }
    }

    /// What this view shows of `event`; nothing where the view drops it. Computed from the event
    /// alone, never from configuration.
    pub fn project(self, event: &Event) -> Option<Projection<'_>> {
        match self {
            Self::Raw => Some(Projection::whole(event)),
            Self::User => user::project(event),
            Self::Provider => provider::project(event),
        }
    }
}

impl FromJson for View {
    fn from_json(value: Value) -> Option<Self> {
        value.as_str()?.parse().ok()
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A view was asked for that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownView(pub String);

impl fmt::Display for UnknownView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no view {:?}; the views are raw, user and provider",
            self.0
        )
    }
}

impl std::error::Error for UnknownView {}

impl FromStr for View {
    type Err = UnknownView;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "raw" => Ok(Self::Raw),
            "user" => Ok(Self::User),
            "provider" => Ok(Self::Provider),
            other => Err(UnknownView(other.to_owned())),
        }
    }
}
