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

/// What became of a file.
pub(crate) const NEW_FILE: &str = "new file";
pub(crate) const REMOVED_FILE: &str = "removed file";
/// Before the name that a file had, and before that of the one that it is a copy of.
pub(crate) const FORMERLY: &str = "formerly";
pub(crate) const COPY_OF: &str = "copy of";

/// How many lines of a file have changed.
pub(crate) fn changed_lines(added: usize, removed: usize) -> String {
    match (added, removed) {
        (added, 0) => format!("{added} added"),
        (0, removed) => format!("{removed} removed"),
        (added, removed) => format!("{added} added, {removed} removed"),
    }
}

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
