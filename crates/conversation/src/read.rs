//! Reading values from JSON, in little code.
//!
//! Serde's derived readers are compiled anew for every type, with sentences about everything that
//! can be wrong; in a page's program they weigh more than what they read is worth. Readers here
//! give a value or nothing, take fields out of a map by their names and ignore what they do not
//! know.

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What can be read from a JSON value.
pub trait FromJson: Sized {
    /// The value; nothing where `value` is none of this type.
    fn from_json(value: Value) -> Option<Self>;
}

/// The fields of an object.
#[derive(Debug)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of `value`; nothing where it is no object.
    pub fn of(value: Value) -> Option<Self> {
        match value {
            Value::Object(fields) => Some(Self(fields)),
            _ => None,
        }
    }

    /// Reads a field that has to be there.
    pub fn required<T: FromJson>(&mut self, name: &str) -> Option<T> {
        T::from_json(self.take(name)?)
    }

    /// Reads a field that may be left out.
    pub fn optional<T: FromJson + Default>(&mut self, name: &str) -> Option<T> {
        self.take(name)
            .map_or_else(|| Some(T::default()), T::from_json)
    }

    /// Not generic, so that it stands once in a program.
    fn take(&mut self, name: &str) -> Option<Value> {
        self.0.swap_remove(name)
    }
}

/// What the field `type` says, which names one of several types.
pub fn tag(value: &Value) -> Option<&str> {
    value.get("type")?.as_str()
}

/// Makes structs readable: names the fields that have to be there, then those that may be left out
/// and are their type's default then.
#[macro_export]
macro_rules! readable {
    ($($name:ident { $($required:ident),*; $($optional:ident),* })*) => {$(
        impl $crate::read::FromJson for $name {
            fn from_json(value: ::serde_json::Value) -> Option<Self> {
                let mut fields = $crate::read::Fields::of(value)?;
                Some(Self {
                    $($required: fields.required(stringify!($required))?,)*
                    $($optional: fields.optional(stringify!($optional))?,)*
                })
            }
        }
    )*};
}

impl FromJson for bool {
    fn from_json(value: Value) -> Option<Self> {
        value.as_bool()
    }
}

impl FromJson for u64 {
    fn from_json(value: Value) -> Option<Self> {
        value.as_u64()
    }
}

impl FromJson for i64 {
    fn from_json(value: Value) -> Option<Self> {
        value.as_i64()
    }
}

impl FromJson for u32 {
    fn from_json(value: Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl FromJson for usize {
    fn from_json(value: Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl FromJson for String {
    fn from_json(value: Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(value: Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_json(value).map(Some),
        }
    }
}

impl<T: FromJson> FromJson for Box<T> {
    fn from_json(value: Value) -> Option<Self> {
        T::from_json(value).map(Self::new)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: Value) -> Option<Self> {
        match value {
            Value::Array(values) => values.into_iter().map(T::from_json).collect(),
            _ => None,
        }
    }
}

impl FromJson for Map<String, Value> {
    fn from_json(value: Value) -> Option<Self> {
        Fields::of(value).map(|fields| fields.0)
    }
}

impl FromJson for BTreeMap<String, String> {
    fn from_json(value: Value) -> Option<Self> {
        let mut read = Self::new();
        for (name, value) in Fields::of(value)?.0 {
            read.insert(name, String::from_json(value)?);
        }
        Some(read)
    }
}
