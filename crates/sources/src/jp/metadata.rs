//! `metadata.json`: the title and what else a list shows.

use crate::{Problem, time::instant_ms};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, io::ErrorKind, path::Path};

/// What the file says. Every field may be missing or of another type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Metadata {
    pub title: Option<String>,
    pub last_activated_at_ms: Option<i64>,
    pub is_pinned: bool,
    pub labels: BTreeMap<String, String>,
    pub problem: Option<Problem>,
}

impl Metadata {
    pub(super) fn read(path: &Path) -> Self {
        let failed = |why: String| {
            let path = path.display().to_string();
            Self {
                problem: Some(Problem::Unreadable { path, why }),
                ..Self::default()
            }
        };
        let text = match std::fs::read(path) {
            Ok(text) => text,
            // Other agents' tools leave conversations without one; that is no fault.
            Err(error) if error.kind() == ErrorKind::NotFound => return Self::default(),
            Err(error) => return failed(error.to_string()),
        };
        match serde_json::from_slice(&text) {
            Ok(Value::Object(fields)) => Self::of(&fields),
            Ok(_) => failed("it is no object".to_owned()),
            Err(error) => failed(error.to_string()),
        }
    }

    fn of(fields: &Map<String, Value>) -> Self {
        let text = |name: &str| fields.get(name).and_then(Value::as_str);
        Self {
            title: text("title")
                .map(str::trim)
                .filter(|title| !title.is_empty())
                .map(str::to_owned),
            last_activated_at_ms: text("last_activated_at").and_then(instant_ms),
            is_pinned: fields.get("pinned_at").is_some_and(|at| !at.is_null()),
            labels: fields.get("labels").map(labels).unwrap_or_default(),
            problem: None,
        }
    }
}

/// Labels whose value is no text have none.
fn labels(value: &Value) -> BTreeMap<String, String> {
    let labels = value.as_object().into_iter().flatten();
    labels
        .map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned()))
        .collect()
}
