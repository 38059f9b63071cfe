//! What stands in a file beside a sub-agent's.

use super::id::ClaudeId;
use conversation::first_words;
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};

/// What a sub-agent was started as.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Meta {
    pub title: Option<String>,
    pub labels: BTreeMap<String, String>,
}

impl Meta {
    /// What is said beside the file of a conversation; nothing of a session's.
    pub(super) fn beside(path: &Path, id: &ClaudeId) -> Self {
        if id.agent.is_none() {
            return Self::default();
        }
        let stored = fs::read(path.with_extension("meta.json")).ok();
        let stored: Option<Value> = stored.and_then(|text| serde_json::from_slice(&text).ok());
        let text = |name: &str| stored.as_ref()?.get(name)?.as_str();
        let label = |kind: &str| ("agent".to_owned(), kind.to_owned());
        Self {
            title: text("description").and_then(first_words),
            labels: text("agentType").map(label).into_iter().collect(),
        }
    }
}
