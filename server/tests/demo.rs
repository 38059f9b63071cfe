//! The demo, read as any other store is.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod command_support;

use command_support::{Running, command, get, spawn};
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};

/// Starts the demo, which writes below `folder`, and gives its address.
fn start(speed: &str, folder: &Path) -> (Running, String) {
    let mut command = command(&["demo", "--port", "0", "--speed", speed], Path::new("/"));
    command.env("TMPDIR", folder);
    let (running, line) = spawn(command);
    let address = line.strip_prefix("serve-web: ").expect("the address");
    (running, address.trim().to_owned())
}

fn json(address: &str, path: &str) -> Value {
    let answer = get(address, path);
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    // A long body comes in chunks, whose lengths stand on lines of their own.
    let start = body.find('{').expect("an object");
    let end = body.rfind('}').expect("an object");
    let body = &body.get(start..=end).expect("letters");
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn n_entries(folder: &Path) -> usize {
    fs::read_dir(folder).expect("listed").count()
}

#[test]
fn two_conversations_are_shown_and_every_event_of_them_is_understood() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut running, address) = start("0", folder.path());
    let all = json(&address, "api/conversations");
    let states: Vec<_> = list(&all["data"])
        .iter()
        .map(|entry| (entry["state"].as_str(), entry["workspace"].as_str()))
        .collect();
    assert_eq!(states, [(Some("settled"), Some("tidewatch")); 2]);

    let id = all["data"][0]["id"].as_str().expect("an id");
    let events = json(&address, &format!("api/conversations/{id}/events"));
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for event in list(&events["data"]) {
        *kinds
            .entry(event["type"].as_str().expect("a type"))
            .or_default() += 1;
    }
    assert!(kinds.remove("chat_response").is_some_and(|n| n > 40));
    let expected = [
        ("chat_request", 2),
        ("inquiry_request", 1),
        ("inquiry_response", 1),
        ("tool_call_request", 10),
        ("tool_call_response", 10),
        ("turn_start", 2),
    ];
    assert_eq!(kinds, BTreeMap::from(expected));
    let read = list(&events["data"]);
    let searched = read.iter().find(|event| event["id"] == "call_01");
    let pattern = searched.expect("the search")["arguments"]["pattern"].as_str();
    assert_eq!(
        pattern,
        Some("utcoffset|timezone\\(|ZoneInfo"),
        "it was stored in base64"
    );

    let page = get(&address, &format!("c/{id}"));
    for said in ["Found the cause.", "小田原", "عدن", "<table"] {
        assert!(page.contains(said), "{said}");
    }
    running.end();
    assert_eq!(n_entries(folder.path()), 0, "the folder is deleted");
}

#[test]
fn it_runs_until_a_signal_deletes_it() {
    for signal in ["TERM", "INT"] {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut running, address) = start("1", folder.path());
        let all = json(&address, "api/conversations");
        let states: Vec<_> = list(&all["data"])
            .iter()
            .map(|entry| entry["state"].as_str())
            .collect();
        assert_eq!(states, [Some("running"), Some("settled")]);
        assert_eq!(n_entries(folder.path()), 1);
        running.signal(signal);
        assert_eq!(running.child.wait().expect("it ends").code(), Some(0));
        assert_eq!(n_entries(folder.path()), 0, "{signal}");
    }
}
