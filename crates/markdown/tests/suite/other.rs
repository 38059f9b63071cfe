//! What another parser makes of a text: comrak, with what this crate's parser can do.

use comrak::nodes::{NodeCodeBlock, NodeValue};
use comrak::{Arena, Options, format_html, parse_document};

use crate::neutral::RAW_HTML;

/// A text as comrak writes it.
#[derive(Debug)]
pub(crate) struct Other {
    /// With raw HTML as HTML.
    pub(crate) as_html: String,
    /// With raw HTML as text, and blocks of it as code in the language [`RAW_HTML`].
    pub(crate) as_text: String,
    /// The raw HTML in the text, as it stands there.
    pub(crate) raw: Vec<String>,
}

/// Without any extension: CommonMark.
pub(crate) fn common_mark() -> Options<'static> {
    let mut options = Options::default();
    options.render.r#unsafe = true;
    options
}

/// With what GFM and its alerts, footnotes and definition lists bring.
pub(crate) fn extended() -> Options<'static> {
    let mut options = common_mark();
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
    options
}

pub(crate) fn other(text: &str, options: &Options<'_>) -> Other {
    let arena = Arena::new();
    let root = parse_document(&arena, text, options);
    let written = || {
        let mut html = String::new();
        format_html(root, options, &mut html).unwrap();
        html
    };
    let as_html = written();
    let mut raw = Vec::new();
    for node in root.descendants() {
        let value = &mut node.data_mut().value;
        match value {
            NodeValue::HtmlBlock(block) => {
                let literal = std::mem::take(&mut block.literal);
                raw.push(literal.clone());
                *value = raw_block(literal);
            }
            NodeValue::HtmlInline(literal) => {
                let literal = std::mem::take(literal);
                raw.push(literal.clone());
                *value = NodeValue::Text(literal.into());
            }
            _ => {}
        }
    }
    Other {
        as_html,
        as_text: written(),
        raw,
    }
}

fn raw_block(literal: String) -> NodeValue {
    NodeValue::CodeBlock(Box::new(NodeCodeBlock {
        fenced: true,
        info: RAW_HTML.to_owned(),
        literal,
        ..NodeCodeBlock::default()
    }))
}
