//! Whole answers: one structure, whichever of two parsers reads them.
//!
//! The other parser is comrak, with this crate's extensions; what both wrote is compared in
//! neutral form. Where they differ for good, the place stands in a table with its reason.

mod deviations;

use std::collections::BTreeMap;

use markdown::render;

use crate::corpus::{invented, real};
use crate::neutral::{ours, theirs};
use crate::oracle::{OPTIONS, check_clean};
use crate::other::{extended, other};
use crate::tree::{Node, outline};

#[test]
fn invented_answers_have_one_structure() {
    check(&invented(), &deviations::INVENTED);
}

#[test]
fn real_answers_have_one_structure() {
    if let Some(real) = real() {
        assert!(real.len() > 1_000, "{} texts", real.len());
        check(&real, &deviations::REAL);
    }
}

/// Checks that exactly those answers differ that are known to.
fn check(answers: &BTreeMap<String, String>, known: &[(&str, &str)]) {
    let known: BTreeMap<&str, &str> = known.iter().copied().collect();
    let fault =
        |(name, text): (&String, &String)| match (difference(text), known.get(name.as_str())) {
            (Some(difference), None) => Some(format!("{name}:\n{difference}\n")),
            (None, Some(reason)) => Some(format!("{name} is the same, and listed: {reason}\n")),
            (Some(_), Some(_)) | (None, None) => None,
        };
    let faults: String = answers.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{faults}");
}

/// The blocks in which the two differ.
fn difference(text: &str) -> Option<String> {
    let html = render(text, &OPTIONS);
    check_clean(&html);
    let ours = ours(html.as_str());
    let theirs = theirs(&other(text, &extended()).as_text);
    (ours != theirs).then(|| {
        let start = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
        let rest = |nodes: &[Node]| outline(nodes.get(start..start + 1).unwrap_or_default());
        format!("theirs:\n{}ours:\n{}", rest(&theirs), rest(&ours))
    })
}
