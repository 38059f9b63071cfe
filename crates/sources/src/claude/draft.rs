//! An event in the making.

use super::record::Record;
use crate::mapping::Mapped;
use serde_json::{Map, Value};

/// The fields of a line that are known and stand elsewhere, or say the same on every line.
const ROUTINE: [&str; 20] = [
    "type",
    "uuid",
    "parentUuid",
    "timestamp",
    "message",
    "sessionId",
    "session_id",
    "agentId",
    "cwd",
    "version",
    "gitBranch",
    "entrypoint",
    "userType",
    "slug",
    "requestId",
    "toolUseResult",
    "mcpMeta",
    "attachment",
    "content",
    "isSidechain",
];
/// The same for the message on the line.
const ROUTINE_IN_MESSAGE: [&str; 8] = [
    "id",
    "type",
    "role",
    "model",
    "content",
    "usage",
    "stop_reason",
    "stop_sequence",
];

/// The id and the time of the events of one record.
#[derive(Clone, Debug, Default)]
pub(super) struct Stamp {
    pub id: Option<String>,
    pub time: Option<(String, i64)>,
}

/// An event in the making.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    id: Option<String>,
    at_ms: Option<i64>,
    pub fields: Map<String, Value>,
    pub metadata: Map<String, Value>,
}

impl Stamp {
    pub(super) fn of(record: Record<'_>) -> Self {
        Self {
            id: record.uuid().map(str::to_owned),
            time: record.time(),
        }
    }

    /// An event of this type.
    pub(super) fn draft(&self, kind: &str) -> Draft {
        let mut fields = Map::new();
        fields.insert("type".to_owned(), kind.into());
        if let Some((text, _)) = &self.time {
            fields.insert("timestamp".to_owned(), text.as_str().into());
        }
        Draft {
            id: self.id.clone(),
            at_ms: self.time.as_ref().map(|(_, ms)| *ms),
            fields,
            metadata: Map::new(),
        }
    }

    /// An event that is named after the record, but is not the record.
    pub(super) fn beside(&self, kind: &str, ending: &str) -> Draft {
        let mut draft = self.draft(kind);
        draft.id = draft.id.map(|id| format!("{id}-{ending}"));
        draft
    }

    /// A record or block that is carried with all its fields, as an event of this type.
    pub(super) fn carried(&self, kind: &str, record: Record<'_>) -> Draft {
        let mut draft = self.draft(kind);
        for (name, value) in record.0 {
            draft
                .fields
                .entry(name.as_str())
                .or_insert_with(|| value.clone());
        }
        draft
    }
}

impl Draft {
    #[must_use]
    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// The same with a field that may be missing.
    #[must_use]
    pub(super) fn with_any(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The same with an entry in the metadata.
    #[must_use]
    pub(super) fn noting(mut self, name: &str, value: Option<impl Into<Value>>) -> Self {
        if let Some(value) = value {
            self.metadata.insert(name.to_owned(), value.into());
        }
        self
    }

    pub(super) fn kind(&self) -> &str {
        let kind = self.fields.get("type").and_then(Value::as_str);
        kind.unwrap_or_default()
    }

    /// Whether it is a record, or a part of one, that has no event of its own kind.
    pub(super) fn is_carried(&self) -> bool {
        self.kind().starts_with("claude/")
    }

    /// Adds what the line says beside what its events say, under a field of its own.
    pub(super) fn carry_rest(&mut self, record: Record<'_>) {
        let mut rest = others(record, &ROUTINE);
        let message = record.object("message");
        let in_message = message.map(|message| others(message, &ROUTINE_IN_MESSAGE));
        if let Some(in_message) = in_message.filter(|fields| !fields.is_empty()) {
            rest.insert("message".to_owned(), Value::Object(in_message));
        }
        self.carry("line", rest);
    }

    /// Adds what a part of the record says beside what the event says.
    pub(super) fn carry_others(&mut self, name: &str, part: Record<'_>, known: &[&str]) {
        self.carry(name, others(part, known));
    }

    pub(super) fn carry(&mut self, name: &str, rest: Map<String, Value>) {
        if rest.is_empty() {
            return;
        }
        let carried = self
            .fields
            .entry("claude")
            .or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(carried) = carried {
            carried.insert(name.to_owned(), Value::Object(rest));
        }
    }

    pub(super) fn finish(mut self) -> Mapped {
        if !self.metadata.is_empty() {
            let mut metadata = self.metadata;
            // Restoration writes there too.
            if let Some(Value::Object(stored)) = self.fields.shift_remove("metadata") {
                metadata.extend(stored);
            }
            self.fields
                .insert("metadata".to_owned(), Value::Object(metadata));
        }
        Mapped {
            id: self.id,
            at_ms: self.at_ms,
            fields: self.fields,
        }
    }
}

/// The fields that are not known and say something.
fn others(record: Record<'_>, known: &[&str]) -> Map<String, Value> {
    let says = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(entries) => !entries.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Bool(true) | Value::Number(_) | Value::String(_) => true,
    };
    let is_other = |name: &str, value: &Value| !known.contains(&name) && says(value);
    let rest = record
        .0
        .iter()
        .filter(|(name, value)| is_other(name, value));
    rest.map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
