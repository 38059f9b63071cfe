//! Elements in their neutral form, for both sides.

use crate::tree::{Element, Node};

/// A cell with nothing but its alignment.
pub(super) fn cell(name: &str, alignment: &str, children: Vec<Node>) -> Element {
    let cell = Element::new(name, children);
    if alignment.is_empty() {
        cell
    } else {
        cell.with("align", alignment)
    }
}

/// The mark of a task.
pub(super) fn task(input: &Element) -> Element {
    let is_done = input.attributes.contains_key("checked");
    Element::new("task", Vec::new()).with("state", if is_done { "done" } else { "open" })
}

/// A list with the number it begins at.
pub(super) fn list(list: &Element, children: Vec<Node>) -> Element {
    let neutral = Element::new(&list.name, children);
    match list.attribute("start") {
        "" | "1" => neutral,
        start => neutral.with("start", start),
    }
}

/// Code with its language, as far as it is made of characters that names are made of.
pub(super) fn code(language: &str, text: String) -> Element {
    let name: String = language
        .split([',', ' ', '\t', '\n'])
        .next()
        .unwrap()
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "+-#._:/".contains(*c))
        .take(40)
        .collect();
    let code = Element::new("pre", vec![Node::Text(text)]);
    if name.is_empty() {
        code
    } else {
        code.with("language", name)
    }
}

/// Raw HTML, which is shown and not used.
pub(super) fn raw(text: &str) -> Element {
    Element::new(
        "raw",
        vec![Node::Text(text.trim_end_matches('\n').to_owned())],
    )
}
