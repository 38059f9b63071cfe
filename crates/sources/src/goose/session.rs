//! A session as its row tells it.

use super::{
    end::{End, MOST},
    facts::milliseconds,
    id::quoted,
    mapping::Mapping,
    message,
    rows::{self, Messages},
    store::GooseStore,
};
use crate::{
    Summary,
    sqlite::{self, Failure, in_steps, now},
    time::instant_ms,
};
use rusqlite::{Connection, Row};
use serde_json::Value;
use std::ops::ControlFlow;

/// A row of the table of sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Session {
    pub id: String,
    pub title: Option<String>,
    /// `user`, `sub_agent`, `scheduled` and so on.
    pub kind: String,
    pub cwd: Option<String>,
    pub updated_at: Option<String>,
    pub created_at: Option<String>,
    pub is_archived: bool,
    pub parent: Option<String>,
    pub model: Option<String>,
    /// The number of its last message.
    pub last_message: Option<i64>,
}

impl Session {
    /// All sessions, or the one that has this id.
    pub(super) fn read(connection: &Connection, id: Option<&str>) -> Result<Vec<Self>, Failure> {
        let columns = rows::needed(connection, "sessions", &["id"])?;
        let selected: Vec<_> = [
            "name",
            "description",
            "session_type",
            "working_dir",
            "updated_at",
            "created_at",
            "archived_at",
            "parent_session_id",
            "model_config_json",
        ]
        .into_iter()
        .map(|name| columns.or_null(name))
        .collect();
        let query = format!(
            "SELECT rowid, id, {}, \
             (SELECT max(messages.rowid) FROM messages WHERE session_id = sessions.id) \
             FROM sessions WHERE rowid > ?1 AND (?2 IS NULL OR id = ?2) ORDER BY rowid",
            selected.join(", ")
        );
        let mut all = Vec::new();
        in_steps(connection, &query, &[&id], Self::of, |session| {
            all.push(session);
            ControlFlow::Continue(())
        })?;
        Ok(all)
    }

    fn of(row: &Row<'_>) -> rusqlite::Result<Self> {
        let text = |n: usize| {
            let text = row.get_ref(n).map(sqlite::text);
            text.map(|text| text.filter(|text| !text.trim().is_empty()))
        };
        let (name, description) = (text(2)?, text(3)?);
        Ok(Self {
            id: text(1)?.unwrap_or_default(),
            title: name.or(description),
            kind: text(4)?.unwrap_or_else(|| "user".to_owned()),
            cwd: text(5)?,
            updated_at: text(6)?,
            created_at: text(7)?,
            is_archived: text(8)?.is_some(),
            parent: text(9)?,
            model: text(10)?.as_deref().and_then(model),
            last_message: row.get(11)?,
        })
    }

    /// Whether another agent speaks in the person's place.
    pub(super) fn is_sub_agent(&self) -> bool {
        self.kind == "sub_agent"
    }

    /// What a list says of it, but for how it stands.
    pub(super) fn summary(
        &self,
        connection: &Connection,
        messages: &Messages,
        store: &GooseStore,
    ) -> Result<(Summary, End), Failure> {
        let mut end = End::default();
        let mapping = || Mapping::new(store.restoration(), store.mark(), self.is_sub_agent());
        messages.last(connection, &self.id, MOST, |stored| {
            end.take(&stored, mapping())
        })?;
        let written = || [&self.updated_at, &self.created_at].into_iter().flatten();
        let other = (self.kind != "user").then(|| ("type".to_owned(), self.kind.clone()));
        let summary = Summary {
            id: store.mark().url_id(&self.id),
            title: self.title.clone(),
            agent: "goose",
            workspace: self.cwd.as_deref().and_then(last_part),
            cwd: self.cwd.clone(),
            model: self.model.clone(),
            parent: self
                .parent
                .as_deref()
                .map(|parent| store.mark().url_id(parent)),
            continue_command: Some(continue_command(&self.id)),
            updated_at_ms: end
                .facts
                .last_ms
                .or_else(|| written().find_map(|at| instant_ms(at))),
            bytes: Messages::bytes(connection, &self.id)?,
            is_archived: self.is_archived,
            labels: other.into_iter().collect(),
            last_words: end.last_words.clone(),
            path: store.database_path(),
            ..Summary::default()
        };
        Ok((summary, end))
    }
}

/// goose's command to go on with a session.
fn continue_command(id: &str) -> String {
    format!("goose session --resume --session-id {}", quoted(id))
}

fn model(config: &str) -> Option<String> {
    let config = message::value(config.as_bytes()).ok()?;
    let name = config.get("model_name").and_then(Value::as_str)?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// The last part of a path of any system.
pub(super) fn last_part(path: &str) -> Option<String> {
    let last = path.rsplit(['/', '\\']).find(|part| !part.is_empty())?;
    Some(last.to_owned())
}

/// The time now, in milliseconds since the Unix epoch.
pub(super) fn now_ms() -> i64 {
    milliseconds(now()).unwrap_or(0)
}
