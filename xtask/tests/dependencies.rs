//! Who may depend on whom, read from `cargo metadata`.

use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

/// Each crate with the crates of this project that it may use.
const ALLOWED: [(&str, &[&str]); 8] = [
    ("serve-web-conversation", &[]),
    ("serve-web-markdown", &[]),
    ("serve-web-wire", &["serve-web-conversation"]),
    ("serve-web-sources", &["serve-web-conversation"]),
    (
        "serve-web-app",
        &[
            "serve-web-conversation",
            "serve-web-markdown",
            "serve-web-wire",
        ],
    ),
    ("serve-web-rich", &["serve-web-markdown"]),
    (
        "serve-web",
        &[
            "serve-web-app",
            "serve-web-conversation",
            "serve-web-markdown",
            "serve-web-sources",
            "serve-web-wire",
        ],
    ),
    ("xtask", &["serve-web-conversation", "serve-web-wire"]),
];

/// Crates that touch neither disk, network, clock, environment nor randomness.
const PURE: [&str; 3] = [
    "serve-web-conversation",
    "serve-web-markdown",
    "serve-web-wire",
];

/// What would let them.
const IMPURE: [&str; 10] = [
    "axum",
    "getrandom",
    "jiff",
    "js-sys",
    "leptos",
    "notify",
    "rand",
    "tempfile",
    "tokio",
    "web-sys",
];

fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    // Not `--offline`: what only other systems need is in the tree too, and was never downloaded on a
    // machine that has only built for itself.
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Each package's normal dependencies, by name.
fn normal_dependencies(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let names: BTreeMap<&str, &str> = list(&metadata["packages"])
        .iter()
        .map(|package| (text(&package["id"]), text(&package["name"])))
        .collect();
    let of_node = |node: &Value| {
        let deps = list(&node["deps"]).iter().filter(|dep| {
            list(&dep["dep_kinds"])
                .iter()
                .any(|kind| kind["kind"].is_null())
        });
        let deps = deps
            .map(|dep| names[text(&dep["pkg"])].to_owned())
            .collect();
        (names[text(&node["id"])].to_owned(), deps)
    };
    list(&metadata["resolve"]["nodes"])
        .iter()
        .map(of_node)
        .collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn crates_of_the_project_use_only_what_they_may() {
    let metadata = metadata();
    let dependencies = normal_dependencies(&metadata);
    let members: BTreeSet<&str> = list(&metadata["packages"])
        .iter()
        .filter(|package| package["source"].is_null())
        .map(|package| text(&package["name"]))
        .collect();
    let named: BTreeSet<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    assert_eq!(members, named, "every crate has its row in the table");
    for (name, allowed) in ALLOWED {
        let used = dependencies[name]
            .iter()
            .filter(|used| members.contains(used.as_str()));
        let unforeseen: Vec<_> = used
            .filter(|used| !allowed.contains(&used.as_str()))
            .collect();
        assert!(unforeseen.is_empty(), "{name} may not use {unforeseen:?}");
    }
}

#[test]
fn pure_crates_reach_nothing_impure() {
    let dependencies = normal_dependencies(&metadata());
    for name in PURE {
        let mut reached = BTreeSet::from([name.to_owned()]);
        let mut next = vec![name.to_owned()];
        while let Some(package) = next.pop() {
            for used in &dependencies[&package] {
                if reached.insert(used.clone()) {
                    next.push(used.clone());
                }
            }
        }
        let impure: Vec<_> = IMPURE
            .iter()
            .filter(|name| reached.contains(**name))
            .collect();
        assert!(impure.is_empty(), "{name} reaches {impure:?}");
    }
}
