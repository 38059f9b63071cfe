//! Where the agent works, and with what: told where it changes.

use super::{draft::Draft, record::Record};
use std::collections::HashMap;

/// What lines say of it, and what the metadata call it.
const NAMES: [(&str, &str); 4] = [
    ("cwd", "cwd"),
    ("gitBranch", "git_branch"),
    ("version", "version"),
    ("entrypoint", "entrypoint"),
];

/// What the last line said.
#[derive(Debug, Default)]
pub(super) struct Changes(HashMap<&'static str, String>);

impl Changes {
    /// Puts into an event what has changed with its line.
    pub(super) fn note(&mut self, record: Record<'_>, draft: &mut Draft) {
        for (stored, name) in NAMES {
            let Some(value) = record.text(stored).filter(|value| !value.is_empty()) else {
                continue;
            };
            if self.0.get(name).is_some_and(|last| last == value) {
                continue;
            }
            self.0.insert(name, value.to_owned());
            draft.metadata.insert(name.to_owned(), value.into());
        }
    }
}
