//! What a view shows of one event.

use crate::Event;
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::{Map, Value, json};

/// The field that whatever holds projections begins with, with the view's name: nothing that reads
/// conversations takes it for one.
pub const PROJECTION: &str = "serve-web/projection";

/// An event as a view shows it: the raw shape, filtered.
///
/// It borrows what passes, so that projecting copies no text. It is not an [`Event`] and cannot be
/// turned into one: a user view may hold results without calls, and must never be read as a
/// conversation again.
#[derive(Clone, Debug)]
pub struct Projection<'a> {
    fields: Vec<(&'a str, Field<'a>)>,
    blocks: Option<Vec<u32>>,
}

#[derive(Clone, Debug)]
pub(super) enum Field<'a> {
    Whole(&'a Value),
    Blocks(Vec<&'a Value>),
    TextBlock(&'a str),
    Text(String),
}

impl<'a> Projection<'a> {
    pub(super) fn whole(event: &'a Event) -> Self {
        let fields = event
            .fields()
            .iter()
            .map(|(name, value)| (name.as_str(), Field::Whole(value)));
        Self {
            fields: fields.collect(),
            blocks: None,
        }
    }

    pub(super) fn of(fields: Vec<(&'a str, Field<'a>)>) -> Self {
        Self {
            fields,
            blocks: None,
        }
    }

    /// Remembers which entries of the stored content the projected ones are.
    pub(super) fn with_blocks(mut self, blocks: Vec<u32>) -> Self {
        self.blocks = Some(blocks);
        self
    }

    /// The index in the stored content of the projected content's entry `index`.
    pub(crate) fn stored_index(&self, index: u32) -> u32 {
        let mapped = self
            .blocks
            .as_ref()
            .and_then(|stored| stored.get(index as usize));
        mapped.copied().unwrap_or(index)
    }

    /// The entry of a result's content that stands at `n` in the stored content, if the view shows
    /// it.
    pub fn entry(&self, n: u32) -> Option<&'a Value> {
        match self.field("content")? {
            Field::Whole(content) => content.get(usize::try_from(n).ok()?),
            Field::Blocks(blocks) => {
                let stored = (0..).zip(blocks);
                let mut shown = stored.map(|(index, block)| (self.stored_index(index), *block));
                shown.find(|(index, _)| *index == n).map(|(_, block)| block)
            }
            Field::TextBlock(_) | Field::Text(_) => None,
        }
    }

    /// A field that the view shows as it is.
    pub(crate) fn whole_field(&self, name: &str) -> Option<&'a Value> {
        match self.field(name)? {
            Field::Whole(value) => Some(value),
            _ => None,
        }
    }

    fn field(&self, name: &str) -> Option<&Field<'a>> {
        let mut fields = self.fields.iter();
        fields.find(|(own, _)| *own == name).map(|(_, field)| field)
    }

    /// The projected event as a JSON object, copied.
    pub fn to_fields(&self) -> Map<String, Value> {
        self.fields
            .iter()
            .map(|(name, field)| ((*name).to_owned(), field.to_value()))
            .collect()
    }
}

impl Field<'_> {
    fn to_value(&self) -> Value {
        match self {
            Self::Whole(value) => (*value).clone(),
            Self::Blocks(blocks) => blocks.iter().map(|block| (*block).clone()).collect(),
            Self::TextBlock(text) => json!([{ "type": "text", "text": text }]),
            Self::Text(text) => Value::String(text.clone()),
        }
    }
}

impl Serialize for Projection<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.fields.len()))?;
        for (name, field) in &self.fields {
            match field {
                Field::Whole(value) => map.serialize_entry(name, value)?,
                Field::Blocks(blocks) => map.serialize_entry(name, blocks)?,
                Field::TextBlock(_) | Field::Text(_) => {
                    map.serialize_entry(name, &field.to_value())?;
                }
            }
        }
        map.end()
    }
}
