//! What is known of a text or block without reading it.

use crate::{
    Format, block::Audience, body::Part, head::head, media::Media, policy::Setting, read::FromJson,
    readable,
};
use serde::Serialize;
use serde_json::Value;

/// What is known of one text or block of an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BodyFacts {
    /// The block's index in the stored content.
    pub n: u32,
    /// The text's length in bytes of UTF-8.
    pub bytes: u64,
    /// Its number of lines.
    pub lines: u64,
    /// Whether there is nothing to see in it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_blank: bool,
    /// The beginning of its first line that is not blank, for texts that are folded.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub head: String,
    /// How many of its bytes the item has, where that is not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_at: Option<u64>,
    /// The type of a block that has no rendering of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// How it is drawn.
    #[serde(skip_serializing_if = "is_default")]
    pub format: Format,
    /// What it is beside or instead of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media: Option<Media>,
    /// Whom a block says that it is addressed to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addressed_to: Option<Addressee>,
    /// How much of it a page shows when what holds it is open; the rest can be unfolded.
    #[serde(skip_serializing_if = "is_default")]
    pub shown: Setting,
}

readable! {
    BodyFacts {
        n, bytes, lines;
        is_blank, head, cut_at, label, format, media, addressed_to, shown
    }
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Whom a block names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Addressee {
    /// The person.
    User,
    /// The model.
    Assistant,
    /// Both.
    Both,
    /// Neither.
    Nobody,
}

impl Addressee {
    fn of(audience: Audience) -> Option<Self> {
        let Audience::Named { user, assistant } = audience else {
            return None;
        };
        Some(match (user, assistant) {
            (true, true) => Self::Both,
            (true, false) => Self::User,
            (false, true) => Self::Assistant,
            (false, false) => Self::Nobody,
        })
    }
}

impl FromJson for Addressee {
    fn from_json(value: Value) -> Option<Self> {
        match value.as_str()? {
            "user" => Some(Self::User),
            "assistant" => Some(Self::Assistant),
            "both" => Some(Self::Both),
            "nobody" => Some(Self::Nobody),
            _ => None,
        }
    }
}

impl BodyFacts {
    /// The facts of a part that stands at `n` in the stored content.
    pub(crate) fn of(part: &Part<'_>, n: u32) -> Self {
        let name = part.media.as_ref().map(name);
        let said = name.as_deref().or(part.label).unwrap_or(&part.text);
        Self {
            n,
            bytes: part.text.len() as u64,
            lines: part.text.lines().count() as u64,
            is_blank: part.text.trim().is_empty() && part.media.is_none(),
            head: head(said),
            cut_at: None,
            label: part.label.map(str::to_owned),
            format: part.format,
            media: part.media.clone(),
            addressed_to: Addressee::of(part.audience),
            shown: Setting::default(),
        }
    }

    /// Its size in bytes, of the text or of what it is instead.
    pub fn size(&self) -> u64 {
        let of_media = self.media.as_ref().and_then(|media| media.bytes);
        of_media.unwrap_or(self.bytes)
    }
}

/// What to call it in a line.
fn name(media: &Media) -> String {
    if media.name.is_empty() {
        media.media_type.clone().unwrap_or_default()
    } else {
        media.name.clone()
    }
}
