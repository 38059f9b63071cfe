//! When a record was written.

use crate::time::timestamp;
use serde_json::Value;

/// A stored time; nothing where none is stored, or something else.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stamp {
    /// As RFC 3339.
    pub text: Option<String>,
    /// Milliseconds since the Unix epoch.
    pub at_ms: Option<i64>,
}

impl Stamp {
    /// Reads a time of any version.
    pub(super) fn of(stored: Option<&Value>) -> Self {
        let (text, at_ms) = stored.and_then(timestamp).unzip();
        Self { text, at_ms }
    }
}
