//! What is known of the blocks that are done: definitions that later ones may need, and labels that
//! wait for a later definition.

use std::collections::BTreeSet;

use crate::ids::lowercase;
use crate::writer::{Definition, Stretch};

/// What is known.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The definitions, as a text that can stand before another.
    text: String,
    links: Labels,
    footnotes: Labels,
    /// What came for labels that wait, behind the blocks that are done.
    found: Found,
}

/// Labels of one kind.
#[derive(Debug, Default)]
struct Labels {
    defined: BTreeSet<String>,
    /// Those that blocks have used before they were defined.
    wanted: BTreeSet<String>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    links: Vec<(String, Option<String>)>,
    footnotes: Vec<String>,
}

impl Known {
    /// The definitions, as a text that can stand before another.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether blocks that are done would be others with what a stretch behind them defines.
    pub(super) fn is_outdated(&self, stretch: &Stretch) -> bool {
        self.found_in(stretch) != self.found
    }

    /// Takes over what was found in the part of a stretch before `end`, whose source is `closed`: the
    /// blocks of it are done.
    pub(super) fn close(&mut self, stretch: &Stretch, closed: &str, end: usize) {
        for definition in &stretch.definitions {
            if definition.at < end && self.links.define(&definition.label) {
                push_source(&mut self.text, definition);
            }
        }
        for (label, at) in &stretch.footnotes {
            if *at < end && self.footnotes.define(label) {
                self.text.push_str("[^");
                self.text.push_str(label);
                self.text.push_str("]: .\n\n");
            }
        }
        for (label, at) in &stretch.used {
            if *at < end {
                self.links.use_label(label.clone());
            }
        }
        for begun in closed.split("[^").skip(1) {
            if let Some(length) = begun.find(']') {
                let label = begun.get(..length).unwrap_or_default();
                self.footnotes.use_label(lowercase(label));
            }
        }
        self.found = self.found_in(stretch);
    }

    /// What a stretch has for labels that wait.
    fn found_in(&self, stretch: &Stretch) -> Found {
        let mut found = Found::default();
        for definition in &stretch.definitions {
            if self.links.waits_for(&definition.label) {
                let target = (definition.address.clone(), definition.title.clone());
                found.links.push(target);
            }
        }
        for (label, _) in &stretch.footnotes {
            if self.footnotes.waits_for(label) {
                found.footnotes.push(label.clone());
            }
        }
        found
    }
}

impl Labels {
    /// Defines a label. Says whether it was not.
    fn define(&mut self, label: &str) -> bool {
        self.defined.insert(label.to_owned())
    }

    fn use_label(&mut self, label: String) {
        if !self.defined.contains(&label) {
            self.wanted.insert(label);
        }
    }

    fn waits_for(&self, label: &str) -> bool {
        self.wanted.contains(label) && !self.defined.contains(label)
    }
}

/// Writes a definition as it can be written anywhere.
fn push_source(text: &mut String, definition: &Definition) {
    text.push('[');
    text.push_str(&definition.label);
    text.push_str("]: <");
    push_escaped(text, &definition.address);
    text.push('>');
    if let Some(title) = &definition.title {
        text.push_str(" \"");
        push_escaped(text, title);
        text.push('"');
    }
    text.push_str("\n\n");
}

/// Writes a text with all that could be markup as itself.
fn push_escaped(text: &mut String, value: &str) {
    for c in value.chars() {
        if c.is_ascii_punctuation() {
            text.push('\\');
        }
        text.push(c);
    }
}
