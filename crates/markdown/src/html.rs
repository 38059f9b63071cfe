//! The HTML under construction: a closed set of elements and attributes, always balanced.

mod attribute;
mod element;

pub(crate) use attribute::Attribute;
pub(crate) use element::Element;

use crate::escape::{self, Marks};
use crate::safe_html::SafeHtml;

/// How deep elements may lie in each other: far above what is written by hand, far below what
/// browsers flatten (512) and where their layout gets slow.
const MAX_DEPTH: usize = 64;

/// HTML under construction, block after block.
#[derive(Debug, Default)]
pub(crate) struct Html {
    out: String,
    /// Where the blocks that are done end.
    ends: Vec<usize>,
    open: Vec<Element>,
}

/// A place in the HTML that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(usize);

impl Html {
    /// With room for what a text usually becomes.
    pub(crate) fn for_text(text: &str) -> Self {
        Self {
            out: String::with_capacity(text.len().saturating_mul(2)),
            ..Self::default()
        }
    }

    /// Opens an element, and returns where a later attribute of it goes.
    pub(crate) fn open(&mut self, element: Element, attributes: &[Attribute<'_>]) -> Place {
        let place = self.start_tag(element, attributes);
        self.open.push(element);
        place
    }

    /// Writes an element that cannot have content.
    pub(crate) fn empty(&mut self, element: Element, attributes: &[Attribute<'_>]) {
        self.start_tag(element, attributes);
    }

    /// Closes the innermost open element.
    pub(crate) fn close(&mut self) {
        if let Some(element) = self.open.pop() {
            self.out.push_str("</");
            self.out.push_str(element.name());
            self.out.push('>');
        }
    }

    /// Writes an element that holds only a text.
    pub(crate) fn leaf(
        &mut self,
        element: Element,
        attributes: &[Attribute<'_>],
        text: &str,
        marks: Marks,
    ) {
        self.open(element, attributes);
        self.text(text, marks);
        self.close();
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, text: &str, marks: Marks) {
        escape::push_text(&mut self.out, text, marks);
    }

    /// Adds an attribute to an element that is open already. The cost is that of moving all
    /// that was written since.
    pub(crate) fn add_attribute(&mut self, place: Place, attribute: &Attribute<'_>) {
        let mut written = String::new();
        attribute.push_to(&mut written);
        self.out.insert_str(place.0, &written);
    }

    /// Whether so many more elements may be opened, one in the other.
    pub(crate) fn fits(&self, elements: usize) -> bool {
        // One level is kept for the sign of an invisible character, which any text can need.
        self.open.len() + elements < MAX_DEPTH
    }

    /// The end of what is written.
    pub(crate) const fn end(&self) -> Place {
        Place(self.out.len())
    }

    /// What was written from a place on.
    pub(crate) fn since(&self, place: Place) -> &str {
        self.out.get(place.0..).unwrap_or_default()
    }

    /// Ends a block. Nothing may be open.
    pub(crate) fn end_block(&mut self) {
        debug_assert!(self.open.is_empty(), "a block ended inside {:?}", self.open);
        self.ends.push(self.out.len());
    }

    /// Takes what is written so far as a block. Nothing may be open.
    pub(crate) fn take(&mut self) -> SafeHtml {
        debug_assert!(self.open.is_empty(), "a block ended inside {:?}", self.open);
        SafeHtml::new(std::mem::take(&mut self.out))
    }

    /// All blocks, each for itself.
    pub(crate) fn into_blocks(self) -> Vec<SafeHtml> {
        let mut start = 0;
        let mut block = |end| {
            let block = self.out.get(start..end).unwrap_or_default();
            start = end;
            SafeHtml::new(block.to_owned())
        };
        self.ends.iter().map(|end| block(*end)).collect()
    }

    /// All blocks, one after the other.
    pub(crate) fn into_whole(mut self) -> SafeHtml {
        self.out
            .truncate(self.ends.last().copied().unwrap_or_default());
        SafeHtml::new(self.out)
    }

    #[inline]
    fn start_tag(&mut self, element: Element, attributes: &[Attribute<'_>]) -> Place {
        self.out.push('<');
        self.out.push_str(element.name());
        let place = self.end();
        for attribute in attributes {
            attribute.push_to(&mut self.out);
        }
        self.out.push('>');
        place
    }
}
