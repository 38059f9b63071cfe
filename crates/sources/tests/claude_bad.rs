//! Files that no program should write, and some do. Each is read as far as it can be.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod claude_support;

use claude_support::{Follow, Projects};
use serde_json::{Value, json};
use sources::{Conversation as _, State, Store as _, UNREADABLE};
use std::fs;

fn prompt(text: &str) -> String {
    format!(
        "{}\n",
        json!({"type": "user", "uuid": text, "sessionId": "s", "message": {"content": text}})
    )
}

fn read(lines: &[u8]) -> Follow {
    let projects = Projects::of("s", lines);
    let follow = projects.read("s");
    // Its ends are read without a fault too.
    projects.store().listing().refresh().expect("readable");
    follow
}

/// What is read of lines: the texts of the person, and how many marks.
fn check(lines: &[u8], texts: &[&str], n_unreadable: u64) {
    let follow = read(lines);
    let name = String::from_utf8_lossy(lines.get(..60).unwrap_or(lines)).into_owned();
    assert_eq!(follow.texts("content"), texts, "{name}");
    assert_eq!(
        follow.conversation.outcomes().unreadable,
        n_unreadable,
        "{name}"
    );
    let marks = follow
        .types()
        .iter()
        .filter(|kind| **kind == UNREADABLE)
        .count();
    assert_eq!(marks as u64, n_unreadable, "{name}");
}

#[test]
fn what_is_no_record_is_a_mark() {
    let (a, b) = (prompt("a"), prompt("b"));
    for bad in [
        "{",
        "{\"type\":",
        "not json",
        "7",
        "[1]",
        "null",
        "\"text\"",
        "{\"a\":1}}",
    ] {
        check(format!("{a}{bad}\n{b}").as_bytes(), &["a", "b"], 1);
    }
}

#[test]
fn ends_of_lines_and_marks_of_encodings_do_no_harm() {
    let (a, b) = (prompt("a"), prompt("b"));
    let windows = format!("\u{feff}{a}{b}").replace('\n', "\r\n");
    check(windows.as_bytes(), &["a", "b"], 0);
    check(format!("\n\n  \n{a}\n\r\n{b}").as_bytes(), &["a", "b"], 0);
    check(format!("{a}{}", b.trim_end()).as_bytes(), &["a", "b"], 0);
    check(format!("{a}{{\"type\":\"us").as_bytes(), &["a"], 0);
}

#[test]
fn bytes_that_are_no_text_harm_only_themselves() {
    let mut lines = prompt("a").into_bytes();
    lines.extend(b"{\"type\":\"user\",\"message\":{\"content\":\"x\xffy\"}}\n");
    lines.extend(b"{\"type\":\"user\",\"message\":{\"content\":\"x\\ud83dy\"}}\n");
    check(&lines, &["a", "x\u{fffd}y", "x\u{fffd}y"], 0);
}

#[test]
fn a_line_that_is_too_long_is_a_mark() {
    let mut lines = prompt("a").into_bytes();
    lines.extend(b"{\"type\":\"user\",\"message\":{\"content\":\"");
    lines.resize(lines.len() + 64 * 1024 * 1024, b'x');
    lines.extend(b"\"}}\n");
    lines.extend(prompt("b").into_bytes());
    check(&lines, &["a", "b"], 1);
}

#[test]
fn empty_files_are_said_to_be_empty() {
    for lines in ["", "\n", "  \r\n\n"] {
        let projects = Projects::of("s", lines.as_bytes());
        let follow = projects.read("s");
        assert!(follow.events.is_empty());
        assert!(
            follow
                .conversation
                .problem()
                .is_some_and(|problem| problem.contains("empty"))
        );
        assert_eq!(follow.conversation.state(false), State::Broken);
        let listed = projects.store().listing().refresh().expect("readable");
        assert_eq!(listed.len(), 1);
        assert_eq!(
            (listed[0].state, listed[0].problem.clone()),
            (State::Broken, follow.conversation.problem())
        );
    }
}

#[test]
fn a_folder_in_the_place_of_a_file_is_said_to_be_one() {
    let projects = Projects::of("a", prompt("a").as_bytes());
    fs::create_dir(projects.file("s")).expect("a folder");
    let listed = projects.store().listing().refresh().expect("readable");
    let broken = listed
        .iter()
        .find(|summary| summary.state == State::Broken)
        .expect("listed");
    assert_eq!(broken.id, "claude~s");
    assert!(
        broken
            .problem
            .as_ref()
            .is_some_and(|problem| problem.contains("directory")),
        "{broken:?}"
    );
    assert_eq!(listed.len(), 2);
    assert!(projects.store().conversation("s").refresh().is_err());
}

#[cfg(unix)]
#[test]
fn links_that_lead_in_circles_do_no_harm() {
    use std::os::unix::fs::symlink;
    let projects = Projects::of("a", prompt("a").as_bytes());
    let root = projects.folder.path().join("projects");
    symlink(&root, root.join("-loop")).expect("a link");
    symlink(root.join("-two"), root.join("-one")).expect("a link");
    symlink(root.join("-one"), root.join("-two")).expect("a link");
    symlink(projects.file("s"), projects.file("s")).expect("a link");
    symlink(root.join("nowhere"), projects.file("t")).expect("a link");
    symlink(projects.file("a"), projects.file("u")).expect("a link");
    let listed = projects.store().listing().refresh().expect("readable");
    let states: Vec<_> = listed
        .iter()
        .map(|summary| (summary.id.as_str(), summary.state == State::Broken))
        .collect();
    // Of two files with the same messages one is shown.
    assert_eq!(states.iter().filter(|(_, is_broken)| !is_broken).count(), 1);
    assert_eq!(states.iter().filter(|(_, is_broken)| *is_broken).count(), 2);
}

#[test]
fn ids_may_be_equal_or_missing() {
    let record = |uuid: Value, parent: Value, text: &str| {
        format!(
            "{}\n",
            json!({"type": "user", "uuid": uuid, "parentUuid": parent, "message": {"content": text}})
        )
    };
    let equal: String = ["a", "b", "c"]
        .map(|text| record(json!("x"), json!("x"), text))
        .concat();
    check(equal.as_bytes(), &["a", "b", "c"], 0);
    for none in [json!(null), json!(7), json!(""), json!([])] {
        let lines: String = ["a", "b"]
            .map(|text| record(none.clone(), none.clone(), text))
            .concat();
        check(lines.as_bytes(), &["a", "b"], 0);
    }
    // A parent that is not there is nobody's.
    let lines = record(json!("a"), json!("p"), "a") + &record(json!("b"), json!("p"), "b");
    check(lines.as_bytes(), &["a", "b"], 0);
    let keys = |lines: &str| {
        let follow = read(lines.as_bytes());
        let keys: Vec<_> = follow
            .events
            .iter()
            .map(|event| event.key().to_string())
            .collect();
        keys
    };
    assert_eq!(
        keys(&equal),
        ["x-turn", "x", "x-turn.r1", "x.r1", "x-turn.r2", "x.r2"]
    );
}

#[test]
fn parents_may_go_in_circles() {
    let record = |uuid: &str, parent: &str, is_side: bool| {
        format!(
            "{}\n",
            json!({"type": "user", "uuid": uuid, "parentUuid": parent, "isSidechain": is_side, "message": {"content": uuid}})
        )
    };
    for is_side in [false, true] {
        let lines: String = [
            ("a", "c"),
            ("b", "a"),
            ("c", "b"),
            ("d", "d"),
            ("e", "a"),
            ("f", "c"),
        ]
        .map(|(uuid, parent)| record(uuid, parent, is_side))
        .concat();
        let follow = read(lines.as_bytes());
        assert_eq!(follow.conversation.outcomes().total(), 6);
        assert_eq!(follow.conversation.outcomes().unreadable, 0);
    }
}

#[test]
fn times_have_any_form_or_none() {
    let at = |stored: &Value| {
        let line = format!(
            "{}\n",
            json!({"type": "user", "uuid": "a", "timestamp": stored, "message": {"content": "x"}})
        );
        let follow = read(line.as_bytes());
        let event = follow.events.last().expect("an event").clone();
        (event.text("timestamp").map(str::to_owned), event.at_ms())
    };
    let ms = Some(1_770_109_200_000);
    let told = |text: &str| (Some(text.to_owned()), ms);
    assert_eq!(
        at(&json!("2026-02-03T09:00:00Z")),
        told("2026-02-03T09:00:00Z")
    );
    assert_eq!(
        at(&json!("2026-02-03T10:00:00+01:00")),
        told("2026-02-03T10:00:00+01:00")
    );
    for stored in [
        json!(1_770_109_200),
        json!(1_770_109_200_000_u64),
        json!("1770109200"),
        json!("2026-02-03T09:00:00"),
    ] {
        assert_eq!(at(&stored), told("2026-02-03T09:00:00Z"), "{stored}");
    }
    for none in [
        json!(null),
        json!("soon"),
        json!({}),
        json!(true),
        json!(1e300),
    ] {
        assert_eq!(at(&none), (None, None), "{none}");
    }
}

#[test]
fn every_field_may_have_another_type() {
    let whole = json!({
        "type": "assistant", "uuid": "a", "parentUuid": "b", "sessionId": "s", "timestamp": "2026-02-03T09:00:00Z",
        "isSidechain": false, "isMeta": false, "cwd": "/w", "version": "2", "requestId": "r", "toolUseResult": {"agentId": "a1"},
        "mcpMeta": {"_meta": {}, "structuredContent": {}}, "attachment": {"type": "queued_command", "prompt": "p"},
        "data": {"type": "agent_progress", "agentId": "a1", "message": {}}, "operation": "remove", "content": "c",
        "subtype": "local_command", "leafUuid": "a", "retractedMessageUuids": ["x"], "parentToolUseID": "t",
        "origin": {"kind": "human"}, "promptSource": "typed",
        "message": {"id": "m", "role": "user", "model": "x", "stop_reason": "end_turn", "usage": {"n": 1}, "content": [
            {"type": "text", "text": "t"}, {"type": "thinking", "thinking": "t"}, {"type": "tool_use", "id": "t", "name": "Task", "input": {"prompt": "p"}},
            {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "x"}], "is_error": true},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": ""}},
        ]},
    });
    let values = [
        json!(null),
        json!(true),
        json!(-1.5),
        json!("\u{0}é"),
        json!([[]]),
        json!({"type": {}}),
    ];
    let kinds = [
        "user",
        "assistant",
        "system",
        "attachment",
        "progress",
        "queue-operation",
        "last-prompt",
        "summary",
        "ai-title",
        "",
        "new",
    ];
    let mut lines = Vec::new();
    for kind in kinds {
        for pointer in pointers(&whole, String::new()) {
            for value in &values {
                let mut record = whole.clone();
                record["type"] = json!(kind);
                *record.pointer_mut(&pointer).expect("a field") = value.clone();
                lines.push(record.to_string());
            }
        }
    }
    let follow = read((lines.join("\n") + "\n").as_bytes());
    assert_eq!(follow.conversation.outcomes().total(), lines.len() as u64);
    assert_eq!(follow.conversation.outcomes().unreadable, 0);
}

/// The places of all values in a value.
fn pointers(value: &Value, at: String) -> Vec<String> {
    let mut all: Vec<String> = match value {
        Value::Object(fields) => {
            let below = |(name, value): (&String, &Value)| pointers(value, format!("{at}/{name}"));
            fields.iter().flat_map(below).collect()
        }
        Value::Array(entries) => {
            let below = |(n, value)| pointers(value, format!("{at}/{n}"));
            entries.iter().enumerate().flat_map(below).collect()
        }
        _ => Vec::new(),
    };
    if !at.is_empty() {
        all.push(at);
    }
    all
}
