//! Every English word that the writer adds to a text.

use pulldown_cmark::BlockQuoteKind;

/// The accessible name of a table's scrolling region.
pub(crate) const TABLE: &str = "table";
/// The label of an image of which nothing but its target is known.
pub(crate) const IMAGE: &str = "image";
/// The accessible name of a ticked task.
pub(crate) const DONE: &str = "done";
/// The accessible name of an open task.
pub(crate) const NOT_DONE: &str = "not done";
/// The accessible name of the link from a footnote to the place that refers to it.
pub(crate) const BACK: &str = "back to the text";

/// The label of an image that was not loaded.
pub(crate) fn image_label(host: Option<&str>, description: &str) -> String {
    let mut label = IMAGE.to_owned();
    if let Some(host) = host {
        label.push_str(" from ");
        label.push_str(host);
    }
    if !description.is_empty() {
        label.push_str(": ");
        label.push_str(description);
    }
    label
}

/// The title of an alert.
pub(crate) const fn alert_title(kind: BlockQuoteKind) -> &'static str {
    match kind {
        BlockQuoteKind::Note => "Note",
        BlockQuoteKind::Tip => "Tip",
        BlockQuoteKind::Important => "Important",
        BlockQuoteKind::Warning => "Warning",
        BlockQuoteKind::Caution => "Caution",
    }
}
