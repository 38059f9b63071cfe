//! A part of a text that begins with a block, written with what is known of the rest.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use pulldown_cmark::{BrokenLink, Event, LinkType, Parser, Tag};

use super::{Undefined, Writer, parser};
use crate::ids::{Ids, lowercase};
use crate::options::LineBreaks;
use crate::safe_html::SafeHtml;

/// What was written, and what else was found.
#[derive(Debug, Default)]
pub(crate) struct Stretch {
    pub(crate) blocks: Vec<Block>,
    /// The links that are defined in it, in their order.
    pub(crate) definitions: Vec<Definition>,
    /// The labels of the footnotes that are defined in it, and where.
    pub(crate) footnotes: Vec<(String, usize)>,
    /// The labels of links, defined or not, and where they stand.
    pub(crate) used: Vec<(String, usize)>,
}

/// A block of the text itself, not of another block.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) html: SafeHtml,
    /// Where it begins, in bytes.
    pub(crate) start: usize,
    /// The ids that were given out before it.
    pub(crate) ids: Ids,
}

/// A link's definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definition {
    /// The label, in lower case.
    pub(crate) label: String,
    pub(crate) address: String,
    pub(crate) title: Option<String>,
    /// Where it begins, in bytes.
    pub(crate) at: usize,
}

/// Writes the blocks of a text from a place on where a block begins. What stands before may define
/// links and footnotes, and is not written. The text goes on behind `open_end`.
pub(crate) fn write_stretch(
    text: &str,
    from: usize,
    open_end: usize,
    line_breaks: LineBreaks,
    ids: Ids,
) -> Stretch {
    let mut stretch = Stretch::default();
    let undefined = Rc::new(RefCell::new(Vec::new()));
    let told = Rc::clone(&undefined);
    let note = move |link: BrokenLink<'_>| {
        let label = lowercase(&link.reference);
        told.borrow_mut().push((label, link.span.start));
        None
    };
    let parser = parser(text, Some(Box::new(note)));
    stretch.definitions = definitions(&parser, from);
    let mut writer = Writer::new(text, line_breaks, ids);
    writer.open_end = open_end;
    let mut begun = Vec::new();
    for (event, span) in parser.into_offset_iter() {
        if span.start < from {
            continue;
        }
        stretch.note(&event, &span);
        if writer.frames.is_empty() {
            begun.push((span.start, writer.ids.clone()));
        }
        writer.take(event, span);
    }
    let blocks = writer.html.into_blocks().into_iter().zip(begun);
    stretch
        .blocks
        .extend(blocks.map(|(html, (start, ids))| Block { html, start, ids }));
    stretch.used.extend(undefined.take());
    stretch
}

impl Stretch {
    fn note(&mut self, event: &Event<'_>, span: &Range<usize>) {
        match event {
            Event::Start(Tag::Link { link_type, id, .. } | Tag::Image { link_type, id, .. }) => {
                let is_by_label = matches!(
                    link_type,
                    LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut
                );
                if is_by_label {
                    self.used.push((lowercase(id), span.start));
                }
            }
            Event::Start(Tag::FootnoteDefinition(label)) => {
                self.footnotes.push((lowercase(label), span.start));
            }
            _ => {}
        }
    }
}

fn definitions<'a>(parser: &Parser<'a, Undefined<'a>>, from: usize) -> Vec<Definition> {
    let mut definitions: Vec<Definition> = Vec::new();
    for (label, definition) in parser.reference_definitions().iter() {
        let at = definition.span.start;
        if at < from {
            continue;
        }
        // In their order, without the code for sorting, which the page has no other use for.
        let place = definitions.iter().rposition(|before| before.at < at);
        let definition = Definition {
            label: lowercase(label),
            address: (*definition.dest).to_owned(),
            title: definition.title.as_deref().map(str::to_owned),
            at,
        };
        definitions.insert(place.map_or(0, |before| before + 1), definition);
    }
    definitions
}
