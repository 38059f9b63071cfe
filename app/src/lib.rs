//! The page: Leptos components, built twice from one source.
//!
//! With the feature `ssr` the server renders pages with [`conversation_html`] and [`list_html`];
//! with `hydrate` the browser takes a rendered page over with `start`. The crate knows neither a
//! store nor a path: what it shows comes as [`wire::PageState`] and in frames.

#![recursion_limit = "256"]
#![expect(unreachable_pub, reason = "the component macro makes its items public")]
#![expect(
    clippy::needless_pass_by_value,
    reason = "a component owns its properties"
)]

mod changing;
mod icon;
mod parts;
mod size;
mod time;
mod words;

#[cfg(feature = "hydrate")]
mod live;
#[cfg(feature = "ssr")]
mod render;

#[cfg(feature = "hydrate")]
pub use live::start;
#[cfg(feature = "ssr")]
pub use render::{PrintedPage, conversation_html, list_html};
pub use time::{LocalTime, ZonedClock};

/// The element that holds the page.
pub const ROOT_ID: &str = "app";
/// The element that holds the page's state as JSON.
pub const STATE_ID: &str = "page-state";
/// The element that holds the list's state as JSON.
pub const LIST_STATE_ID: &str = "list-state";
/// The sentence that shows when the page's program does not start.
pub const SCRIPT_PROBLEM: &str = words::SCRIPT_PROBLEM;
