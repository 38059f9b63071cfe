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

/// A function that makes them.
pub(crate) type Make = dyn Fn(&str) -> Vec<SafeHtml>;

/// What makes blocks of a text.
#[derive(Clone)]
pub(crate) enum MakeBlocks {
    /// A function of the text.
    By(Rc<Make>),
    /// What the text's own form asks for, as it is the text of a result.
    OfResult,
}

impl MakeBlocks {
    /// Makes the blocks.
    pub(crate) fn make(&self, text: &str) -> Vec<SafeHtml> {
        match self {
            Self::By(make) => make(text),
            // The server draws each form; the page's program leaves that to a module.
            #[cfg(feature = "ssr")]
            Self::OfResult => markdown::result_blocks(text),
            #[cfg(not(feature = "ssr"))]
            Self::OfResult => plain_blocks(text),
        }
    }
}

/// A text, as markdown where that is its format and as it is otherwise: the one component for what
/// the person and the assistant say, for notes, and for what is in a card. `scope` keeps the
/// anchors of one text from those of another.
#[component]
pub(crate) fn Markdown(body: Signal<Body>, scope: String) -> impl IntoView {
    let format = body.with_untracked(|body| body.format);
    let (class, line_breaks) = match format {
        Format::Markdown => ("prose", LineBreaks::Soft),
        Format::Typed => ("prose", LineBreaks::Kept),
        Format::Plain => return filled("plain-text", body, MakeBlocks::OfResult),
        Format::Json => return filled("json", body, MakeBlocks::By(Rc::new(plain_blocks))),
    };
    let blocks = move |text: &str| {
        let options = Options {
            scope: &scope,
            line_breaks,
        };
        render_blocks(text, &options)
    };
    filled(class, body, MakeBlocks::By(Rc::new(blocks)))
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
fn filled(class: &'static str, body: Signal<Body>, blocks: MakeBlocks) -> impl IntoView {
    let text = body
        .with_untracked(|body| body.text.clone())
        .unwrap_or_default();
    let blocks = blocks.make(&text);
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
fn filled(class: &'static str, body: Signal<Body>, blocks: MakeBlocks) -> impl IntoView {
    let sink = crate::live::Sink::new(body, blocks);
    view! { <div class=class tabindex=tab_stop(class) use:fill=sink></div> }
}

#[cfg(not(feature = "ssr"))]
fn fill(element: leptos::tachys::renderer::types::Element, sink: crate::live::Sink) {
    sink.attach(element);
}
