//! Text to safe HTML.
//!
//! Entry points: [`render_blocks`] and [`render`] for markdown, [`plain_blocks`] and [`plain`]
//! for text that is not markdown, [`terminal_blocks`] for what a program printed to a terminal. What comes in may be hostile: a tool's output, a web page that
//! an agent quoted, a forged conversation. What goes out is a [`SafeHtml`], which nothing outside
//! this crate can make.
//!
//! Nothing is filtered, because nothing foreign is ever let in: the parser's events are written
//! as HTML by a writer that knows a closed set of elements and attributes and escapes every text
//! and value. Raw HTML in the text is text. No output loads anything from anywhere, and there is
//! no `src`, no `style`, no event handler to write.
//!
//! The crate knows nothing of conversations, and touches neither disk, network, clock,
//! environment nor randomness: the same text gives the same bytes on the server and in the
//! browser.

mod autolink;
mod count;
mod diff;
mod direction;
mod escape;
mod growing;
mod html;
mod ids;
mod language;
mod open;
mod options;
mod result;
mod safe_html;
mod target;
mod terminal;
mod words;
mod writer;

pub use count::renders;
pub use diff::{diff_blocks, edit_blocks, is_diff};
pub use growing::Growing;
pub use options::{LineBreaks, Options};
pub use result::{may_be_drawn, result_blocks};
pub use safe_html::SafeHtml;
pub use terminal::{is_terminal, terminal_blocks};

use escape::Marks;
use html::{Attribute, Element, Html};

/// Renders markdown as one piece: the blocks of [`render_blocks`], one after the other.
///
/// ```
/// use markdown::{LineBreaks, Options, render};
///
/// let options = Options { scope: "m1", line_breaks: LineBreaks::Soft };
/// let html = render("a <b>", &options);
/// assert_eq!(html.as_str(), r#"<p dir="auto">a &lt;b&gt;</p>"#);
/// ```
pub fn render(text: &str, options: &Options<'_>) -> SafeHtml {
    count::add_one();
    writer::write(text, options)
}

/// Renders markdown as its top-level blocks, in order.
///
/// Each block has exactly one element at its root and nothing beside it, so that a page can keep
/// one child per block and replace only those that changed. A text without blocks (nothing, or
/// only blank lines and link definitions) gives none.
pub fn render_blocks(text: &str, options: &Options<'_>) -> Vec<SafeHtml> {
    count::add_one();
    writer::write_blocks(text, options)
}

/// Renders markdown of which more is to come: [`render_blocks`] of a text whose end is completed
/// for display. Nothing of markup that has only begun shows as text, and half an address is no
/// link.
///
/// ```
/// use markdown::{LineBreaks, Options, render_open};
///
/// let options = Options { scope: "m1", line_breaks: LineBreaks::Soft };
/// let blocks = render_open("see [the *li", &options);
/// assert_eq!(blocks[0].as_str(), r#"<p dir="auto">see the <em>li</em></p>"#);
/// ```
pub fn render_open(text: &str, options: &Options<'_>) -> Vec<SafeHtml> {
    count::add_one();
    let open::Completed { text, end } = open::completed(text);
    writer::write_open_blocks(&text, end, options)
}

/// Escapes text that is not markdown.
///
/// Spaces and line breaks stay as they are, for an element with `white-space: pre-wrap`. Control
/// and direction characters become visible.
///
/// ```
/// assert_eq!(markdown::plain("*a* <b>\n\u{7}").as_str(), "*a* &lt;b&gt;\n\u{2407}");
/// ```
pub fn plain(text: &str) -> SafeHtml {
    let mut out = String::with_capacity(text.len());
    escape::push_text(&mut out, text, Marks::Shown);
    SafeHtml::new(out)
}

/// [`plain`] in the shape of [`render_blocks`]: one paragraph of class `plain`, or no block for
/// no text.
pub fn plain_blocks(text: &str) -> Vec<SafeHtml> {
    if text.is_empty() {
        return Vec::new();
    }
    let mut html = Html::default();
    html.open(Element::P, &[Attribute::Class("plain"), Attribute::DirAuto]);
    html.text(text, Marks::Shown);
    html.close();
    html.end_block();
    html.into_blocks()
}
