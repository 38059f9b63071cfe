//! This crate's output in neutral form.

use super::address::coded;
use super::parts::{cell, code, list, raw, task};
use super::settled;
use crate::tree::{Element, Node, parse, text_of};

/// What this crate wrote, in neutral form. The scope of its ids is that of the tests' options.
pub(crate) fn ours(html: &str) -> Vec<Node> {
    settled(neutral(parse(html)))
}

fn neutral(nodes: Vec<Node>) -> Vec<Node> {
    let mut out: Vec<Node> = Vec::new();
    for node in nodes {
        match node {
            Node::Text(_) => out.push(node),
            Node::Element(element) if element.name == "span" && element.has_class("target") => {
                push_target(&mut out, &text_of(&element.children));
            }
            Node::Element(element) => out.extend(changed(&element)),
        }
    }
    out
}

/// A target behind an image is the image's; else it is that of words which lead nowhere.
fn push_target(out: &mut Vec<Node>, target: &str) {
    if let [.., Node::Element(image), Node::Text(space)] = out.as_mut_slice()
        && image.name == "image"
        && !image.attributes.contains_key("src")
        && space == " "
    {
        image.attributes.insert("src".to_owned(), coded(target));
        out.pop();
    } else {
        out.push(Element::new("target", vec![Node::Text(coded(target))]).into());
    }
}

fn changed(element: &Element) -> Vec<Node> {
    let children = || neutral(element.children.clone());
    let text = || text_of(&element.children);
    let one = match element.name.as_str() {
        "h3" | "h4" | "h5" | "h6" => Element::new(heading(&element.name), children()),
        "figure" => code(element.attribute("data-lang"), code_text(element)),
        "pre" => raw(&text()),
        "div" if element.has_class("table") => return children(),
        "div" if element.has_class("footnote") => footnote(element),
        "aside" => alert(element),
        "sup" if element.has_class("footnote-reference") => {
            Element::new("footnote-reference", Vec::new()).with("label", label(&text()))
        }
        "a" | "span" if element.has_class("image") => image(element, &text()),
        "span" => return vec![Node::Text(text())],
        "a" => link(element, children()),
        "input" => task(element),
        "ol" => list(element, children()),
        "td" | "th" => cell(&element.name, element.attribute("class"), children()),
        name => Element::new(name, children()),
    };
    vec![one.into()]
}

fn heading(name: &str) -> &'static str {
    match name {
        "h3" => "h1",
        "h4" => "h2",
        "h5" => "h3",
        _ => "h4",
    }
}

fn code_text(figure: &Element) -> String {
    let pre = figure.children.iter().find_map(|node| match node {
        Node::Element(element) if element.name == "pre" => Some(text_of(&element.children)),
        _ => None,
    });
    pre.unwrap()
}

fn footnote(element: &Element) -> Element {
    let (name, rest) = element.children.split_first().unwrap();
    let name = text_of(std::slice::from_ref(name));
    Element::new("footnote", neutral(rest.to_vec())).with("label", label(&name))
}

/// The label of a footnote as it stands in the addresses that others write.
fn label(text: &str) -> String {
    coded(text).to_lowercase()
}

fn alert(element: &Element) -> Element {
    let kind = element
        .attribute("class")
        .rsplit(' ')
        .next()
        .unwrap()
        .to_owned();
    Element::new("alert", neutral(element.children[1..].to_vec())).with("kind", kind)
}

/// The label says the host and the description; the host is in the address anyway.
fn image(element: &Element, label: &str) -> Element {
    let description = label
        .split_once(": ")
        .map_or("", |(_, description)| description);
    let image = Element::new("image", Vec::new()).with("alt", description);
    match element.attribute("href") {
        "" => image,
        href => image.with("src", coded(href)),
    }
}

fn link(element: &Element, children: Vec<Node>) -> Element {
    let href = element.attribute("href");
    let address = match href.strip_prefix("#m-") {
        Some(slug) => format!("#{slug}"),
        None => href.to_owned(),
    };
    Element::new("a", children).with("href", coded(&address))
}
