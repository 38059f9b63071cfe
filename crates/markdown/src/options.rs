//! What a caller decides about a text.

/// How [`render`](crate::render) is to treat a text.
///
/// There is no default: two messages of one page must not share a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options<'a> {
    /// The prefix of every id that the text defines and of every in-page link it holds.
    ///
    /// It must be unique on the page. Letters, digits and `-_.:` are written as they are;
    /// anything else is coded, because an id with a space in it cannot be linked to.
    pub scope: &'a str,
    /// What a single line break within a paragraph means.
    pub line_breaks: LineBreaks,
}

/// What a single line break within a paragraph means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineBreaks {
    /// White space, as in CommonMark: for texts that were written as markdown.
    Soft,
    /// A new line: for texts that a person typed into a prompt.
    Kept,
}
