//! Rows as HTML.

use super::line::{Line, Look};
use crate::SafeHtml;
use crate::escape::Marks;
use crate::html::{Attribute, Element, Html};
use crate::target::Href;

/// How many rows a block has: so many are put into the page anew where the last one changes.
const LINES: usize = 100;

/// Writes rows, one after the other.
#[derive(Debug, Default)]
pub(super) struct Writer {
    html: Html,
    blocks: Vec<SafeHtml>,
    /// How many rows of the block have ended.
    n_lines: usize,
    is_open: bool,
    /// Whether the row that was written last has ended.
    has_ended: bool,
    links: Vec<Href>,
}

impl Writer {
    pub(super) fn add_link(&mut self, href: Href) -> Option<u16> {
        let number = u16::try_from(self.links.len()).ok()?;
        self.links.push(href);
        Some(number)
    }

    /// Writes a row.
    pub(super) fn line(&mut self, line: &Line) {
        self.beginning(line);
        self.has_ended = true;
        self.n_lines += 1;
        if self.n_lines == LINES {
            self.close();
        }
    }

    /// Writes what a row begins with.
    pub(super) fn beginning(&mut self, line: &Line) {
        if !self.is_open {
            let attributes = [Attribute::Class("terminal"), Attribute::DirLtr];
            self.html.open(Element::Pre, &attributes);
            // Also because a line end right behind the start of a `pre` would be lost.
            self.html.open(Element::Samp, &[]);
            self.is_open = true;
        } else if self.has_ended {
            self.html.text("\n", Marks::Shown);
        }
        self.has_ended = false;
        line.texts(|look, text| self.text(look, text));
    }

    pub(super) fn finish(mut self) -> Vec<SafeHtml> {
        self.close();
        self.blocks
    }

    fn text(&mut self, look: Look, text: &str) {
        let classes = look.ink.classes();
        let link = look
            .link
            .and_then(|number| self.links.get(usize::from(number)));
        let is_styled = !classes.is_empty();
        let style = is_styled.then_some(Attribute::Classes(&classes));
        match link {
            _ if text.is_empty() => {}
            Some(href) => {
                let attributes = style.into_iter().chain([Attribute::Href(href)]);
                let attributes: Vec<_> = attributes.collect();
                self.html.leaf(Element::A, &attributes, text, Marks::Shown);
            }
            None => match style {
                Some(style) => self.html.leaf(Element::Span, &[style], text, Marks::Shown),
                None => self.html.text(text, Marks::Shown),
            },
        }
    }

    fn close(&mut self) {
        if self.is_open {
            self.html.close();
            self.html.close();
            self.blocks.push(self.html.take());
            self.is_open = false;
            self.n_lines = 0;
        }
    }
}
