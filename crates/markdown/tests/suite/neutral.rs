//! What a text means, apart from how one renderer or another writes it.
//!
//! [`ours`] and [`theirs`] take a page's HTML to one form, and hold every rule by which this
//! crate's output differs on purpose from that of CommonMark, of GFM and of comrak: headings two
//! levels down, code in a figure, tables in a group, images as place-holders, destinations that
//! may not be followed as words, footnotes where they stand. Two texts with the same neutral form
//! have the same blocks, the same text in them and the same emphasis, links and images.

mod address;
mod ours;
mod parts;
mod theirs;
mod white_space;

pub(crate) use ours::ours;
pub(crate) use theirs::theirs;

use std::collections::BTreeSet;

use crate::tree::{Element, Node};

/// The language by which [`crate::comrak`] marks blocks of raw HTML.
pub(crate) const RAW_HTML: &str = "a-block-of-raw-html";

/// What has to be the same whoever wrote it: task marks belong to their items, footnotes stand
/// at the end in the order of their names, white space is what a browser shows of it.
fn settled(nodes: Vec<Node>) -> Vec<Node> {
    let mut footnotes = Vec::new();
    let mut nodes = without_footnotes(nodes, &mut footnotes);
    footnotes.sort_by(|a, b| a.attribute("label").cmp(b.attribute("label")));
    nodes.extend(referred_to(footnotes, &nodes));
    white_space::settled(nodes.into_iter().map(with_tasks).collect())
}

fn without_footnotes(nodes: Vec<Node>, footnotes: &mut Vec<Element>) -> Vec<Node> {
    let mut rest = Vec::new();
    for node in nodes {
        match node {
            Node::Element(mut element) => {
                let children = std::mem::take(&mut element.children);
                element.children = without_footnotes(children, footnotes);
                if element.name == "footnote" {
                    footnotes.push(element);
                } else {
                    rest.push(element.into());
                }
            }
            text @ Node::Text(_) => rest.push(text),
        }
    }
    rest
}

/// The footnotes that something refers to: others leave out the rest, this crate shows it.
fn referred_to(footnotes: Vec<Element>, nodes: &[Node]) -> Vec<Node> {
    let mut labels = BTreeSet::new();
    collect_labels(nodes, &mut labels);
    loop {
        let before = labels.len();
        for footnote in &footnotes {
            if labels.contains(footnote.attribute("label")) {
                collect_labels(&footnote.children, &mut labels);
            }
        }
        if labels.len() == before {
            break;
        }
    }
    let is_wanted = |footnote: &Element| labels.contains(footnote.attribute("label"));
    footnotes
        .into_iter()
        .filter(is_wanted)
        .map(Node::from)
        .collect()
}

fn collect_labels(nodes: &[Node], labels: &mut BTreeSet<String>) {
    for node in nodes {
        let Node::Element(element) = node else {
            continue;
        };
        if element.name == "footnote-reference" {
            labels.insert(element.attribute("label").to_owned());
        }
        collect_labels(&element.children, labels);
    }
}

/// Moves the mark of a task from the start of an item's text to the item.
fn with_tasks(node: Node) -> Node {
    let Node::Element(mut element) = node else {
        return node;
    };
    if element.name == "li"
        && let Some(state) = take_task(&mut element.children)
    {
        element = element.with("task", state);
    }
    element.children = element.children.into_iter().map(with_tasks).collect();
    element.into()
}

fn take_task(children: &mut Vec<Node>) -> Option<String> {
    let first = children
        .iter()
        .position(|node| !matches!(node, Node::Text(text) if text.trim().is_empty()))?;
    match &mut children[first] {
        Node::Element(element) if element.name == "task" => {
            let state = element.attribute("state").to_owned();
            children.remove(first);
            Some(state)
        }
        Node::Element(element) if element.name == "p" => take_task(&mut element.children),
        _ => None,
    }
}
