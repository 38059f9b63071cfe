//! Changes of a record that leave it a record.

use super::Pool;
use arbitrary::{Result, Unstructured};
use serde_json::{Value, json};

/// The longest text that is a word.
const LONGEST_WORD: usize = 80;
/// The longest text that is made of an input's bytes.
const LONGEST_TEXT: usize = 64;

impl Pool {
    /// Changes one value anywhere in a record.
    pub(super) fn change(&self, record: &mut Value, u: &mut Unstructured<'_>) -> Result<()> {
        let at = usize::from(u.arbitrary::<u16>()?) % count(record);
        let value = nth(record, &mut { at }).expect("one of them");
        match u.arbitrary::<u8>()? % 8 {
            0 => *value = odd(u.arbitrary()?),
            1 => *value = self.word(u)?.into(),
            2 => {
                let mut other = self.any(u)?.clone();
                let at = usize::from(u.arbitrary::<u16>()?) % count(&other);
                *value = nth(&mut other, &mut { at }).expect("one of them").take();
            }
            3 => remove(value, u.arbitrary()?),
            4 => self.name(value, u)?,
            5 => repeat(value),
            6 => *value = json!([value.take()]),
            _ => {
                let n = usize::from(u.arbitrary::<u8>()?) % LONGEST_TEXT;
                let bytes = u.bytes(n.min(u.len()))?;
                *value = String::from_utf8_lossy(bytes).into();
            }
        }
        Ok(())
    }

    fn word(&self, u: &mut Unstructured<'_>) -> Result<&str> {
        let n = usize::from(u.arbitrary::<u16>()?);
        Ok(&self.words[n % self.words.len()])
    }

    /// Gives the first field of an object another name.
    fn name(&self, value: &mut Value, u: &mut Unstructured<'_>) -> Result<()> {
        let (word, n) = (self.word(u)?, u.arbitrary::<u8>()?);
        if let Value::Object(fields) = value {
            let name = fields.keys().cycle().nth(usize::from(n)).cloned();
            let value = name.and_then(|name| fields.shift_remove(&name));
            fields.insert(word.to_owned(), value.unwrap_or_default());
        }
        Ok(())
    }
}

/// Values that are seldom what is expected.
fn odd(n: u8) -> Value {
    match n % 16 {
        0 => json!(null),
        1 => json!(true),
        2 => json!(false),
        3 => json!(0),
        4 => json!(-1),
        5 => json!(u64::MAX),
        6 => json!(i64::MIN),
        7 => json!(1e300),
        8 => json!(""),
        9 => json!(" \n"),
        10 => json!("\u{0}"),
        11 => json!("é日🏴\u{202e}"),
        12 => json!([]),
        13 => json!({}),
        14 => json!([[null], {}]),
        _ => json!("a".repeat(300)),
    }
}

fn remove(value: &mut Value, n: u8) {
    let n = usize::from(n);
    match value {
        Value::Object(fields) => {
            if let Some(name) = fields.keys().cycle().nth(n).cloned() {
                fields.shift_remove(&name);
            }
        }
        Value::Array(values) if !values.is_empty() => drop(values.remove(n % values.len())),
        other => *other = Value::Null,
    }
}

/// Doubles the entries of a list, or a text.
fn repeat(value: &mut Value) {
    match value {
        Value::Array(values) => values.extend_from_within(..values.len().min(4)),
        Value::String(text) if text.len() < LONGEST_WORD => *text = text.repeat(2),
        _ => {}
    }
}

/// How many values there are in a value, itself among them.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Object(fields) => fields.values().map(count).sum(),
        Value::Array(values) => values.iter().map(count).sum(),
        _ => 0,
    }
}

/// One of these; `n` is less by those before it where it is another.
fn nth<'a>(value: &'a mut Value, n: &mut usize) -> Option<&'a mut Value> {
    if *n == 0 {
        return Some(value);
    }
    *n -= 1;
    match value {
        Value::Object(fields) => fields.values_mut().find_map(|value| nth(value, n)),
        Value::Array(values) => values.iter_mut().find_map(|value| nth(value, n)),
        _ => None,
    }
}

/// The short texts and the names of fields in a value.
pub(super) fn collect_words(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() <= LONGEST_WORD => words.push(text.clone()),
        Value::Object(fields) => {
            for (name, value) in fields {
                words.push(name.clone());
                collect_words(value, words);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_words(value, words)),
        _ => {}
    }
}
