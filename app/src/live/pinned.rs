//! What the reader holds: the focus and the selection. The rows that have them stay.

use super::dom;
use crate::parts::anchored;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, Node};

/// The keys of the rows that have the focus and both ends of a selection.
pub(super) fn pinned_rows() -> [Option<String>; 3] {
    let focus = dom::document().active_element();
    let focus = focus.and_then(|focus| row_of(&focus));
    let selection = dom::window().get_selection().ok().flatten();
    match selection.filter(|selection| !selection.is_collapsed()) {
        Some(selection) => {
            let end = |node: Option<Node>| row_of(&node?);
            [
                focus,
                end(selection.anchor_node()),
                end(selection.focus_node()),
            ]
        }
        None => [focus, None, None],
    }
}

/// The key of the row that has a node.
pub(super) fn row_of(node: &Node) -> Option<String> {
    let element = node
        .dyn_ref::<Element>()
        .cloned()
        .or_else(|| node.parent_element())?;
    let row = element.closest(".row").ok()??;
    anchored(&row.id()).map(str::to_owned)
}
