//! Light, dark, or as the system is.

use super::dom;
use crate::parts::Theme;

/// The theme that the page was rendered with.
pub(super) fn current() -> Theme {
    let name = dom::root().and_then(|root| root.dataset().get("theme"));
    Theme::named(&name.unwrap_or_default())
}

/// The theme after this one.
pub(super) fn next(theme: Theme) -> Theme {
    match theme {
        Theme::Auto => Theme::Light,
        Theme::Light => Theme::Dark,
        Theme::Dark => Theme::Auto,
    }
}

/// Shows a theme, here and on every page that the server renders from now on.
pub(super) fn show(theme: Theme) {
    let name = theme.attribute();
    dom::mark("theme", name);
    dom::set_cookie("theme", name);
}
