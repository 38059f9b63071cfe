//! The type that says "this may be put into a page as it is".

use std::fmt;

/// HTML that this crate wrote itself.
///
/// There is no way to make one from a string outside this crate: whoever holds a `SafeHtml` may
/// give it to `inner_html` without a second thought.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SafeHtml(String);

impl SafeHtml {
    pub(crate) const fn new(html: String) -> Self {
        Self(html)
    }

    /// The HTML.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// How many tags it has. An element begins and ends with one, and has about one text: there
    /// are about as many nodes.
    pub fn n_tags(&self) -> usize {
        self.0.bytes().filter(|byte| *byte == b'<').count()
    }

    /// The HTML, without a copy.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl fmt::Debug for SafeHtml {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
