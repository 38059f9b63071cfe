//! Reading values whose field `type` tells which of several they are.
//!
//! Serde's own way reads such values through a second representation, for which the readers of all
//! types are compiled once more; in WebAssembly that is a tenth of the whole program.

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error},
};
use serde_json::{Map, Value};

/// The fields beside the tag.
#[derive(Debug)]
pub struct Fields(Map<String, Value>);

/// Reads a tagged object: its tag, and its other fields.
pub fn read_tagged<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<(String, Fields), D::Error> {
    let mut fields = Map::deserialize(deserializer)?;
    match fields.remove("type") {
        Some(Value::String(tag)) => Ok((tag, Fields(fields))),
        _ => Err(D::Error::missing_field("type")),
    }
}

/// The error for a tag that nothing has.
pub fn unknown_tag<E: Error>(tag: &str) -> E {
    E::custom(format_args!("there is no {tag:?}"))
}

impl Fields {
    /// Reads the fields as the type that the tag names.
    pub fn read<T: DeserializeOwned, E: Error>(self) -> Result<T, E> {
        serde_json::from_value(Value::Object(self.0)).map_err(E::custom)
    }

    /// Takes a field out.
    pub fn take<T: DeserializeOwned, E: Error>(&mut self, name: &'static str) -> Result<T, E> {
        let value = self.0.remove(name).unwrap_or_default();
        serde_json::from_value(value).map_err(E::custom)
    }
}
