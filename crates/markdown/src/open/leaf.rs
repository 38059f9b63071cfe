//! The block that a text ends in.

use pulldown_cmark::{Event, Tag};

use crate::writer::parser;

/// A block without blocks in it that more text would be part of, and where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    Code(usize),
    Html,
    Table(usize),
    Text(usize),
}

/// The block that a text ends in; nothing behind an empty line, where the next one begins.
pub(super) fn last(text: &str) -> Option<Leaf> {
    let end = text.trim_end().len();
    let breaks = text.get(end..).unwrap_or_default();
    let mut last = Leaf::Text(text.len());
    for (event, span) in parser(text, None).into_offset_iter() {
        if span.end < end {
            continue;
        }
        match event {
            Event::Start(Tag::CodeBlock(_)) => last = Leaf::Code(span.start),
            Event::Start(Tag::HtmlBlock) => last = Leaf::Html,
            Event::Start(Tag::Table(_)) => last = Leaf::Table(span.start),
            Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::Item) => {
                last = Leaf::Text(span.start);
            }
            _ => {}
        }
    }
    let is_behind = breaks.bytes().filter(|byte| *byte == b'\n').count() > 1
        && !matches!(last, Leaf::Code(_) | Leaf::Html);
    (!is_behind).then_some(last)
}
