use serde_json::Value;
use std::fmt;

/// The longest value that a message repeats, in characters.
const LONGEST_VALUE: usize = 80;

/// A setting that cannot be what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyProblem {
    /// Where it stands: `tools."*".style.header`.
    pub path: String,
    /// What stands there.
    pub value: String,
    /// What could.
    pub allowed: &'static str,
}

impl PolicyProblem {
    /// `value` cannot stand at `path`.
    pub fn new(path: &str, value: &Value, allowed: &'static str) -> Self {
        let value = value.to_string();
        let mut shown: String = value.chars().take(LONGEST_VALUE).collect();
        if shown.len() < value.len() {
            shown.push('…');
        }
        Self {
            path: path.to_owned(),
            value: shown,
            allowed,
        }
    }
}

impl fmt::Display for PolicyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            value,
            allowed,
        } = self;
        write!(f, "{path} cannot be {value}: {allowed}")
    }
}

impl std::error::Error for PolicyProblem {}
