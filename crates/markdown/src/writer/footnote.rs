//! Footnotes.
//!
//! A definition stands where the text has it, as a block of its own: most texts have theirs at
//! the end anyway, and a block that is done does not change when another definition arrives. The
//! mark is the label itself and no running number, for the same reason.

use super::Writer;
use super::frame::Frame;
use crate::escape::Marks;
use crate::html::{Attribute, Element};
use crate::words;

impl<'a> Writer<'a> {
    pub(super) fn footnote_reference(&mut self, label: &str) {
        if self.is_text_only() || self.links > 0 || !self.html.fits(2) {
            self.verbatim(&format!("[{label}]"), Marks::Kept);
            return;
        }
        let target = self.ids.of_footnote(label);
        let own = self.ids.of_reference(label);
        let mut attributes = vec![Attribute::HrefInside(&target)];
        // Only the first: ids are unique, and the way back leads to one place.
        if self.ids.refer_to_footnote(label) {
            attributes.push(Attribute::Id(&own));
        }
        self.html
            .open(Element::Sup, &[Attribute::Class("footnote-reference")]);
        self.html.leaf(Element::A, &attributes, label, Marks::Kept);
        self.html.close();
    }

    pub(super) fn open_footnote(&mut self, label: &str) -> Frame<'a> {
        let id = self.ids.of_footnote(label);
        let mut attributes = vec![Attribute::Class("footnote")];
        if self.ids.define_footnote(label) {
            attributes.push(Attribute::Id(&id));
        }
        self.html.open(Element::Div, &attributes);
        let class = Attribute::Class("footnote-label");
        if self.ids.is_referred_to(label) {
            let back = self.ids.of_reference(label);
            let attributes = [
                class,
                Attribute::HrefInside(&back),
                Attribute::Title(words::BACK),
            ];
            self.html.leaf(Element::A, &attributes, label, Marks::Kept);
        } else {
            self.html.leaf(Element::Span, &[class], label, Marks::Kept);
        }
        Frame::Elements(1)
    }
}
