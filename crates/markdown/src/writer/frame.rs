//! What is open.

use pulldown_cmark::{CowStr, Tag};

use crate::html::Place;

/// What the end of a construct has to do.
#[derive(Debug)]
pub(super) enum Frame<'a> {
    /// Close so many elements.
    Elements(usize),
    /// The same, after text that is not prose.
    Verbatim(usize),
    /// Close a heading, whose id goes to this place.
    Heading(Place),
    /// Close a table's head, and begin its body.
    TableHead,
    /// Close a table.
    Table,
    /// Close a link; show the address if it turned out to have no text.
    Link { content: Place, address: String },
    /// Show the target of what could not be a link.
    Unlinked { content: Place, target: CowStr<'a> },
    /// Write the place-holder of an image.
    Image { target: CowStr<'a> },
    /// Write the closing mark of what turned out to be text.
    Literal(&'static str),
    /// Nothing was opened, because it lies too deep.
    Flat { is_block: bool },
    /// Nothing was opened, because it is part of an image's description.
    Described,
}

/// How many elements, one in the other, a construct needs at the least. Those that come only
/// as part of another need none of their own.
pub(super) const fn levels(tag: &Tag<'_>) -> usize {
    match tag {
        Tag::Item
        | Tag::DefinitionListTitle
        | Tag::DefinitionListDefinition
        | Tag::TableHead
        | Tag::TableRow
        | Tag::TableCell
        | Tag::Image { .. } => 0,
        Tag::Paragraph
        | Tag::Heading { .. }
        | Tag::BlockQuote(None)
        | Tag::HtmlBlock
        | Tag::MetadataBlock(_)
        | Tag::Emphasis
        | Tag::Strong
        | Tag::Strikethrough
        | Tag::Superscript
        | Tag::Subscript
        | Tag::Link { .. } => 1,
        Tag::BlockQuote(Some(_))
        | Tag::List(_)
        | Tag::FootnoteDefinition(_)
        | Tag::DefinitionList => 2,
        Tag::CodeBlock(_) => 3,
        Tag::Table(_) => 5,
    }
}

/// Whether a construct stands on lines of its own.
pub(super) const fn is_block(tag: &Tag<'_>) -> bool {
    !matches!(
        tag,
        Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. }
    )
}
