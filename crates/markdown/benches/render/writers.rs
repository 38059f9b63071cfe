//! What is measured: this crate's writer, that of the parser it uses, and comrak.

use markdown::{LineBreaks, Options, render};
use pulldown_cmark::{Options as Extensions, Parser, html};

/// Something that makes HTML of markdown.
pub(crate) struct Writer {
    pub(crate) name: &'static str,
    /// The length of the HTML of a text.
    pub(crate) write: fn(&str) -> usize,
}

/// The first is measured against the second.
pub(crate) const WRITERS: [Writer; 3] = [
    Writer {
        name: "serve-web-markdown",
        write: ours,
    },
    Writer {
        name: "pulldown-cmark",
        write: pulldown_cmark,
    },
    Writer {
        name: "comrak",
        write: comrak,
    },
];

fn ours(text: &str) -> usize {
    let options = Options {
        scope: "m1",
        line_breaks: LineBreaks::Soft,
    };
    render(text, &options).as_str().len()
}

/// With the extensions that this crate asks for.
fn pulldown_cmark(text: &str) -> usize {
    let extensions = Extensions::ENABLE_TABLES
        | Extensions::ENABLE_FOOTNOTES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_GFM
        | Extensions::ENABLE_DEFINITION_LIST
        | Extensions::ENABLE_SUPERSCRIPT
        | Extensions::ENABLE_SUBSCRIPT;
    let mut out = String::new();
    html::push_html(&mut out, Parser::new_ext(text, extensions));
    out.len()
}

fn comrak(text: &str) -> usize {
    let mut options = comrak::Options::default();
    let extension = &mut options.extension;
    extension.alerts = true;
    extension.autolink = true;
    extension.description_lists = true;
    extension.footnotes = true;
    extension.strikethrough = true;
    extension.subscript = true;
    extension.superscript = true;
    extension.table = true;
    extension.tasklist = true;
    comrak::markdown_to_html(text, &options).len()
}
