//! The writer: the parser's events in, blocks of HTML out.
//!
//! Entry point: [`write_blocks`]. Every start of a construct leaves a [`Frame`] that says what
//! its end has to do, so that nothing is remembered elsewhere and everything is closed in turn.
//! There is no recursion: the depth of a text costs memory, never stack.

mod block;
mod footnote;
mod frame;
mod gathered;
mod inline;
mod link;
mod script;
mod stretch;
mod table;

pub(crate) use stretch::{Definition, Stretch, write_stretch};

use std::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, Options as Extensions, Parser, Tag};

use crate::escape::Marks;
use crate::html::Html;
use crate::ids::Ids;
use crate::options::{LineBreaks, Options};
use crate::safe_html::SafeHtml;
use frame::{Frame, is_block, levels};
use gathered::Gathered;
use table::TableState;

/// The text as blocks of HTML, one root element each.
pub(crate) fn write_blocks(text: &str, options: &Options<'_>) -> Vec<SafeHtml> {
    written(text, usize::MAX, options).html.into_blocks()
}

/// The same of a text that goes on behind `end`: an address that ends there is no link yet.
pub(crate) fn write_open_blocks(text: &str, end: usize, options: &Options<'_>) -> Vec<SafeHtml> {
    written(text, end, options).html.into_blocks()
}

/// The same blocks as one piece.
pub(crate) fn write(text: &str, options: &Options<'_>) -> SafeHtml {
    written(text, usize::MAX, options).html.into_whole()
}

fn written<'a>(text: &'a str, open_end: usize, options: &Options<'_>) -> Writer<'a> {
    let mut writer = Writer::new(text, options.line_breaks, Ids::new(options.scope));
    writer.open_end = open_end;
    for (event, span) in parser(text, None).into_offset_iter() {
        writer.take(event, span);
    }
    writer
}

/// What is told of each label that nothing defines.
pub(crate) type Undefined<'a> =
    Box<dyn FnMut(BrokenLink<'a>) -> Option<(CowStr<'a>, CowStr<'a>)> + 'a>;

/// The parser of all texts: of one type, since each further one would be in the page once more.
pub(crate) fn parser<'a>(
    text: &'a str,
    undefined: Option<Undefined<'a>>,
) -> Parser<'a, Undefined<'a>> {
    Parser::new_with_broken_link_callback(text, extensions(), undefined)
}

/// Everything the parser can do but what would change how ordinary prose reads (typographic
/// quotes, metadata, attributes and links in double brackets) and maths.
fn extensions() -> Extensions {
    Extensions::ENABLE_TABLES
        | Extensions::ENABLE_FOOTNOTES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_GFM
        | Extensions::ENABLE_DEFINITION_LIST
        | Extensions::ENABLE_SUPERSCRIPT
        | Extensions::ENABLE_SUBSCRIPT
}

#[derive(Debug)]
struct Writer<'a> {
    source: &'a str,
    line_breaks: LineBreaks,
    /// Where the text ends of which more is to come.
    open_end: usize,
    /// Where the text ends that was read last.
    text_end: usize,
    ids: Ids,
    html: Html,
    /// The text that was read and not yet written.
    gathered: Gathered<'a>,
    /// What the ends to come have to do.
    frames: Vec<Frame<'a>>,
    /// How many of the open frames are [`Frame::Flat`].
    flat: usize,
    /// How many links are open: links in links would not be HTML.
    links: usize,
    /// The description of the image that is being read.
    image: Option<String>,
    /// The text of the heading that is being written.
    heading: Option<String>,
    /// The table that is being written; cells hold no tables.
    table: TableState,
}

impl<'a> Writer<'a> {
    fn new(source: &'a str, line_breaks: LineBreaks, ids: Ids) -> Self {
        Self {
            source,
            line_breaks,
            open_end: usize::MAX,
            text_end: 0,
            ids,
            html: Html::for_text(source),
            gathered: Gathered::default(),
            frames: Vec::new(),
            flat: 0,
            links: 0,
            image: None,
            heading: None,
            table: TableState::default(),
        }
    }

    /// Takes the next event.
    fn take(&mut self, event: Event<'a>, span: Range<usize>) {
        match event {
            Event::Text(text) => {
                self.text_end = span.end;
                self.gather(text);
            }
            event => {
                self.write_gathered();
                self.write(event, span);
            }
        }
    }

    fn write(&mut self, event: Event<'a>, span: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, &span),
            Event::End(_) => self.end(),
            // Gathered before.
            Event::Text(text) => self.text(&text),
            Event::Code(code) => self.code(&code),
            // The maths extension is off; its events would be text like raw HTML.
            Event::Html(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => self.verbatim(&text, Marks::Shown),
            Event::FootnoteReference(label) => self.footnote_reference(&label),
            Event::SoftBreak => self.soft_break(),
            Event::HardBreak => self.hard_break(),
            Event::Rule => self.rule(),
            Event::TaskListMarker(is_done) => self.task(is_done),
        }
        if self.frames.is_empty() {
            self.html.end_block();
        }
    }

    /// Keeps text until it ends, because the parser cuts it at every character that could have
    /// been markup, and an address is full of them. In code there are none; there only half of a
    /// line end has to wait for the other half.
    fn gather(&mut self, text: CowStr<'a>) {
        let is_code = matches!(self.frames.last(), Some(Frame::Verbatim(_)));
        if is_code && self.gathered.is_empty() && !text.ends_with('\r') {
            self.html.text(&text, Marks::Shown);
        } else {
            self.gathered.add(text);
        }
    }

    fn write_gathered(&mut self) {
        if let Some(text) = self.gathered.take_one() {
            self.text(&text);
        } else if let Some(text) = self.gathered.take_all() {
            self.text(&text);
        }
    }

    /// Opens a construct, or has it written as text where it lies too deep or in the
    /// description of an image.
    fn start(&mut self, tag: Tag<'a>, span: &Range<usize>) {
        let frame = if self.image.is_some() {
            Frame::Described
        } else if self.flat > 0 || !self.html.fits(levels(&tag)) {
            self.flat += 1;
            Frame::Flat {
                is_block: is_block(&tag),
            }
        } else {
            self.open(tag, span)
        };
        self.frames.push(frame);
    }

    fn open(&mut self, tag: Tag<'a>, span: &Range<usize>) -> Frame<'a> {
        match tag {
            Tag::Paragraph => self.open_paragraph(),
            Tag::Heading { level, .. } => self.open_heading(level),
            Tag::BlockQuote(kind) => self.open_quote(kind),
            Tag::CodeBlock(kind) => self.open_code(&kind),
            Tag::HtmlBlock | Tag::MetadataBlock(_) => self.open_raw(),
            Tag::List(first) => self.open_list(first),
            Tag::Item => self.open_item(),
            Tag::FootnoteDefinition(label) => self.open_footnote(&label),
            Tag::DefinitionList => self.open_definitions(),
            Tag::DefinitionListTitle => self.open_term(),
            Tag::DefinitionListDefinition => self.open_definition(),
            Tag::Table(alignments) => self.open_table(alignments),
            Tag::TableHead => self.open_table_head(),
            Tag::TableRow => self.open_table_row(),
            Tag::TableCell => self.open_table_cell(),
            Tag::Emphasis => self.open_emphasis(),
            Tag::Strong => self.open_strong(),
            Tag::Strikethrough => self.open_strikethrough(),
            Tag::Superscript => self.open_superscript(span),
            Tag::Subscript => self.open_subscript(span),
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => self.open_link(link_type, dest_url),
            Tag::Image { dest_url, .. } => self.open_image(dest_url),
        }
    }

    fn end(&mut self) {
        match self.frames.pop() {
            Some(Frame::Elements(count) | Frame::Verbatim(count)) => {
                for _ in 0..count {
                    self.html.close();
                }
            }
            Some(Frame::Heading(place)) => self.close_heading(place),
            Some(Frame::TableHead) => self.close_table_head(),
            Some(Frame::Table) => self.close_table(),
            Some(Frame::Link { content, address }) => self.close_link(content, &address),
            Some(Frame::Unlinked { content, target }) => self.close_unlinked(content, &target),
            Some(Frame::Image { target }) => self.close_image(&target),
            Some(Frame::Literal(mark)) => self.verbatim(mark, Marks::Kept),
            Some(Frame::Flat { is_block }) => self.close_flat(is_block),
            Some(Frame::Described) | None => {}
        }
    }

    fn close_flat(&mut self, is_block: bool) {
        self.flat -= 1;
        if is_block {
            // What were two blocks must not become one word.
            self.html.text("\n", Marks::Kept);
        }
    }
}
