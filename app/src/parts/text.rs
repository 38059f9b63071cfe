//! Texts. The element around a text is Leptos' own; what is in it never is: it holds one child per
//! block, and a text that grows replaces only the blocks that changed.

use conversation::{Body, Format};
use leptos::prelude::*;
use markdown::{LineBreaks, Options, SafeHtml, plain_blocks, render_blocks};

/// A text of a row, in the way that its format asks for. `scope` keeps the anchors of one text from
/// those of another.
#[component]
pub(crate) fn Text(body: Signal<Body>, scope: String) -> impl IntoView {
    match body.with_untracked(|body| body.format) {
        Format::Markdown => view! { <Markdown body scope /> }.into_any(),
        Format::Plain => view! { <Verbatim body class="plain-text" /> }.into_any(),
        Format::Json => view! { <Verbatim body class="json" /> }.into_any(),
    }
}

/// Markdown: what the person and the assistant say, and every block of a tool's result that is
/// markdown.
#[component]
pub(crate) fn Markdown(body: Signal<Body>, scope: String) -> impl IntoView {
    let blocks = move |text: &str| {
        render_blocks(
            text,
            &Options {
                scope: &scope,
                line_breaks: LineBreaks::Soft,
            },
        )
    };
    filled("prose", body, blocks)
}

/// A text as it is, with its line breaks.
#[component]
fn Verbatim(body: Signal<Body>, class: &'static str) -> impl IntoView {
    filled(class, body, plain_blocks)
}

#[cfg(feature = "ssr")]
fn filled(
    class: &'static str,
    body: Signal<Body>,
    blocks: impl Fn(&str) -> Vec<SafeHtml> + 'static,
) -> impl IntoView {
    let text = body
        .with_untracked(|body| body.text.clone())
        .unwrap_or_default();
    let html: String = blocks(&text).iter().map(SafeHtml::as_str).collect();
    view! { <div class=class inner_html=html></div> }
}

#[cfg(not(feature = "ssr"))]
fn filled(
    class: &'static str,
    body: Signal<Body>,
    blocks: impl Fn(&str) -> Vec<SafeHtml> + 'static,
) -> impl IntoView {
    let sink = crate::live::Sink::new(body, blocks);
    view! { <div class=class use:fill=sink></div> }
}

#[cfg(not(feature = "ssr"))]
fn fill(element: leptos::tachys::renderer::types::Element, sink: crate::live::Sink) {
    sink.attach(element);
}
