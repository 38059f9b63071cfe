//! The rows of the database: which columns there are, and what they hold.

use super::message::{self, LONGEST, Stored};
use crate::sqlite::{self, Columns, Failure, in_steps};
use rusqlite::{Connection, OptionalExtension as _, Row, types::ValueRef};
use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// The table of messages, as far as it is read.
#[derive(Debug)]
pub(super) struct Messages {
    columns: Columns,
}

impl Messages {
    /// The table, if it has what is needed.
    pub(super) fn of(connection: &Connection) -> Result<Self, Failure> {
        let columns = needed(
            connection,
            "messages",
            &["session_id", "role", "content_json"],
        )?;
        Ok(Self { columns })
    }

    /// Gives the messages of a session to `take`, from the first on. Their order is that in which
    /// they were stored: the times of older versions put a result before its call.
    pub(super) fn read(
        &self,
        connection: &Connection,
        session: &str,
        mut take: impl FnMut(Stored) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let query = format!(
            "SELECT {} FROM messages WHERE rowid > ?1 AND session_id = ?2 ORDER BY rowid",
            self.selected()
        );
        in_steps(connection, &query, &[&session], stored, &mut take)
    }

    /// Gives the messages of a session behind a row to `take`, until that has enough of them or it
    /// takes longer than `longest`; says whether it came to the end.
    pub(super) fn read_behind(
        &self,
        connection: &Connection,
        (session, row): (&str, i64),
        longest: Duration,
        mut take: impl FnMut(&Stored) -> ControlFlow<()>,
    ) -> Result<bool, Failure> {
        let query = format!(
            "SELECT {} FROM messages WHERE session_id = ?1 AND rowid > ?2 ORDER BY rowid",
            self.selected()
        );
        let mut statement = connection.prepare(&query)?;
        let mut rows = statement.query((session, row))?;
        let begin = Instant::now();
        while let Some(row) = rows.next()? {
            if take(&stored(row)?).is_break() || begin.elapsed() > longest {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The last messages of a session, the last one first.
    pub(super) fn last(
        &self,
        connection: &Connection,
        session: &str,
        n: usize,
        mut take: impl FnMut(Stored) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let query = format!(
            "SELECT {} FROM messages WHERE session_id = ?1 AND rowid < ?2 ORDER BY rowid DESC LIMIT 1",
            self.selected()
        );
        let mut statement = connection.prepare(&query)?;
        let mut before = i64::MAX;
        for _ in 0..n {
            let row = statement.query_row((session, before), stored).optional()?;
            let Some(row) = row else { break };
            before = row.place.0;
            if take(row).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// How many bytes the messages of a session have.
    pub(super) fn bytes(connection: &Connection, session: &str) -> Result<u64, Failure> {
        let mut bytes = 0_u64;
        in_steps(
            connection,
            "SELECT rowid, octet_length(content_json) FROM messages \
             WHERE rowid > ?1 AND session_id = ?2 ORDER BY rowid",
            &[&session],
            |row| row.get::<_, Option<i64>>(1),
            |length| {
                bytes += length
                    .and_then(|length| u64::try_from(length).ok())
                    .unwrap_or(0);
                ControlFlow::Continue(())
            },
        )?;
        Ok(bytes)
    }

    fn selected(&self) -> String {
        let or_null = |name| self.columns.or_null(name);
        // The time of the row stands in for one that is missing.
        format!(
            "rowid, octet_length(content_json), {}, role, coalesce({}, {}), \
             CASE WHEN octet_length(content_json) <= {LONGEST} THEN content_json END, {}",
            or_null("message_id"),
            or_null("created_timestamp"),
            or_null("timestamp"),
            or_null("metadata_json"),
        )
    }
}

fn stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    let text = |n: usize| row.get_ref(n).map(sqlite::text);
    let bytes = |n: usize| row.get_ref(n).map(sqlite::bytes);
    let length: Option<i64> = row.get(1)?;
    let columns = message::Columns {
        id: text(2)?,
        role: text(3)?,
        created: text(4)?,
        content: bytes(5)?.unwrap_or_default(),
        metadata: bytes(6)?,
    };
    let length = length.and_then(|length| u64::try_from(length).ok());
    Ok(Stored::row(row.get(0)?, length.unwrap_or(0), columns))
}

/// The columns of a table; a failure where some are not there.
pub(super) fn needed(
    connection: &Connection,
    table: &str,
    needed: &[&str],
) -> Result<Columns, Failure> {
    let columns = Columns::of(connection, table)?;
    let missing: Vec<_> = needed.iter().filter(|name| !columns.has(name)).collect();
    let Some(first) = missing.first() else {
        return Ok(columns);
    };
    let version = version(connection);
    let version = version.map_or_else(String::new, |number| format!("; it is of version {number}"));
    Err(Failure::Unknown(match missing.len() == needed.len() {
        true => format!("it has no table {table} as goose writes it{version}"),
        false => format!("its table {table} has no column {first}{version}"),
    }))
}

/// The number that goose gives to the form of its tables.
fn version(connection: &Connection) -> Option<i64> {
    let query = "SELECT max(version) FROM schema_version";
    connection.query_row(query, [], |row| row.get(0)).ok()?
}

/// The row of a message with all its columns, as JSON; columns that hold JSON as that.
pub(super) fn whole_row(
    connection: &Connection,
    session: &str,
    number: i64,
) -> Result<Option<String>, Failure> {
    let query = "SELECT * FROM messages WHERE rowid = ?1 AND session_id = ?2";
    let mut statement = connection.prepare(query)?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let row = statement.query_row((number, session), |row| {
        let values = (0..names.len()).map(|n| row.get_ref(n).map(json));
        values.collect::<Result<Vec<_>, _>>()
    });
    let Some(values) = row.optional()? else {
        return Ok(None);
    };
    let fields = names.iter().zip(values);
    let fields = fields.map(|(name, value)| format!("{}:{value}", quoted(name)));
    Ok(Some(format!(
        "{{{}}}",
        fields.collect::<Vec<_>>().join(",")
    )))
}

fn json(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "null".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => serde_json::Value::from(number).to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            let text = String::from_utf8_lossy(bytes);
            let is_json = text.trim_start().starts_with(['{', '['])
                && serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
            if is_json {
                text.into_owned()
            } else {
                quoted(&text)
            }
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
