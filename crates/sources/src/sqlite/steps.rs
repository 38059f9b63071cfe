//! Reading in short transactions, and only what is there.

use super::Failure;
use rusqlite::{Connection, Row, ToSql, types::ValueRef};
use std::{
    collections::BTreeSet,
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// How long a transaction may read. A writer cannot start its log anew while one is open.
pub(crate) const LONGEST: Duration = Duration::from_millis(20);

/// The columns of a table. Versions of a program differ in them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns(BTreeSet<String>);

impl Columns {
    /// The columns of a table; none where there is no such table.
    pub(crate) fn of(connection: &Connection, table: &str) -> Result<Self, Failure> {
        let mut statement = connection.prepare(
            "SELECT name FROM pragma_table_info(?1) WHERE EXISTS \
             (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)",
        )?;
        let names = statement.query_map([table], |row| row.get(0))?;
        Ok(Self(names.collect::<Result<_, _>>()?))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// The column as it stands in a query, or NULL where there is none of this name.
    pub(crate) fn or_null<'a>(&self, name: &'a str) -> &'a str {
        if self.has(name) { name } else { "NULL" }
    }
}

/// Gives the rows of a query to `take`, in transactions none of which is long. The query's first
/// column is a number that grows from row to row, and its first parameter the one behind which the
/// rows begin. `map` takes from a row what `take` gets once the transaction has ended.
pub(crate) fn in_steps<T>(
    connection: &Connection,
    query: &str,
    parameters: &[&dyn ToSql],
    mut map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), Failure> {
    let mut statement = connection.prepare(query)?;
    let mut last = i64::MIN;
    loop {
        let mut step = Vec::new();
        let mut is_end = true;
        {
            let mut all: Vec<&dyn ToSql> = vec![&last];
            all.extend(parameters);
            let mut rows = statement.query(all.as_slice())?;
            let begin = Instant::now();
            let mut next = last;
            let failure = loop {
                match rows.next() {
                    Ok(Some(row)) => {
                        next = row.get(0)?;
                        step.push(map(row)?);
                    }
                    Ok(None) => break None,
                    Err(error) => break Some(error),
                }
                if begin.elapsed() > LONGEST {
                    is_end = false;
                    break None;
                }
            };
            drop(rows);
            last = next;
            if let Some(error) = failure {
                // What was read before is read.
                step.into_iter().try_for_each(take).is_break();
                return Err(error.into());
            }
        }
        if step.into_iter().try_for_each(&mut take).is_break() || is_end {
            return Ok(());
        }
    }
}

/// A value's bytes, whatever type it has.
pub(crate) fn bytes(value: ValueRef<'_>) -> Option<Vec<u8>> {
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string().into_bytes()),
        ValueRef::Real(number) => Some(number.to_string().into_bytes()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Some(bytes.to_vec()),
    }
}

/// A value as text, whatever type it has.
pub(crate) fn text(value: ValueRef<'_>) -> Option<String> {
    bytes(value).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
