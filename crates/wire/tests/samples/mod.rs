//! A value of every type that a page reads, with all of its fields.

mod messages;
mod window;

use conversation::read::FromJson;
use serde::Serialize;
use serde_json::{Map, Value};

/// A value, and what is known of its type.
pub(crate) struct Sample {
    /// The type.
    pub(crate) name: &'static str,
    /// Every field.
    pub(crate) full: Value,
    /// The fields that may be left out.
    pub(crate) optional: &'static [&'static str],
    /// Reads a value of the type, and writes what was read.
    pub(crate) read: fn(&Value) -> Option<Value>,
}

impl Sample {
    fn of<T: FromJson + Serialize>(full: T, optional: &'static [&'static str]) -> Self {
        Self {
            name: std::any::type_name::<T>(),
            full: serde_json::to_value(full).unwrap_or_default(),
            optional,
            read: reread::<T>,
        }
    }

    /// The names of all fields.
    pub(crate) fn fields(&self) -> Vec<&str> {
        let fields = self.full.as_object();
        fields
            .into_iter()
            .flat_map(Map::keys)
            .map(String::as_str)
            .collect()
    }

    /// The value without the fields that may be left out.
    pub(crate) fn least(&self) -> Value {
        let fields = self.full.as_object().into_iter().flatten();
        let kept = fields.filter(|(name, _)| !self.optional.contains(&name.as_str()));
        kept.map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }
}

fn reread<T: FromJson + Serialize>(value: &Value) -> Option<Value> {
    let read: T = wire::read(&value.to_string())?;
    serde_json::to_value(read).ok()
}

/// All of them.
pub(crate) fn samples() -> Vec<Sample> {
    let mut samples = window::samples();
    samples.extend(messages::samples());
    samples
}
