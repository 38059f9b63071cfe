//! Real sessions of Codex CLI, where they are at hand: `SERVE_WEB_SHARED`, by default `../shared`.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod real_samples;

use conversation::Event;
use real_samples::sample;
use serde_json::{Value, json};
use sources::{
    Conversation as _, Outcomes, UNREADABLE,
    codex::{CodexConversation, CodexStore},
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// All sample files.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Reads a session whole.
fn read(path: &Path) -> (Vec<Event>, Outcomes) {
    let store = CodexStore::at(path).expect("a session");
    let id = store.only().expect("one session");
    let mut conversation = store.open(&id);
    let events = follow(&mut conversation);
    (events, conversation.outcomes())
}

fn follow(conversation: &mut CodexConversation) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(splice) = conversation.refresh().expect("readable") {
        splice.apply(&mut events);
    }
    events
}

fn count(events: &[Event]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for event in events {
        let kind = match event.text("type") {
            Some("chat_response") if event.text("reasoning").is_some() => "REASONING",
            Some("chat_response") => "ASSISTANT",
            Some("chat_request") => "USER",
            Some("turn_start") => "TURN",
            Some("tool_call_request") => "CALL",
            Some("tool_call_response") => "RESULT",
            Some(other) => other,
            None => "none",
        };
        *counts.entry(kind).or_default() += 1;
    }
    counts
}

#[test]
fn every_session_is_read_whole() {
    let Some(folder) = sample("codex") else {
        return;
    };
    for path in files(&folder) {
        let (events, outcomes) = read(&path);
        let text = fs::read_to_string(&path).expect("readable");
        let n_records = match path.extension().and_then(|end| end.to_str()) {
            Some("json") => {
                let whole: Value = serde_json::from_str(&text).expect("JSON");
                whole["items"].as_array().expect("items").len() + 1
            }
            _ => text.lines().filter(|line| !line.trim().is_empty()).count(),
        };
        let name = path.strip_prefix(&folder).expect("a sample").display();
        println!("{name}: {outcomes:?}\n    {:?}", count(&events));
        assert_eq!(outcomes.total(), n_records as u64, "{name}");
        assert_eq!(outcomes.unreadable, 0, "{name}");
        assert!(
            events
                .iter()
                .all(|event| event.text("type") != Some(UNREADABLE))
        );
        if std::env::var_os("SERVE_WEB_PRINT").is_some() {
            for event in &events {
                let text = json!(event).to_string();
                println!(
                    "  {} {}",
                    event.key(),
                    text.chars().take(400).collect::<String>()
                );
            }
        }
    }
}

const LAB: &str = "lab-0.171.0/rollout-2026-11-30T";

fn n_errors(events: &[Event]) -> usize {
    events.iter().filter(|event| event.is_error()).count()
}

#[test]
fn every_probe_has_the_counts_of_its_script() {
    let Some(folder) = sample("codex") else {
        return;
    };
    for (name, n_turns, n_thoughts, last, n_failed) in [
        (
            "14-31-54-01a22cde-960b-75a1-bb3a-240524e571e1",
            2,
            3,
            "Second answer: **2**.",
            2,
        ),
        (
            "14-37-02-01a22ce3-46a7-75a0-92e1-18d8f6053573",
            1,
            2,
            "All done.",
            1,
        ),
    ] {
        let (events, _) = read(&folder.join(format!("{LAB}{name}.jsonl")));
        let counts = count(&events);
        let of = |kind: &str| counts.get(kind).copied().unwrap_or_default();
        assert_eq!(
            ["TURN", "USER", "REASONING", "CALL", "RESULT"].map(of),
            [n_turns, n_turns, n_thoughts, 4, 4],
            "{name}"
        );
        let messages: Vec<&str> = events
            .iter()
            .filter_map(|event| event.text("message"))
            .collect();
        assert!(
            messages.last().expect("a message").starts_with(last),
            "{name}"
        );
        let n_done = messages
            .iter()
            .filter(|text| text.starts_with("All done."))
            .count();
        assert_eq!(n_done, 1, "{name}");
        // The server's error, and the shell where it fails.
        assert_eq!(n_errors(&events), n_failed, "{name}");
    }
}

#[test]
fn a_servers_result_keeps_what_the_server_said() {
    let Some(folder) = sample("codex") else {
        return;
    };
    let name = "14-31-54-01a22cde-960b-75a1-bb3a-240524e571e1";
    let (events, _) = read(&folder.join(format!("{LAB}{name}.jsonl")));
    let results = events
        .iter()
        .filter(|event| event.text("type") == Some("tool_call_response"));
    let results: Vec<&Event> = results.collect();
    let ok = results[1].fields();
    let blocks = ok["content"].as_array().expect("blocks");
    let kinds: Vec<_> = blocks.iter().map(|block| block["type"].as_str()).collect();
    let expected = ["text", "text", "text", "image", "resource", "resource_link"];
    assert_eq!(kinds, expected.map(Some));
    assert_eq!(blocks[0]["annotations"]["audience"], json!(["user"]));
    assert_eq!(blocks[0]["_meta"], json!({"example.org/block": 1}));
    assert_eq!(blocks[4]["resource"]["mimeType"], "text/markdown");
    assert_eq!(
        ok["structuredContent"],
        json!({"answer": 42, "list": [1, 2, 3]})
    );
    assert_eq!(ok["_meta"]["progress"], 1);
    assert_eq!(ok["is_error"], false);
    assert_eq!(results[2].fields()["is_error"], true);
    assert_eq!(results[0].fields()["exit_code"], 3);
    assert_eq!(results[0].fields()["is_error"], true);
}

#[test]
fn a_loop_of_compactions_is_one_event() {
    let Some(folder) = sample("codex") else {
        return;
    };
    let name = "14-37-32-01a22ce3-bd0e-7360-9ab5-95508da8ba1a";
    let (events, _) = read(&folder.join(format!("{LAB}{name}.jsonl")));
    let compactions = events
        .iter()
        .filter(|event| event.text("type") == Some("compaction"));
    let counts: Vec<&Value> = compactions.map(|event| &event.fields()["count"]).collect();
    assert_eq!(counts, [&json!(124)]);
    let is_summary = |event: &&Event| event.text("message") == Some("Probe session title");
    assert_eq!(events.iter().filter(is_summary).count(), 0);
    let prompt = events
        .iter()
        .find(|event| event.text("type") == Some("chat_request"));
    let prompt = prompt.expect("a prompt").fields();
    assert_eq!(prompt["content"], "FIRST: look at this picture and check");
    assert_eq!(prompt["resources"][0]["uri"], "dot.png");
    assert_eq!(prompt["resources"][0]["mimeType"], "image/png");
    assert!(prompt["resources"][0]["blob"].is_string());
}

#[test]
fn a_sub_agent_is_a_conversation_that_its_call_names() {
    let Some(folder) = sample("codex") else {
        return;
    };
    let (parent, child) = (
        "14-35-18-01a22ce1-b0b1-79e0-9bb7-de2de629aa5f",
        "14-35-18-01a22ce1-b2cc-7e91-8ec1-3c345fc78b88",
    );
    let (events, _) = read(&folder.join(format!("{LAB}{parent}.jsonl")));
    let call = events
        .iter()
        .find(|event| event.text("name") == Some("multi_agent_v1__spawn_agent"));
    let link = &call.expect("a call").fields()["metadata"]["serve-web/subagent"];
    let thread = |name: &str| {
        name.strip_prefix("14-35-18-")
            .map(|id| format!("codex~{id}"))
    };
    assert_eq!(link.as_str().map(str::to_owned), thread(child));
    let store = CodexStore::at(&folder.join("lab-0.171.0")).expect("a store");
    let mut conversation = store.open(link.as_str().expect("an id"));
    let answers = follow(&mut conversation);
    let answers: Vec<&str> = answers
        .iter()
        .filter_map(|event| event.text("message"))
        .collect();
    assert_eq!(answers, ["Sub result: 7"]);
    let summary = conversation.summary().expect("listed");
    assert_eq!(summary.parent, thread(parent));
}

/// What `tell_user` promises; the client drops the message's media type, which nothing tells.
fn contract(message: &str) -> Value {
    json!([
        {"type": "text", "text": message, "annotations": {"audience": ["user"]}},
        {"type": "text", "text": "Message shown to user.", "annotations": {"audience": ["assistant"]}},
    ])
}

fn note(events: &[Event]) -> (&Value, Option<&Value>) {
    let result = events.iter().find(|event| {
        event.text("type") == Some("tool_call_response") && event.text("id") == Some("call_it_3")
    });
    let fields = result.expect("a result").fields();
    let mark = fields
        .get("metadata")
        .and_then(|metadata| metadata.get(sources::restore::MARK));
    (&fields["content"], mark)
}

#[test]
fn a_note_has_the_blocks_of_the_contract_whichever_record_is_left() {
    let Some(folder) = sample("codex") else {
        return;
    };
    let path = folder.join("lab-0.171-note/rollout-note.jsonl");
    let message = "**Phase 1** done: 14 call sites migrated.\n\n- next: tests";
    let (events, _) = read(&path);
    assert_eq!(note(&events), (&contract(message), None));
    // Without the event only what the model gets is left, and the call.
    let text = fs::read_to_string(&path).expect("readable");
    let left: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("McpToolCall"))
        .collect();
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("rollout-note.jsonl");
    fs::write(&path, left.join("\n") + "\n").expect("written");
    let (events, _) = read(&path);
    let mut restored = contract(message);
    restored[0]["mimeType"] = json!("text/markdown");
    assert_eq!(note(&events), (&restored, Some(&json!("call"))));
}

#[test]
fn pieces_of_real_sessions_give_the_events_of_the_whole() {
    let Some(folder) = sample("codex") else {
        return;
    };
    for path in files(&folder) {
        if path.extension().is_some_and(|end| end == "json") {
            continue;
        }
        let text = fs::read(&path).expect("readable");
        let home = tempfile::tempdir().expect("a folder");
        let name = path.file_name().expect("a name").to_string_lossy();
        let copy = home.path().join(format!("rollout-{name}"));
        let id = CodexStore::at(&path)
            .expect("a session")
            .only()
            .expect("one");
        // A file whose name does not say whose it is says so in its first line.
        let first = text.iter().position(|b| *b == b'\n').expect("a line") + 1;
        let piece = (text.len() / 40).max(97);
        fs::write(&copy, &text[..first]).expect("written");
        let mut conversation = CodexStore::at(home.path()).expect("a store").open(&id);
        let mut events = Vec::new();
        for end in (first..text.len() + piece).step_by(piece) {
            fs::write(&copy, &text[..end.min(text.len())]).expect("written");
            while let Some(splice) = conversation.refresh().expect("readable") {
                splice.apply(&mut events);
            }
        }
        assert!(events == read(&path).0, "{}", path.display());
    }
}
