//! The ids of a text: unique within it, and by its scope within the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::rc::Rc;

/// The longest heading of which all of it goes into its id.
const MAX_SLUG_CHARS: usize = 64;

/// What the ids given out so far are.
///
/// Headings have `{scope}-{slug}`; footnotes have a colon in theirs, which no slug has.
#[derive(Debug, Clone)]
pub(crate) struct Ids {
    scope: Rc<str>,
    /// Those of blocks that are done: copies share them.
    done: Rc<Given>,
    /// Those that were given since.
    since: Given,
}

#[derive(Debug, Clone, Default)]
struct Given {
    /// The slugs taken, each with the last number that was added to it.
    slugs: BTreeMap<String, usize>,
    footnotes: BTreeSet<String>,
    references: BTreeSet<String>,
}

impl Ids {
    pub(crate) fn new(scope: &str) -> Self {
        Self {
            scope: coded(scope).into(),
            done: Rc::default(),
            since: Given::default(),
        }
    }

    /// Makes copies cheap from now on, whatever was given so far.
    pub(crate) fn settle(&mut self) {
        let Given {
            slugs,
            footnotes,
            references,
        } = std::mem::take(&mut self.since);
        // Where nobody shares it, nothing is copied.
        let done = Rc::make_mut(&mut self.done);
        for (slug, number) in slugs {
            done.slugs.insert(slug, number);
        }
        for label in footnotes {
            done.footnotes.insert(label);
        }
        for label in references {
            done.references.insert(label);
        }
    }

    fn last_number(&self, slug: &str) -> Option<usize> {
        let found = self.since.slugs.get(slug);
        found.or_else(|| self.done.slugs.get(slug)).copied()
    }

    /// A new id for a heading.
    pub(crate) fn heading(&mut self, text: &str) -> String {
        let slug = slug(text).unwrap_or_else(|| "section".to_owned());
        let unique = if let Some(mut number) = self.last_number(&slug) {
            let unique = loop {
                number += 1;
                let candidate = format!("{slug}-{number}");
                if self.last_number(&candidate).is_none() {
                    break candidate;
                }
            };
            // Remembered, so that many equal headings do not count from one each time.
            self.since.slugs.insert(slug, number);
            unique
        } else {
            slug
        };
        let id = format!("{}-{unique}", self.scope);
        self.since.slugs.insert(unique, 0);
        id
    }

    /// The id that an in-page link means.
    pub(crate) fn of_fragment(&self, fragment: &str) -> Option<String> {
        Some(self.scoped(&slug(&percent_decoded(fragment))?))
    }

    fn scoped(&self, slug: &str) -> String {
        let mut id = String::with_capacity(self.scope.len() + "-".len() + slug.len());
        id.push_str(&self.scope);
        id.push('-');
        id.push_str(slug);
        id
    }

    /// The id of a footnote, whether or not it was defined yet.
    pub(crate) fn of_footnote(&self, label: &str) -> String {
        format!("{}-fn:{}", self.scope, coded(&lowercase(label)))
    }

    /// The id of the first reference to a footnote.
    pub(crate) fn of_reference(&self, label: &str) -> String {
        format!("{}-fnref:{}", self.scope, coded(&lowercase(label)))
    }

    /// Whether a footnote is defined for the first time, and so may carry the id.
    pub(crate) fn define_footnote(&mut self, label: &str) -> bool {
        let label = lowercase(label);
        !self.done.footnotes.contains(&label) && self.since.footnotes.insert(label)
    }

    /// Whether a footnote is referred to for the first time, and so may carry the id.
    pub(crate) fn refer_to_footnote(&mut self, label: &str) -> bool {
        let label = lowercase(label);
        !self.done.references.contains(&label) && self.since.references.insert(label)
    }

    /// Whether a footnote was referred to.
    pub(crate) fn is_referred_to(&self, label: &str) -> bool {
        let label = lowercase(label);
        self.done.references.contains(&label) || self.since.references.contains(&label)
    }
}

/// A heading's text as readers of repositories know it from their links: lower case, no
/// punctuation, hyphens for spaces. Applied to its own result, it changes nothing.
fn slug(text: &str) -> Option<String> {
    let text = text.trim();
    let mut slug = String::with_capacity(text.len().min(MAX_SLUG_CHARS));
    let kept = text.chars().filter_map(|c| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => Some(c),
        _ if c.is_whitespace() => Some('-'),
        _ if c.is_alphanumeric() => Some(c),
        _ => None,
    });
    for c in kept.take(MAX_SLUG_CHARS) {
        if c.is_ascii() {
            slug.push(c.to_ascii_lowercase());
        } else {
            slug.extend(c.to_lowercase());
        }
    }
    (!slug.is_empty()).then_some(slug)
}

/// A label without its letter case, in which it names the same footnote. Letter by letter, since
/// `str::to_lowercase` looks for the ends of words too, and is 2 kB in the page for that.
pub(crate) fn lowercase(label: &str) -> String {
    label.chars().flat_map(char::to_lowercase).collect()
}

/// Any text as a part of an id, different texts as different parts.
fn coded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':') {
            out.push(c);
        } else {
            // Writing to a string cannot fail.
            write!(out, "~{:x}~", u32::from(c)).ok();
        }
    }
    out
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = match tail {
            [high, low, ..] if *first == b'%' => hex(*high).zip(hex(*low)),
            _ => None,
        };
        if let (Some((high, low)), [_, _, tail @ ..]) = (code, tail) {
            bytes.push(high << 4 | low);
            rest = tail;
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_headings_get_different_ids() {
        let mut ids = Ids::new("m");
        let given: Vec<String> = ["A b!", "a-b-1", "a b", "a b", "", "…"]
            .iter()
            .map(|text| ids.heading(text))
            .collect();
        assert_eq!(
            given,
            [
                "m-a-b",
                "m-a-b-1",
                "m-a-b-2",
                "m-a-b-3",
                "m-section",
                "m-section-1"
            ]
        );
    }

    #[test]
    fn a_fragment_means_the_heading_that_reads_like_it() {
        let mut ids = Ids::new("m");
        let id = ids.heading("Über uns, kurz");
        assert_eq!(ids.of_fragment("%C3%BCber-uns-kurz").as_ref(), Some(&id));
        assert_eq!(ids.of_fragment("Über-uns-kurz").as_ref(), Some(&id));
        assert_eq!(ids.of_fragment("%zz%"), Some("m-zz".to_owned()));
        assert_eq!(ids.of_fragment(""), None);
    }

    #[test]
    fn no_text_breaks_out_of_an_id() {
        assert_eq!(
            Ids::new("a b\"<").of_footnote("C ~"),
            "a~20~b~22~~3c~-fn:c~20~~7e~"
        );
    }
}
