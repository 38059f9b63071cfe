//! Texts. The element around a text is Leptos' own; what is in it never is: it holds one child per
//! block, and a text that grows replaces only the blocks that changed.

use conversation::{Body, Format};
use leptos::prelude::*;
use markdown::{LineBreaks, Options, SafeHtml, plain_blocks, render_blocks};
use std::rc::Rc;

/// What makes blocks of a text.
pub(crate) type MakeBlocks = Rc<dyn Fn(&str) -> Vec<SafeHtml>>;

/// A text, as markdown where that is its format and as it is otherwise: the one component for what
/// the person and the assistant say, for notes, and for what is in a card. `scope` keeps the
/// anchors of one text from those of another.
#[component]
pub(crate) fn Markdown(body: Signal<Body>, scope: String) -> impl IntoView {
    let format = body.with_untracked(|body| body.format);
    let (class, line_breaks) = match format {
        Format::Markdown => ("prose", LineBreaks::Soft),
        Format::Typed => ("prose", LineBreaks::Kept),
        Format::Plain => return filled("plain-text", body, Rc::new(plain_blocks)),
        Format::Json => return filled("json", body, Rc::new(plain_blocks)),
    };
    let blocks = move |text: &str| {
        let options = Options {
            scope: &scope,
            line_breaks,
        };
        render_blocks(text, &options)
    };
    filled(class, body, Rc::new(blocks))
}

/// A text that scrolls in itself has to be reached by the keyboard.
fn tab_stop(class: &str) -> Option<&'static str> {
    (class != "prose").then_some("0")
}

#[cfg(feature = "ssr")]
fn filled(class: &'static str, body: Signal<Body>, blocks: MakeBlocks) -> impl IntoView {
    let text = body
        .with_untracked(|body| body.text.clone())
        .unwrap_or_default();
    let html: String = blocks(&text).iter().map(SafeHtml::as_str).collect();
    view! { <div class=class tabindex=tab_stop(class) inner_html=html></div> }
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
