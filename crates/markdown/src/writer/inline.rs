//! Text and what is within a line, but for links.

use super::Writer;
use super::frame::Frame;
use crate::autolink::{Kind, find};
use crate::escape::Marks;
use crate::html::{Attribute, Element};
use crate::options::LineBreaks;

impl<'a> Writer<'a> {
    /// Writes text of the source: prose, unless it is the content of a code or HTML block.
    pub(super) fn text(&mut self, text: &str) {
        match self.frames.last() {
            Some(Frame::Verbatim(_)) => self.html.text(text, Marks::Shown),
            // An address that was found to lead nowhere: no part of it may lead elsewhere.
            Some(Frame::Unlinked { target, .. }) if **target == *text => {
                self.verbatim(text, Marks::Kept);
            }
            _ if self.is_text_only() || self.links > 0 || !self.html.fits(1) => {
                self.verbatim(text, Marks::Kept);
            }
            _ => self.prose(text),
        }
    }

    fn prose(&mut self, text: &str) {
        let mut done = 0;
        while let Some((range, kind)) = find(text, done) {
            let before = text.get(done..range.start).unwrap_or_default();
            let address = text.get(range.clone()).unwrap_or_default();
            done = range.end;
            self.verbatim(before, Marks::Kept);
            // It may go on.
            if done == text.len() && self.text_end == self.open_end {
                self.verbatim(address, Marks::Kept);
                continue;
            }
            match kind {
                Kind::Url => self.bare_address(address, address),
                Kind::Mail => self.bare_address(address, &format!("mailto:{address}")),
                Kind::Www => self.bare_address(address, &format!("http://{address}")),
            }
        }
        self.verbatim(text.get(done..).unwrap_or_default(), Marks::Kept);
    }

    /// Writes text in which nothing is to be found.
    pub(super) fn verbatim(&mut self, text: &str, marks: Marks) {
        self.note(text);
        if self.image.is_none() {
            self.html.text(text, marks);
        }
    }

    /// Adds text to what is collected: the description of an image, the text of a heading.
    pub(super) fn note(&mut self, text: &str) {
        if let Some(description) = &mut self.image {
            description.push_str(text);
        } else if let Some(heading) = &mut self.heading {
            heading.push_str(text);
        }
    }

    /// Whether no elements may be written here.
    pub(super) const fn is_text_only(&self) -> bool {
        self.flat > 0 || self.image.is_some()
    }

    pub(super) fn code(&mut self, code: &str) {
        if self.is_text_only() || !self.html.fits(1) {
            self.verbatim(code, Marks::Shown);
            return;
        }
        self.note(code);
        self.html
            .leaf(Element::Code, &[Attribute::DirLtr], code, Marks::Shown);
    }

    pub(super) fn soft_break(&mut self) {
        match self.line_breaks {
            LineBreaks::Soft => self.verbatim("\n", Marks::Kept),
            LineBreaks::Kept => self.hard_break(),
        }
    }

    pub(super) fn hard_break(&mut self) {
        if self.is_text_only() || !self.html.fits(1) {
            self.verbatim("\n", Marks::Kept);
        } else {
            self.note("\n");
            self.html.empty(Element::Br, &[]);
        }
    }

    pub(super) fn open_emphasis(&mut self) -> Frame<'a> {
        self.html.open(Element::Em, &[]);
        Frame::Elements(1)
    }

    pub(super) fn open_strong(&mut self) -> Frame<'a> {
        self.html.open(Element::Strong, &[]);
        Frame::Elements(1)
    }

    pub(super) fn open_strikethrough(&mut self) -> Frame<'a> {
        self.html.open(Element::Del, &[]);
        Frame::Elements(1)
    }
}
