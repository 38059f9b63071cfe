//! HTML as a browser reads it, as a tree that can be compared and printed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use scraper::{ElementRef, Html};

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    Text(String),
    Element(Element),
}

/// An element with what lies in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
    pub(crate) children: Vec<Node>,
}

impl Element {
    pub(crate) fn new(name: &str, children: Vec<Node>) -> Self {
        Self {
            name: name.to_owned(),
            attributes: BTreeMap::new(),
            children,
        }
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.attributes.insert(name.to_owned(), value.into());
        self
    }

    /// The value of an attribute, empty where there is none.
    pub(crate) fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }

    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.attribute("class").split(' ').any(|word| word == class)
    }
}

impl From<Element> for Node {
    fn from(element: Element) -> Self {
        Self::Element(element)
    }
}

/// Reads HTML as the content of a page's body.
pub(crate) fn parse(html: &str) -> Vec<Node> {
    children(Html::parse_fragment(html).root_element())
}

fn children(parent: ElementRef<'_>) -> Vec<Node> {
    let node = |child| match ElementRef::wrap(child) {
        Some(element) => Some(Node::Element(read(element))),
        None => child
            .value()
            .as_text()
            .map(|text| Node::Text(text.to_string())),
    };
    parent.children().filter_map(node).collect()
}

fn read(element: ElementRef<'_>) -> Element {
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Element {
        name: element.value().name().to_owned(),
        attributes: element.value().attrs().map(owned).collect(),
        children: children(element),
    }
}

/// The text in nodes, as it stands there.
pub(crate) fn text_of(nodes: &[Node]) -> String {
    let text = |node: &Node| match node {
        Node::Text(text) => text.clone(),
        Node::Element(element) => text_of(&element.children),
    };
    nodes.iter().map(text).collect()
}

/// The nodes for people, a line each, and the deeper the further to the right.
pub(crate) fn outline(nodes: &[Node]) -> String {
    let mut out = String::new();
    push_outline(&mut out, nodes, 0);
    out
}

fn push_outline(out: &mut String, nodes: &[Node], depth: usize) {
    for node in nodes {
        out.push_str(&"  ".repeat(depth));
        match node {
            Node::Text(text) => writeln!(out, "{text:?}").unwrap(),
            Node::Element(element) => {
                out.push_str(&element.name);
                for (name, value) in &element.attributes {
                    write!(out, " {name}={value:?}").unwrap();
                }
                out.push('\n');
                push_outline(out, &element.children, depth + 1);
            }
        }
    }
}
