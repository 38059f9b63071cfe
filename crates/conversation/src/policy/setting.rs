//! `inline_results`: how much of which blocks is shown.

use super::PolicyProblem;
use crate::{block::Audience, read::FromJson};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// What is shown where nothing says how much (RFD 094).
const DEFAULT_LINES: u64 = 10;

const ALLOWED: &str = "it can be \"off\", \"full\", a number of lines, true, false, \
    { truncate = { lines = N } }, or a table with user and assistant";
const ALLOWED_FOR_USER: &str = "it can be \"off\", \"full\", \"chat\", a number of lines, true, \
    false or { truncate = { lines = N } }";
const ALLOWED_FOR_ASSISTANT: &str = "it can be \"off\", \"full\", a number of lines, true, false \
    or { truncate = { lines = N } }; only blocks for the user can be \"chat\"";
const ALLOWED_KEYS: &str = "the keys are user and assistant, or truncate alone";

/// How much of a block is shown, from the least to the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Setting {
    /// Nothing.
    Off,
    /// Its first lines; never 0, which is [`Setting::Off`].
    Lines(u64),
    /// All of it.
    #[default]
    Full,
    /// All of it, as speech.
    Chat,
}

/// As it is written in a configuration.
impl Serialize for Setting {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Off => serializer.serialize_str("off"),
            Self::Lines(n) => serializer.serialize_u64(*n),
            Self::Full => serializer.serialize_str("full"),
            Self::Chat => serializer.serialize_str("chat"),
        }
    }
}

impl FromJson for Setting {
    fn from_json(value: Value) -> Option<Self> {
        if value == "chat" {
            return Some(Self::Chat);
        }
        Self::read(&value)
    }
}

impl Setting {
    fn lines(n: u64) -> Self {
        match n {
            0 => Self::Off,
            n => Self::Lines(n),
        }
    }

    /// Every form but `chat`.
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(true) => Some(Self::Full),
            Value::Bool(false) => Some(Self::Off),
            Value::Number(n) => n.as_u64().map(Self::lines),
            Value::String(word) => match word.as_str() {
                "off" => Some(Self::Off),
                "full" => Some(Self::Full),
                digits if digits.bytes().all(|b| b.is_ascii_digit()) => {
                    digits.parse().ok().map(Self::lines)
                }
                _ => None,
            },
            Value::Object(table) => match table.get("truncate") {
                Some(truncate) if table.len() == 1 => Self::read_truncate(truncate.as_object()?),
                _ => None,
            },
            Value::Null | Value::Array(_) => None,
        }
    }

    fn read_truncate(table: &Map<String, Value>) -> Option<Self> {
        let lines = table.get("lines").filter(|_| table.len() == 1)?;
        lines.as_u64().map(Self::lines)
    }
}

/// How much is shown of blocks, by whom they are addressed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlineResults {
    /// Blocks that name the person only.
    user: Setting,
    /// Blocks that name the model only, or nobody.
    assistant: Setting,
}

impl Default for InlineResults {
    fn default() -> Self {
        Self::both(Setting::Lines(DEFAULT_LINES))
    }
}

impl InlineResults {
    /// What the person is told is speech; what the model is told is not shown.
    pub const SPEECH: Self = Self {
        user: Setting::Chat,
        assistant: Setting::Off,
    };

    fn both(setting: Setting) -> Self {
        Self {
            user: setting,
            assistant: setting,
        }
    }

    /// How much is shown of a block with this audience. One that is addressed to both gets the more
    /// of the two; speech is only what names the person.
    pub fn of(self, audience: Audience) -> Setting {
        match audience {
            Audience::Unannotated => match self.user.max(self.assistant) {
                Setting::Chat => Setting::Full,
                most => most,
            },
            Audience::Named {
                user: true,
                assistant: true,
            } => self.user.max(self.assistant),
            Audience::Named { user: true, .. } => self.user,
            Audience::Named { user: false, .. } => self.assistant,
        }
    }

    /// Reads a configured value.
    ///
    /// # Errors
    ///
    /// Says which value at which path is not allowed, and what is. `path` is where `value` stands.
    pub fn read(value: &Value, path: &str) -> Result<Self, PolicyProblem> {
        match value {
            Value::Object(table) if !table.contains_key("truncate") => Self::read_map(table, path),
            Value::Object(table) if table.len() > 1 => {
                Err(PolicyProblem::new(path, value, ALLOWED_KEYS))
            }
            other => Setting::read(other)
                .map(Self::both)
                .ok_or_else(|| PolicyProblem::new(path, other, ALLOWED)),
        }
    }

    /// A key that is left out has its default, so that an empty table is the default for both.
    fn read_map(table: &Map<String, Value>, path: &str) -> Result<Self, PolicyProblem> {
        let mut read = Self::default();
        for (key, value) in table {
            let path = format!("{path}.{key}");
            match key.as_str() {
                "user" if value == "chat" => read.user = Setting::Chat,
                "user" => {
                    read.user = Setting::read(value)
                        .ok_or_else(|| PolicyProblem::new(&path, value, ALLOWED_FOR_USER))?;
                }
                "assistant" => {
                    read.assistant = Setting::read(value)
                        .ok_or_else(|| PolicyProblem::new(&path, value, ALLOWED_FOR_ASSISTANT))?;
                }
                _ => return Err(PolicyProblem::new(&path, value, ALLOWED_KEYS)),
            }
        }
        Ok(read)
    }
}
