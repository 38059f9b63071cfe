//! Rows that an input makes, as goose adds, changes, and deletes them.

use super::tables;
use crate::{
    damage::Damage,
    input::Input,
    laws::{Broken, Subject},
    place,
    records::Pool,
};
use arbitrary::Unstructured;
use rusqlite::{Connection, params_from_iter, types::Value as Stored};
use serde_json::{Value, json};
use sources::goose::GooseStore;
use std::sync::LazyLock;

/// The rows of the fixtures, each an object with a field for each column.
pub(super) static POOL: LazyLock<Pool> = LazyLock::new(|| {
    let all = tables::statements();
    Pool::new(
        all.iter()
            .flat_map(|statements| stored_rows(statements))
            .collect(),
    )
});

/// The columns that are filled. Only their names are goose's: they take values of any type.
const COLUMNS: [&str; 5] = [
    "message_id",
    "role",
    "created_timestamp",
    "content_json",
    "metadata_json",
];
const TABLES: &str = "
    create table sessions (id, name, session_type, working_dir, created_at, updated_at, archived_at);
    create table messages (id integer primary key autoincrement, message_id, session_id, role,
        content_json, created_timestamp, timestamp, metadata_json);";

thread_local! {
    /// A database with a log, and one without.
    static DATABASES: [(GooseStore, Connection); 2] = [
        database("goose-wal", "wal"),
        database("goose-off", "off"),
    ];
}

fn database(name: &str, mode: &str) -> (GooseStore, Connection) {
    let folder = place::below(name);
    let connection = tables::make(&folder.join("sessions.db"), TABLES);
    let mode = format!("pragma journal_mode = {mode}; pragma synchronous = off;");
    connection.execute_batch(&mode).expect("set");
    let store = GooseStore::at(&folder).expect("a store");
    (store, connection)
}

fn stored_rows(statements: &str) -> Vec<Value> {
    let connection = Connection::open_in_memory().expect("a database");
    connection.execute_batch(statements).expect("the fixture");
    let mut select = connection
        .prepare("select * from messages order by rowid")
        .expect("a table");
    let names: Vec<String> = select.column_names().map(str::to_owned).collect();
    let rows = select.query_map([], |row| {
        let fields = names.iter().filter(|name| COLUMNS.contains(&name.as_str()));
        let fields = fields.map(|name| Ok((name.clone(), as_json(row.get(name.as_str())?))));
        fields.collect::<rusqlite::Result<Value>>()
    });
    rows.expect("rows").map(|row| row.expect("a row")).collect()
}

/// A value of a column; a text that is JSON as that.
fn as_json(stored: Stored) -> Value {
    match stored {
        Stored::Null => Value::Null,
        Stored::Integer(number) => number.into(),
        Stored::Real(number) => number.into(),
        Stored::Text(text) if text.starts_with(['[', '{']) => {
            serde_json::from_str(&text).unwrap_or(json!(text))
        }
        Stored::Text(text) => text.into(),
        Stored::Blob(bytes) => String::from_utf8_lossy(&bytes).into(),
    }
}

/// The other way; `damage` is done to what was JSON.
fn as_stored(value: Option<&Value>, damage: &Damage) -> Stored {
    match value {
        None | Some(Value::Null) => Stored::Null,
        Some(Value::String(text)) => Stored::Text(text.clone()),
        Some(Value::Number(number)) => match number.as_i64() {
            Some(number) => Stored::Integer(number),
            None => Stored::Real(number.as_f64().unwrap_or_default()),
        },
        Some(other) => match String::from_utf8(damage.done_to(other.to_string().into_bytes())) {
            Ok(text) => Stored::Text(text),
            Err(broken) => Stored::Blob(broken.into_bytes()),
        },
    }
}

pub(super) fn check(input: &Input<'_>) {
    let Ok((damage, rows)) = POOL.chosen(&mut Unstructured::new(input.rest)) else {
        return;
    };
    DATABASES.with(|databases| {
        let (store, connection) = &databases[usize::from(input.variant % 2)];
        check_rows(store, connection, input, &damage, &rows);
    });
}

fn check_rows(
    store: &GooseStore,
    connection: &Connection,
    input: &Input<'_>,
    damage: &Damage,
    rows: &[Value],
) {
    begin(connection, input.variant);
    let subject = Subject {
        store,
        id: "s",
        is_there: true,
        is_lines: false,
        broken: Broken::IsRead,
        more: input.more,
    };
    let mut followed = subject.open();
    let mut rows = rows;
    for n_rows in pieces(input, rows.len()) {
        let (new, later) = rows.split_at(n_rows);
        rows = later;
        write(connection, new, damage, input.variant >> 3);
        let looked = followed.look();
        looked.expect("a database of goose's is readable");
    }
    subject.check(followed);
}

/// How many of `n` rows each piece has.
fn pieces(input: &Input<'_>, n: usize) -> Vec<usize> {
    let mut at = 0;
    let length = |end| end - std::mem::replace(&mut at, end);
    input.ends(&vec![b' '; n]).into_iter().map(length).collect()
}

/// Adds rows, and does what else `which` says, in one transaction.
fn write(connection: &Connection, rows: &[Value], damage: &Damage, which: u8) {
    connection.execute_batch("begin").expect("begun");
    let statement = format!(
        "insert into messages (session_id, {}) values ('s', ?1, ?2, ?3, ?4, ?5)",
        COLUMNS.join(", ")
    );
    let mut insert = connection.prepare(&statement).expect("a statement");
    for row in rows {
        let values = COLUMNS.map(|column| as_stored(row.get(column), damage));
        insert.execute(params_from_iter(values)).expect("written");
    }
    act(
        connection,
        which.wrapping_add(u8::try_from(rows.len()).unwrap_or_default()),
    );
    connection.execute_batch("commit").expect("written");
}

/// Leaves one session without messages.
fn begin(connection: &Connection, variant: u8) {
    let kind = if variant & 0b100 == 0 {
        "user"
    } else {
        "sub_agent"
    };
    let statements = format!(
        "begin; delete from messages; delete from sqlite_sequence; delete from sessions;
         insert into sessions (id, session_type, working_dir) values ('s', '{kind}', '/'); commit;"
    );
    connection.execute_batch(&statements).expect("written");
}

/// What goose does beside adding rows.
fn act(connection: &Connection, which: u8) {
    let statements = match which % 8 {
        0 => "update messages set content_json = '[{\"type\":\"text\",\"text\":\"x\"}]' where id % 3 = 0",
        1 => "update messages set metadata_json = '{\"userVisible\":false}' where id % 3 = 1",
        2 => "delete from messages where id > 3",
        3 => {
            "create temp table kept as select * from messages order by id; delete from messages;
             insert into messages (message_id, session_id, role, content_json, created_timestamp, metadata_json)
             select message_id, session_id, role, content_json, created_timestamp, metadata_json
             from kept order by id; drop table kept"
        }
        _ => return,
    };
    connection.execute_batch(statements).expect("written");
}
