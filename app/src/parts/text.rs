//! Texts. The element around a text is Leptos' own; what is in it never is: it holds one child per
//! block, and a text that grows replaces only the blocks that changed.

#[cfg(feature = "ssr")]
use crate::words;
use conversation::{Body, Format};
use leptos::prelude::*;
use markdown::{LineBreaks, Options, SafeHtml, plain_blocks, render_blocks};
use std::rc::Rc;

/// How many nodes a text may have and be shown whole at first.
const MOST_NODES: usize = 2000;

/// Whether a text of so many nodes is folded until somebody wants all of it.
pub(crate) const fn is_long(n_nodes: usize) -> bool {
    n_nodes > MOST_NODES
}

/// About how many nodes blocks are in the page.
pub(crate) fn n_nodes(blocks: &[SafeHtml]) -> usize {
    blocks.iter().map(SafeHtml::n_tags).sum()
}

/// What makes blocks of a text.
#[derive(Clone)]
pub(crate) enum MakeBlocks {
    /// Markdown, with what its ids begin with.
    Markdown(Rc<str>, LineBreaks),
    /// The text as it is.
    Plain,
    /// What the text's own form asks for, as it is the text of a result.
    OfResult,
}

impl MakeBlocks {
    /// Makes the blocks. Of an open text there is more to come: the server completes its end, and the
    /// page's program leaves that to a module.
    pub(crate) fn make(&self, text: &str, is_open: bool) -> Vec<SafeHtml> {
        match self {
            Self::Markdown(scope, line_breaks) => {
                let options = Options {
                    scope,
                    line_breaks: *line_breaks,
                };
                match is_open {
                    #[cfg(feature = "ssr")]
                    true => markdown::render_open(text, &options),
                    _ => render_blocks(text, &options),
                }
            }
            Self::Plain => plain_blocks(text),
            // Likewise.
            #[cfg(feature = "ssr")]
            Self::OfResult => markdown::result_blocks(text),
            #[cfg(not(feature = "ssr"))]
            Self::OfResult => plain_blocks(text),
        }
    }
}

/// A text, as markdown where that is its format and as it is otherwise: the one component for what
/// the person and the assistant say, for notes, and for what is in a card. `scope` keeps the
/// anchors of one text from those of another. `is_open` says whether it is still being written.
#[component]
pub(crate) fn Markdown(
    body: Signal<Body>,
    scope: String,
    #[prop(optional, into)] is_open: Signal<bool>,
) -> impl IntoView {
    let format = body.with_untracked(|body| body.format);
    let (class, blocks) = match format {
        Format::Markdown => (
            "prose",
            MakeBlocks::Markdown(scope.into(), LineBreaks::Soft),
        ),
        Format::Typed => (
            "prose",
            MakeBlocks::Markdown(scope.into(), LineBreaks::Kept),
        ),
        Format::Plain => ("plain-text", MakeBlocks::OfResult),
        Format::Json => ("json", MakeBlocks::Plain),
    };
    filled(class, body, is_open, blocks)
}

/// A text that scrolls in itself has to be reached by the keyboard.
fn tab_stop(class: &str) -> Option<&'static str> {
    (class != "prose").then_some("0")
}

/// How many lines a text has, as its button says it.
pub(crate) fn n_lines(text: &str) -> u64 {
    text.lines().count() as u64
}

#[cfg(feature = "ssr")]
fn filled(
    class: &'static str,
    body: Signal<Body>,
    is_open: Signal<bool>,
    blocks: MakeBlocks,
) -> impl IntoView {
    let text = body
        .with_untracked(|body| body.text.clone())
        .unwrap_or_default();
    let blocks = blocks.make(&text, is_open.get_untracked());
    let mut html: String = blocks.iter().map(SafeHtml::as_str).collect();
    let is_long = is_long(n_nodes(&blocks));
    if is_long {
        // The element that the page's program makes in `live::unfold`.
        html.push_str("<button type=\"button\" class=\"show-all\" aria-expanded=\"false\">");
        html.push_str(&words::all_lines(n_lines(&text)));
        html.push_str("</button>");
    }
    let folded = is_long.then_some("");
    view! { <div class=class tabindex=tab_stop(class) data-folded=folded inner_html=html></div> }
}

#[cfg(not(feature = "ssr"))]
fn filled(
    class: &'static str,
    body: Signal<Body>,
    is_open: Signal<bool>,
    blocks: MakeBlocks,
) -> impl IntoView {
    let sink = crate::live::Sink::new(body, is_open, blocks);
    view! { <div class=class tabindex=tab_stop(class) use:fill=sink></div> }
}

#[cfg(not(feature = "ssr"))]
fn fill(element: leptos::tachys::renderer::types::Element, sink: crate::live::Sink) {
    sink.attach(element);
}
