//! What is known of the blocks that are done: definitions that later ones may need, and labels that
//! wait for a later definition.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::lowercase;
use crate::writer::{Definition, Stretch};

type Target = (String, Option<String>);

/// What is known.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The definitions, as a text that can stand before another.
    text: String,
    links: BTreeSet<String>,
    footnotes: BTreeSet<String>,
    /// The labels that blocks have used without one.
    wanted_links: BTreeSet<String>,
    wanted_footnotes: BTreeSet<String>,
    /// What came for these behind the blocks that are done.
    found_links: BTreeMap<String, Target>,
    found_footnotes: BTreeSet<String>,
}

impl Known {
    /// The definitions, as a text that can stand before another.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether blocks that are done would be others with what a stretch behind them defines.
    pub(super) fn is_outdated(&self, stretch: &Stretch) -> bool {
        self.links_for(&self.wanted_links, stretch) != self.found_links
            || self.footnotes_for(&self.wanted_footnotes, stretch) != self.found_footnotes
    }

    /// Takes over what was found in the part of a stretch before `end`, whose source is `closed`: the
    /// blocks of it are done.
    pub(super) fn close(&mut self, stretch: &Stretch, closed: &str, end: usize) {
        for definition in &stretch.definitions {
            if definition.span.start < end && self.links.insert(definition.label.clone()) {
                self.text.push_str(&source(definition));
            }
        }
        for (label, at) in &stretch.footnotes {
            if *at < end && self.footnotes.insert(label.clone()) {
                self.text.extend(["[^", label, "]: .\n\n"]);
            }
        }
        let used = stretch.used.iter().filter(|(_, at)| *at < end);
        self.wanted_links
            .extend(used.map(|(label, _)| label.clone()));
        self.wanted_links
            .retain(|label| !self.links.contains(label));
        self.wanted_footnotes.extend(footnote_references(closed));
        self.wanted_footnotes
            .retain(|label| !self.footnotes.contains(label));
        self.found_links = self.links_for(&self.wanted_links, stretch);
        self.found_footnotes = self.footnotes_for(&self.wanted_footnotes, stretch);
    }

    fn links_for(&self, wanted: &BTreeSet<String>, stretch: &Stretch) -> BTreeMap<String, Target> {
        let found = stretch.definitions.iter().rev();
        let found = found
            .filter(|found| wanted.contains(&found.label) && !self.links.contains(&found.label));
        let target = |found: &Definition| (found.address.clone(), found.title.clone());
        found
            .map(|found| (found.label.clone(), target(found)))
            .collect()
    }

    fn footnotes_for(&self, wanted: &BTreeSet<String>, stretch: &Stretch) -> BTreeSet<String> {
        let found = stretch.footnotes.iter().map(|(label, _)| label);
        let found =
            found.filter(|label| wanted.contains(*label) && !self.footnotes.contains(*label));
        found.cloned().collect()
    }
}

/// A definition as it can be written anywhere.
fn source(definition: &Definition) -> String {
    let address = escaped(&definition.address);
    let title = definition
        .title
        .as_ref()
        .map(|title| format!(" \"{}\"", escaped(title)));
    format!(
        "[{}]: <{address}>{}\n\n",
        definition.label,
        title.unwrap_or_default()
    )
}

/// A text with all that could be markup as itself.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// What may be labels of footnotes in a text.
fn footnote_references(text: &str) -> impl Iterator<Item = String> {
    let begun = text.split("[^").skip(1);
    begun.filter_map(|rest| rest.split_once(']').map(|(label, _)| lowercase(label)))
}
