//! White space as a browser shows it.

use crate::tree::{Element, Node};

/// Elements within a line. Next to any other, and at the edges of one, white space is not shown.
const INLINE: [&str; 11] = [
    "a",
    "code",
    "del",
    "em",
    "footnote-reference",
    "image",
    "strong",
    "sub",
    "sup",
    "target",
    "task",
];

/// What is shown of the content of a block.
pub(super) fn settled(nodes: Vec<Node>) -> Vec<Node> {
    shown(nodes, true)
}

/// What is shown of the content of an element, at whose own edges white space may be shown.
fn shown(nodes: Vec<Node>, is_block_around: bool) -> Vec<Node> {
    let nodes = joined(nodes.into_iter().map(inside).collect());
    let is_hidden = |at: Option<usize>| match at.and_then(|at| nodes.get(at)) {
        Some(neighbour) => is_block(neighbour),
        None => is_block_around,
    };
    let trimmed = |(at, node): (usize, &Node)| match node {
        Node::Text(text) => {
            let mut text = collapsed(text);
            if is_hidden(at.checked_sub(1)) {
                text = text.trim_start_matches(' ').to_owned();
            }
            if is_hidden(Some(at + 1)) {
                text = text.trim_end_matches(' ').to_owned();
            }
            (!text.is_empty()).then_some(Node::Text(text))
        }
        element @ Node::Element(_) => Some(element.clone()),
    };
    nodes.iter().enumerate().filter_map(trimmed).collect()
}

fn inside(node: Node) -> Node {
    let Node::Element(mut element) = node else {
        return node;
    };
    element.children = if is_verbatim(&element) {
        joined(element.children)
    } else {
        let is_block = !INLINE.contains(&element.name.as_str());
        shown(element.children, is_block)
    };
    element.into()
}

fn is_verbatim(element: &Element) -> bool {
    matches!(element.name.as_str(), "code" | "pre" | "raw" | "target")
}

fn is_block(node: &Node) -> bool {
    matches!(node, Node::Element(element) if !INLINE.contains(&element.name.as_str()))
}

/// Texts that follow each other are one text.
fn joined(nodes: Vec<Node>) -> Vec<Node> {
    let mut out: Vec<Node> = Vec::new();
    for node in nodes {
        match (out.last_mut(), node) {
            (Some(Node::Text(before)), Node::Text(text)) => before.push_str(&text),
            (_, node) => out.push(node),
        }
    }
    out
}

fn collapsed(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            ' ' | '\n' | '\t' if out.ends_with(' ') => {}
            ' ' | '\n' | '\t' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}
