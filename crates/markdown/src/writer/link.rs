//! Links and images.

use pulldown_cmark::{CowStr, LinkType};

use super::Writer;
use super::frame::Frame;
use crate::escape::{self, Marks};
use crate::html::{Attribute, Element, Place};
use crate::target::{Href, Target};
use crate::words;

/// How much of a target is shown beside a text. An image within the text itself, in Base64, can
/// have megabytes.
const MAX_TARGET_CHARS: usize = 300;

impl<'a> Writer<'a> {
    pub(super) fn open_link(&mut self, link_type: LinkType, destination: CowStr<'a>) -> Frame<'a> {
        if self.links > 0 {
            // The parser finds an address in angle brackets also in the text of a link.
            return self.unlinked(destination);
        }
        let judged = match link_type {
            LinkType::Email => Target::of(&format!("mailto:{destination}")),
            _ => Target::of(&destination),
        };
        let address = match judged {
            Target::Outside(href) => {
                self.html.open(Element::A, &[Attribute::Href(&href)]);
                href.into_string()
            }
            Target::Inside(fragment) => {
                let Some(id) = self.ids.of_fragment(&fragment) else {
                    return self.unlinked(destination);
                };
                self.html.open(Element::A, &[Attribute::HrefInside(&id)]);
                destination.into_string()
            }
            Target::Text => return self.unlinked(destination),
        };
        self.links += 1;
        Frame::Link {
            content: self.html.end(),
            address,
        }
    }

    fn unlinked(&self, target: CowStr<'a>) -> Frame<'a> {
        Frame::Unlinked {
            content: self.html.end(),
            target,
        }
    }

    pub(super) fn close_link(&mut self, content: Place, address: &str) {
        self.links -= 1;
        if self.html.since(content).is_empty() {
            self.verbatim(address, Marks::Kept);
        }
        self.html.close();
    }

    pub(super) fn close_unlinked(&mut self, content: Place, target: &str) {
        let written = self.html.since(content);
        let text = written
            .strip_prefix(r#"<code dir="ltr">"#)
            .and_then(|text| text.strip_suffix("</code>"))
            .unwrap_or(written);
        let mut escaped = String::new();
        escape::push_text(&mut escaped, target, Marks::Shown);
        // A path that is its own text need not be read twice.
        if text != escaped {
            self.target(target);
        }
    }

    /// Shows where something would lead that leads nowhere here.
    fn target(&mut self, target: &str) {
        if target.is_empty() {
            return;
        }
        let mut shown: String = target.chars().take(MAX_TARGET_CHARS).collect();
        if shown.len() < target.len() {
            shown.push('…');
        }
        self.html.text(" ", Marks::Kept);
        let attributes = [Attribute::Class("target"), Attribute::DirLtr];
        if self.html.fits(1) {
            self.html
                .leaf(Element::Span, &attributes, &shown, Marks::Shown);
        } else {
            self.html.text(&shown, Marks::Shown);
        }
    }

    pub(super) fn open_image(&mut self, target: CowStr<'a>) -> Frame<'a> {
        self.image = Some(String::new());
        Frame::Image { target }
    }

    pub(super) fn close_image(&mut self, target: &str) {
        let description = self.image.take().unwrap_or_default();
        self.note(&description);
        match Target::of(target) {
            Target::Outside(href) if href.host().is_some() => {
                self.image_elsewhere(&href, &description);
            }
            _ => {
                let label = words::image_label(None, &description);
                self.image_label(&label);
                self.target(target);
            }
        }
    }

    /// Writes the place-holder of an image that a click would show, in a page of its own.
    fn image_elsewhere(&mut self, href: &Href, description: &str) {
        let label = words::image_label(href.host(), description);
        if self.links > 0 || !self.html.fits(1) {
            self.image_label(&label);
        } else {
            let attributes = [Attribute::Class("image"), Attribute::Href(href)];
            self.html.leaf(Element::A, &attributes, &label, Marks::Kept);
        }
    }

    fn image_label(&mut self, label: &str) {
        if self.html.fits(1) {
            self.html.leaf(
                Element::Span,
                &[Attribute::Class("image")],
                label,
                Marks::Kept,
            );
        } else {
            self.html.text(label, Marks::Kept);
        }
    }

    /// Writes an address that stands in prose as a link to itself.
    pub(super) fn bare_address(&mut self, text: &str, destination: &str) {
        match Target::of(destination) {
            Target::Outside(href) => {
                self.note(text);
                self.html
                    .leaf(Element::A, &[Attribute::Href(&href)], text, Marks::Kept);
            }
            Target::Inside(_) | Target::Text => self.verbatim(text, Marks::Kept),
        }
    }
}
