//! Text that comes in parts and is one.

use pulldown_cmark::CowStr;

/// The parts that came so far.
#[derive(Debug, Default)]
pub(super) struct Gathered<'a> {
    /// The first part, while it is the only one.
    one: Option<CowStr<'a>>,
    /// All parts, where there are several.
    all: String,
}

impl<'a> Gathered<'a> {
    pub(super) fn add(&mut self, text: CowStr<'a>) {
        if self.is_empty() {
            self.one = Some(text);
            return;
        }
        if let Some(first) = self.one.take() {
            self.all.push_str(&first);
        }
        self.all.push_str(&text);
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.one.is_none() && self.all.is_empty()
    }

    /// Takes the only part.
    pub(super) const fn take_one(&mut self) -> Option<CowStr<'a>> {
        self.one.take()
    }

    /// Takes all parts as one text, where there are several.
    pub(super) fn take_all(&mut self) -> Option<String> {
        (!self.all.is_empty()).then(|| std::mem::take(&mut self.all))
    }
}
