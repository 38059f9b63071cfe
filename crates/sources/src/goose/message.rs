//! A message as it is stored: a row of the database, or a line of an old file.

use crate::{
    json::{Record, excerpt, read_record},
    time::instant_ms,
};
use jiff::Timestamp;
use serde_json::{Map, Value};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The longest message that is read, in bytes.
pub(super) const LONGEST: u64 = 16 * 1024 * 1024;
/// From this number on, a time is in milliseconds: goose's own limit.
const MILLISECONDS_FROM: i64 = 10_000_000_000;

/// A stored message that is not read yet.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    /// Where it is: a row's number, or a line's first byte and length.
    pub place: (i64, u64),
    /// A hash over all of it.
    pub hash: u64,
    /// How long it is, in bytes.
    pub bytes: u64,
    form: Form,
}

/// The forms of a message.
#[derive(Clone, Debug)]
enum Form {
    /// A row; one that is too long is without its content.
    Row(Columns),
    /// A line, which is one object, or the beginning of one that is too long.
    Line(Vec<u8>),
}

/// What is read of a row.
#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Columns {
    pub id: Option<String>,
    pub role: Option<String>,
    pub created: Option<String>,
    pub content: Vec<u8>,
    pub metadata: Option<Vec<u8>>,
}

/// What a stored message turned out to be.
#[derive(Debug)]
pub(super) enum Read {
    Message(Message),
    /// The first line of an old file, which tells of the session.
    Header,
    /// Why it cannot be read.
    Unreadable(String),
}

/// A message.
#[derive(Debug, Default)]
pub(super) struct Message {
    /// The id that names it in the session, or a hash of it.
    pub id: String,
    pub role: Option<String>,
    pub at_ms: Option<i64>,
    pub content: Value,
    pub metadata: Map<String, Value>,
}

impl Stored {
    /// A row.
    pub(super) fn row(number: i64, bytes: u64, columns: Columns) -> Self {
        use std::hash::{Hash as _, Hasher as _};
        let mut hash = Xxh3::new();
        columns.hash(&mut hash);
        hash.write_u64(bytes);
        Self {
            place: (number, 0),
            hash: hash.finish(),
            bytes,
            form: Form::Row(columns),
        }
    }

    /// A line of an old file.
    pub(super) fn line(at: usize, line: &[u8]) -> Self {
        let bytes = line.len() as u64;
        let read = match bytes > LONGEST {
            true => excerpt(line),
            false => line,
        };
        Self {
            place: (i64::try_from(at).unwrap_or(i64::MAX), bytes),
            hash: xxh3_64(line),
            bytes,
            form: Form::Line(read.to_vec()),
        }
    }

    /// Reads it.
    pub(super) fn read(&self) -> Read {
        match &self.form {
            _ if self.bytes > LONGEST => Read::Unreadable(format!(
                "a message of {} bytes is too long to be read",
                self.bytes
            )),
            Form::Row(columns) => columns.read(),
            Form::Line(line) => read_line(line),
        }
    }

    /// Its id, where that is told without reading it.
    pub(super) fn own_id(&self) -> Option<String> {
        match &self.form {
            Form::Row(columns) => columns.own_id(),
            Form::Line(_) => None,
        }
    }

    /// Its time, where that is told without reading it.
    pub(super) fn at(&self) -> Option<Timestamp> {
        match &self.form {
            Form::Row(columns) => Timestamp::from_millisecond(columns.at_ms()?).ok(),
            Form::Line(_) => None,
        }
    }

    /// Its first bytes.
    pub(super) fn excerpt(&self) -> &[u8] {
        match &self.form {
            Form::Row(columns) => excerpt(&columns.content),
            Form::Line(bytes) => excerpt(bytes),
        }
    }
}

impl Columns {
    fn own_id(&self) -> Option<String> {
        self.id.clone().filter(|id| !id.is_empty())
    }

    /// What names a message without an id: its hash, which it keeps when it is written again.
    fn substitute_id(&self) -> String {
        let mut hash = Xxh3::new();
        for part in [self.role.as_deref(), self.created.as_deref()] {
            hash.update(part.unwrap_or("-").as_bytes());
        }
        hash.update(&self.content);
        substitute_id(hash.digest())
    }

    fn at_ms(&self) -> Option<i64> {
        time(&Value::String(self.created.clone()?))
    }

    fn read(&self) -> Read {
        let content = match value(&self.content) {
            Ok(content) => content,
            Err(why) => return Read::Unreadable(why),
        };
        // goose itself takes metadata that it cannot read for none.
        let metadata = self.metadata.as_deref().map(value);
        let metadata = match metadata {
            Some(Ok(Value::Object(fields))) => fields,
            _ => Map::new(),
        };
        Read::Message(Message {
            id: self.own_id().unwrap_or_else(|| self.substitute_id()),
            role: self.role.clone(),
            at_ms: self.at_ms(),
            content,
            metadata,
        })
    }
}

fn read_line(line: &[u8]) -> Read {
    let mut fields = match read_record(line) {
        Record::Object(fields) => fields,
        Record::Unreadable(why) => return Read::Unreadable(why),
    };
    if !fields.contains_key("role") && !fields.contains_key("content") {
        return Read::Header;
    }
    let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
    let id = text("id").filter(|id| !id.is_empty());
    Read::Message(Message {
        id: id.unwrap_or_else(|| substitute_id(xxh3_64(line))),
        role: text("role"),
        at_ms: fields.get("created").and_then(time),
        content: fields.remove("content").unwrap_or_default(),
        metadata: match fields.remove("metadata") {
            Some(Value::Object(metadata)) => metadata,
            _ => Map::new(),
        },
    })
}

fn substitute_id(hash: u64) -> String {
    format!("x-{hash:016x}")
}

/// Reads JSON of any type, leniently.
pub(super) fn value(json: &[u8]) -> Result<Value, String> {
    match serde_json::from_slice(json) {
        Ok(value) => Ok(value),
        Err(error) => {
            // The repairs are those of records, which are objects.
            let record = [b"{\"v\":", json, b"}"].concat();
            match read_record(&record) {
                Record::Object(mut fields) if fields.len() == 1 => {
                    Ok(fields.remove("v").unwrap_or_default())
                }
                _ => Err(error.to_string()),
            }
        }
    }
}

/// A time in seconds or milliseconds, as a number or as text, or a date.
fn time(stored: &Value) -> Option<i64> {
    let text = match stored {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_owned(),
        _ => return None,
    };
    let Ok(number) = text.parse::<f64>() else {
        return instant_ms(&text);
    };
    if !(number.is_finite() && number.abs() < 1e15) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is in range")]
    let whole = number as i64;
    if whole > MILLISECONDS_FROM {
        return Some(whole);
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is in range")]
    let ms = (number * 1000.0) as i64;
    Some(ms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn times_are_seconds_or_milliseconds_or_dates() {
        for (stored, expected) in [
            (json!(1_796_049_169), Some(1_796_049_169_000)),
            (json!(1_796_049_169_123_i64), Some(1_796_049_169_123)),
            (json!("1796049169"), Some(1_796_049_169_000)),
            (json!(1_796_049_169.5), Some(1_796_049_169_500)),
            (json!("2026-11-30 14:32:49"), Some(1_796_049_169_000)),
            (json!(null), None),
            (json!("soon"), None),
            (json!(1e300), None),
            (json!([1]), None),
        ] {
            assert_eq!(time(&stored), expected, "{stored}");
        }
    }

    #[test]
    fn json_of_any_type_is_repaired() {
        assert_eq!(value(br#"["\ud83d"]"#), Ok(json!(["\u{fffd}"])));
        assert_eq!(value(b"[\"\xff\"]"), Ok(json!(["\u{fffd}"])));
        assert!(value(b"1},{").is_err());
        assert!(value(b"1,\"w\":2").is_err());
        assert!(value(b"").is_err());
    }
}
