//! The document around a page's content.

use crate::{
    App,
    assets::{Manifest, Module},
    http::reader::Reader,
};
use ::app::{ROOT_ID, SCRIPT_PROBLEM};
use axum::http::HeaderMap;
use serde::Serialize;
use wire::ErrorDetails;

/// What a document is made of.
pub(super) struct Shell<'a> {
    pub title: &'a str,
    pub theme: &'a str,
    pub zone: &'a str,
    /// The frontend's files; without them the page has no style and no program, and says so.
    pub manifest: Option<&'a Manifest>,
    /// The content, as the app's components rendered it.
    pub content: &'a str,
    /// The state that a program takes the page over with.
    pub state: Option<State>,
}

/// A state as it stands in a page.
pub(super) struct State {
    id: &'static str,
    json: String,
}

impl State {
    /// The state that the element with this id holds.
    pub(super) fn of(id: &'static str, state: &impl Serialize) -> Option<Self> {
        let json = serde_json::to_string(state).ok()?;
        Some(Self { id, json })
    }

    /// The element. `<` is written as an escape, so that no text can end it.
    fn element(&self) -> String {
        let json = self.json.replace('<', "\\u003c");
        format!(
            "<script type=\"application/json\" id=\"{}\">{json}</script>\n",
            self.id
        )
    }
}

/// The document.
pub(super) fn shell(shell: &Shell<'_>) -> String {
    beginning(shell) + shell.content + &end(shell)
}

/// What of the document comes before the content.
pub(super) fn beginning(shell: &Shell<'_>) -> String {
    let (title, zone) = (escaped(shell.title), escaped(shell.zone));
    let theme = shell.theme;
    let head = shell
        .manifest
        .map(|manifest| head(manifest, shell.state.is_some()))
        .unwrap_or_default();
    let missing = match shell.manifest {
        Some(_) => "",
        None => FRONTEND_MISSING,
    };
    format!(
        r#"<!DOCTYPE html>
<html lang="en" data-theme="{theme}" data-zone="{zone}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{title} · serve-web</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
{head}</head>
<body>
{missing}<div id="{ROOT_ID}">"#
    )
}

/// What of the document comes behind the content.
pub(super) fn end(shell: &Shell<'_>) -> String {
    let state = shell.state.as_ref().map(State::element).unwrap_or_default();
    format!(
        r#"</div>
<p id="script-problem" role="status" hidden>{SCRIPT_PROBLEM}</p>
{state}</body>
</html>
"#
    )
}

/// What a page says that was built without the frontend.
const FRONTEND_MISSING: &str = "<p class=\"problem\">The frontend is not built into this server: \
    this page has neither style nor live updates. <code>cargo xtask run</code> builds both.</p>\n";

fn head(manifest: &Manifest, has_state: bool) -> String {
    let Manifest {
        js,
        wasm,
        style,
        boot,
        modules,
    } = manifest;
    let style = format!("<link rel=\"stylesheet\" href=\"/assets/{style}\">\n");
    if !has_state {
        return style;
    }
    let modules: String = modules.iter().map(module_attribute).collect();
    format!(
        r#"{style}<link rel="modulepreload" href="/assets/{js}">
<link rel="preload" href="/assets/{wasm}" as="fetch" type="application/wasm" crossorigin>
<script src="/assets/{boot}" defer data-app="/assets/{js} /assets/{wasm}"{modules}></script>
"#
    )
}

/// Where the script that starts the program finds a module.
fn module_attribute((name, Module { js, wasm }): (&String, &Module)) -> String {
    format!(" data-{name}=\"/assets/{js} /assets/{wasm}\"")
}

/// A page that says what went wrong.
pub(in crate::http) fn error_page(error: &ErrorDetails, app: &App, headers: &HeaderMap) -> String {
    let reader = Reader::of(headers);
    let message = escaped(&error.message);
    let detail = error.detail.as_deref().map(escaped).unwrap_or_default();
    let content = format!(
        "<main class=\"list\"><h1>This page could not be shown</h1>\
         <p class=\"problem\">{message}</p><p>{detail}</p>\
         <p><a href=\"/\">All conversations</a></p></main>"
    );
    shell(&Shell {
        title: "Error",
        theme: reader.theme,
        zone: &reader.zone_name,
        manifest: app.assets.manifest().as_ref(),
        content: &content,
        state: None,
    })
}

fn escaped(text: &str) -> String {
    markdown::plain(text).into_string().replace('"', "&quot;")
}
