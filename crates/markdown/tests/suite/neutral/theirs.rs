//! The HTML of CommonMark, of GFM and of comrak in neutral form.

use super::address::{Way, coded, way};
use super::parts::{cell, code, list, raw, task};
use super::{RAW_HTML, settled};
use crate::tree::{Element, Node, parse, text_of};

/// What others wrote, in neutral form: as this crate would have to show it.
pub(crate) fn theirs(html: &str) -> Vec<Node> {
    settled(neutral(parse(html)))
}

fn neutral(nodes: Vec<Node>) -> Vec<Node> {
    let changed = |node| match node {
        Node::Element(element) => changed(element),
        text @ Node::Text(_) => vec![text],
    };
    nodes.into_iter().flat_map(changed).collect()
}

fn changed(element: Element) -> Vec<Node> {
    let children = || neutral(element.children.clone());
    let one = match element.name.as_str() {
        "h5" | "h6" => Element::new("h4", children()),
        "pre" => code_block(&element),
        "section" => return footnotes(&element),
        "div" if element.has_class("markdown-alert") => alert(&element),
        "sup" if element.has_class("footnote-ref") => reference(&element),
        "sup" => return script(element, "^"),
        "sub" => return script(element, "~"),
        "img" => image(&element),
        "a" => return link(&element, children()),
        "input" => task(&element),
        "ol" => list(&element, children()),
        "td" | "th" => cell(&element.name, element.attribute("align"), children()),
        name => Element::new(name, children()),
    };
    vec![one.into()]
}

fn code_block(pre: &Element) -> Element {
    let text = text_of(&pre.children);
    let Some(Node::Element(inner)) = pre.children.first() else {
        return code("", text);
    };
    match inner.attribute("class").strip_prefix("language-") {
        Some(RAW_HTML) => raw(&text),
        Some(language) => code(language, text),
        None => code("", text),
    }
}

/// A section holds a list with an item for each footnote, named by its label.
fn footnotes(section: &Element) -> Vec<Node> {
    let mut out = Vec::new();
    for node in &section.children {
        let Node::Element(element) = node else {
            continue;
        };
        if element.name == "li" {
            let label = element
                .attribute("id")
                .trim_start_matches("fn-")
                .to_lowercase();
            let children = neutral(without_way_back(element.children.clone()));
            out.push(
                Element::new("footnote", children)
                    .with("label", label)
                    .into(),
            );
        } else {
            out.extend(footnotes(element));
        }
    }
    out
}

/// Leaves out the links back to the text, of which this crate has one at the label, and the space
/// before them.
fn without_way_back(nodes: Vec<Node>) -> Vec<Node> {
    let mut out: Vec<Node> = Vec::new();
    for node in nodes {
        match node {
            Node::Element(element) if element.has_class("footnote-backref") => {}
            Node::Element(mut element) => {
                element.children = without_way_back(element.children);
                let is_left = element.name != "p" || !text_of(&element.children).trim().is_empty();
                out.extend(is_left.then_some(Node::Element(element)));
            }
            text @ Node::Text(_) => out.push(text),
        }
    }
    out
}

fn alert(element: &Element) -> Element {
    let kind = element
        .attribute("class")
        .rsplit('-')
        .next()
        .unwrap()
        .to_owned();
    let is_title = |node: &Node| matches!(node, Node::Element(element) if element.has_class("markdown-alert-title"));
    let rest = element
        .children
        .iter()
        .filter(|node| !is_title(node))
        .cloned()
        .collect();
    Element::new("alert", neutral(rest)).with("kind", kind)
}

fn reference(sup: &Element) -> Element {
    let Some(Node::Element(link)) = sup.children.first() else {
        panic!("{sup:?} is no reference")
    };
    let label = link
        .attribute("href")
        .trim_start_matches("#fn-")
        .to_lowercase();
    Element::new("footnote-reference", Vec::new()).with("label", label)
}

/// Above or below the line stands one short word; around more, tildes strike through, and carets
/// are carets.
fn script(element: Element, mark: &str) -> Vec<Node> {
    let text = text_of(&element.children);
    let children = neutral(element.children);
    if is_word(&text) {
        return vec![Element::new(&element.name, children).into()];
    }
    if mark == "~" && text.starts_with(char::is_alphanumeric) && text.contains(char::is_whitespace)
    {
        return vec![Element::new("del", children).into()];
    }
    let mark = Node::Text(mark.to_owned());
    [vec![mark.clone()], children, vec![mark]].concat()
}

fn is_word(text: &str) -> bool {
    text.chars().count() <= 40
        && text.contains(char::is_alphanumeric)
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || "+-−=().*_".contains(c))
}

fn image(element: &Element) -> Element {
    let image = Element::new("image", Vec::new()).with("alt", element.attribute("alt"));
    match element.attribute("src") {
        "" => image,
        src => image.with("src", coded(src)),
    }
}

/// A link that leads out stays, with its address for a text where it has none. What leads nowhere
/// is text with its target behind it, unless that is what the text says.
fn link(element: &Element, children: Vec<Node>) -> Vec<Node> {
    let href = coded(element.attribute("href"));
    match way(&href) {
        Way::Out if children.is_empty() => {
            let address = Node::Text(element.attribute("href").to_owned());
            vec![Element::new("a", vec![address]).with("href", href).into()]
        }
        Way::Out => {
            let children = children.into_iter().map(without_source).collect();
            vec![Element::new("a", children).with("href", href).into()]
        }
        Way::Within => {
            let children = children.into_iter().map(without_source).collect();
            vec![
                Element::new("a", children)
                    .with("href", href.to_lowercase())
                    .into(),
            ]
        }
        Way::Nowhere => with_target(children, href),
    }
}

/// The address of an image in a link cannot be followed: it is not written.
fn without_source(node: Node) -> Node {
    let Node::Element(mut element) = node else {
        return node;
    };
    if element.name == "image" && way(element.attribute("src")) == Way::Out {
        element.attributes.remove("src");
    }
    element.children = element.children.into_iter().map(without_source).collect();
    element.into()
}

fn with_target(mut children: Vec<Node>, target: String) -> Vec<Node> {
    let is_plain = match children.as_slice() {
        [] | [Node::Text(_)] => true,
        [Node::Element(element)] => element.name == "code",
        _ => false,
    };
    let is_said = is_plain && coded(&text_of(&children)) == target;
    if !target.is_empty() && !is_said {
        children.push(Node::Text(" ".to_owned()));
        children.push(Element::new("target", vec![Node::Text(target)]).into());
    }
    children
}
