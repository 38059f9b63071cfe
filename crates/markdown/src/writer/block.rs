//! Blocks, but for tables and footnotes.

use pulldown_cmark::{BlockQuoteKind, CodeBlockKind, HeadingLevel};

use super::Writer;
use super::frame::Frame;
use crate::escape::Marks;
use crate::html::{Attribute, Element, Place};
use crate::language::language;
use crate::words;

impl<'a> Writer<'a> {
    pub(super) fn open_paragraph(&mut self) -> Frame<'a> {
        self.html.open(Element::P, &[Attribute::DirAuto]);
        Frame::Elements(1)
    }

    pub(super) fn open_heading(&mut self, level: HeadingLevel) -> Frame<'a> {
        // The page has an h1 and each message an h2 of its own.
        let element = match level {
            HeadingLevel::H1 => Element::H3,
            HeadingLevel::H2 => Element::H4,
            HeadingLevel::H3 => Element::H5,
            HeadingLevel::H4 | HeadingLevel::H5 | HeadingLevel::H6 => Element::H6,
        };
        self.heading = Some(String::new());
        Frame::Heading(self.html.open(element, &[Attribute::DirAuto]))
    }

    pub(super) fn close_heading(&mut self, place: Place) {
        let text = self.heading.take().unwrap_or_default();
        let id = self.ids.heading(&text);
        self.html.add_attribute(place, &Attribute::Id(&id));
        self.html.close();
    }

    pub(super) fn open_quote(&mut self, kind: Option<BlockQuoteKind>) -> Frame<'a> {
        let Some(kind) = kind else {
            self.html.open(Element::Blockquote, &[]);
            return Frame::Elements(1);
        };
        let class = match kind {
            BlockQuoteKind::Note => "alert note",
            BlockQuoteKind::Tip => "alert tip",
            BlockQuoteKind::Important => "alert important",
            BlockQuoteKind::Warning => "alert warning",
            BlockQuoteKind::Caution => "alert caution",
        };
        // With a role of its own it is no landmark: a message can have a dozen.
        self.html.open(
            Element::Aside,
            &[Attribute::Class(class), Attribute::Role("note")],
        );
        let title = words::alert_title(kind);
        self.html.leaf(
            Element::P,
            &[Attribute::Class("alert-title")],
            title,
            Marks::Kept,
        );
        Frame::Elements(1)
    }

    pub(super) fn open_code(&mut self, kind: &CodeBlockKind<'_>) -> Frame<'a> {
        let language = match kind {
            CodeBlockKind::Fenced(info) => language(info),
            CodeBlockKind::Indented => None,
        };
        let mut attributes = vec![Attribute::Class("code")];
        attributes.extend(language.as_deref().map(Attribute::DataLang));
        // Code reads from left to right also in a list that does not.
        attributes.push(Attribute::DirLtr);
        self.html.open(Element::Figure, &attributes);
        if let Some(language) = &language {
            self.html
                .leaf(Element::Figcaption, &[], language, Marks::Shown);
        }
        self.html.open(Element::Pre, &[Attribute::Tabbable]);
        self.html.open(Element::Code, &[]);
        Frame::Verbatim(3)
    }

    pub(super) fn open_raw(&mut self) -> Frame<'a> {
        self.html.open(
            Element::Pre,
            &[
                Attribute::Class("raw-html"),
                Attribute::DirAuto,
                Attribute::Tabbable,
            ],
        );
        Frame::Verbatim(1)
    }

    pub(super) fn open_list(&mut self, first: Option<u64>) -> Frame<'a> {
        match first {
            None => self.html.open(Element::Ul, &[]),
            Some(1) => self.html.open(Element::Ol, &[]),
            Some(number) => self.html.open(Element::Ol, &[Attribute::Start(number)]),
        };
        Frame::Elements(1)
    }

    pub(super) fn open_item(&mut self) -> Frame<'a> {
        self.html.open(Element::Li, &[Attribute::DirAuto]);
        Frame::Elements(1)
    }

    pub(super) fn open_definitions(&mut self) -> Frame<'a> {
        self.html.open(Element::Dl, &[]);
        Frame::Elements(1)
    }

    pub(super) fn open_term(&mut self) -> Frame<'a> {
        self.html.open(Element::Dt, &[Attribute::DirAuto]);
        Frame::Elements(1)
    }

    pub(super) fn open_definition(&mut self) -> Frame<'a> {
        self.html.open(Element::Dd, &[Attribute::DirAuto]);
        Frame::Elements(1)
    }

    pub(super) fn rule(&mut self) {
        if self.flat > 0 || !self.html.fits(1) {
            self.html.text("\n", Marks::Kept);
        } else {
            self.html.empty(Element::Hr, &[]);
        }
    }

    pub(super) fn task(&mut self, is_done: bool) {
        if self.flat > 0 || !self.html.fits(1) {
            self.html
                .text(if is_done { "[x] " } else { "[ ] " }, Marks::Kept);
            return;
        }
        let name = Attribute::AriaLabel(if is_done {
            words::DONE
        } else {
            words::NOT_DONE
        });
        let mut attributes = vec![Attribute::DisabledCheckbox];
        attributes.extend(is_done.then_some(Attribute::Checked));
        attributes.push(name);
        self.html.empty(Element::Input, &attributes);
        self.html.text(" ", Marks::Kept);
    }
}
