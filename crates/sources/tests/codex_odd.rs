//! What Codex never writes, and what lies in its folders all the same: the rest is read.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::Event;
use proptest::prelude::*;
use serde_json::{Value, json};
use sources::{
    Conversation as _, List as _, Outcomes, State, UNREADABLE,
    codex::{CodexConversation, CodexStore},
};
use std::{
    fs::{self, File},
    io::Write as _,
    path::PathBuf,
    time::{Duration, SystemTime},
};
use tempfile::TempDir;

const THREAD: &str = "01a23000-0000-7000-8000-000000000001";

/// A store with one rollout that holds these bytes.
fn store(bytes: &[u8]) -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("sessions/2026/12/01");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("rollout-2026-12-01T10-00-00-{THREAD}.jsonl"));
    fs::write(&path, bytes).expect("written");
    (home, path)
}

fn open(home: &TempDir) -> CodexConversation {
    CodexStore::at(home.path()).expect("a store").open(THREAD)
}

fn read(bytes: &[u8]) -> (Vec<Event>, Outcomes) {
    let (home, _) = store(bytes);
    let mut conversation = open(&home);
    let mut events = Vec::new();
    // What stands behind the last line break counts when the file rests.
    for _ in 0..2 {
        while let Some(splice) = conversation.refresh().expect("readable") {
            splice.apply(&mut events);
        }
    }
    let listed = CodexStore::at(home.path())
        .expect("a store")
        .listing()
        .refresh();
    assert_eq!(listed.expect("readable").len(), 1);
    assert!(conversation.summary().is_some());
    (events, conversation.outcomes())
}

fn says(words: &str) -> String {
    let payload = json!({"type": "agent_message", "message": words});
    json!({"timestamp": "2026-12-01T10:00:00Z", "type": "event_msg", "payload": payload})
        .to_string()
}

fn said(events: &[Event]) -> Vec<&str> {
    events
        .iter()
        .filter_map(|event| event.text("message"))
        .collect()
}

fn n_unreadable(events: &[Event]) -> usize {
    let kinds = events.iter().filter_map(|event| event.text("type"));
    kinds.filter(|kind| *kind == UNREADABLE).count()
}

#[test]
fn a_bad_line_harms_only_itself() {
    for bad in [
        "not JSON",
        "[1]",
        "7",
        "null",
        "{\"timestamp\":",
        "{\"a\":\"\u{0}\"}",
    ] {
        let text = format!("{}\n{bad}\n{}\n", says("one"), says("two"));
        let (events, outcomes) = read(text.as_bytes());
        assert_eq!(said(&events), ["one", "two"], "{bad}");
        assert_eq!(n_unreadable(&events), 1, "{bad}");
        assert_eq!((outcomes.unreadable, outcomes.total()), (1, 3), "{bad}");
    }
}

#[test]
fn bytes_that_are_no_text_and_halves_of_letters_are_replaced() {
    let broken = says("x").replace('x', "a\\ud83d");
    let mut text = format!("\u{feff}{}\r\n{broken}\r\n\r\n", says("one")).into_bytes();
    text.extend_from_slice(&says("b\u{1}").replace("\\u0001", "\u{1}").into_bytes());
    text.push(b'\n');
    let text: Vec<u8> = text
        .into_iter()
        .map(|b| if b == 1 { 0xff } else { b })
        .collect();
    let (events, outcomes) = read(&text);
    assert_eq!(said(&events), ["one", "a\u{fffd}", "b\u{fffd}"]);
    assert_eq!(outcomes.unreadable, 0);
}

#[test]
fn a_line_of_64_megabytes_is_told_by_its_beginning() {
    let (home, path) = store(b"");
    let mut file = File::options().append(true).open(&path).expect("a file");
    writeln!(file, "{}", says("one")).expect("written");
    write!(
        file,
        "{{\"type\":\"event_msg\",\"payload\":{{\"type\":\"agent_message\",\"message\":\""
    )
    .expect("written");
    let megabyte = "x".repeat(1024 * 1024);
    for _ in 0..64 {
        file.write_all(megabyte.as_bytes()).expect("written");
    }
    writeln!(file, "\"}}}}\n{}", says("two")).expect("written");
    let mut conversation = open(&home);
    let mut events = Vec::new();
    while let Some(splice) = conversation.refresh().expect("readable") {
        splice.apply(&mut events);
    }
    assert_eq!(said(&events), ["one", "two"]);
    assert_eq!(n_unreadable(&events), 1);
    let listed = CodexStore::at(home.path())
        .expect("a store")
        .listing()
        .refresh();
    let listed = listed.expect("readable");
    assert_eq!(listed[0].last_words.as_deref(), Some("two"));
}

#[test]
fn an_empty_file_is_said_to_be_so_once_it_is_old() {
    let (home, path) = store(b"");
    let state = || {
        let listed = CodexStore::at(home.path())
            .expect("a store")
            .listing()
            .refresh();
        let listed = listed.expect("readable");
        (listed[0].state, listed[0].problem.is_some())
    };
    assert_eq!(state(), (State::Settled, false));
    let old = SystemTime::now() - Duration::from_mins(2);
    let file = File::options().write(true).open(&path).expect("a file");
    file.set_modified(old).expect("a time");
    assert_eq!(state(), (State::Broken, true));
    let (events, outcomes) = read(b"\n \r\n\n");
    assert_eq!((events.len(), outcomes.total()), (0, 0));
}

#[test]
fn a_compressed_rollout_is_listed_and_said_not_to_be_read() {
    let (home, path) = store(b"");
    let compressed = path.with_extension("jsonl.zst");
    fs::rename(&path, &compressed).expect("moved");
    let listed = CodexStore::at(home.path())
        .expect("a store")
        .listing()
        .refresh();
    let listed = listed.expect("readable");
    assert_eq!(listed[0].state, State::Broken);
    let problem = listed[0].problem.as_deref().expect("a problem");
    assert!(problem.contains("compressed"), "{problem}");
    let mut conversation = open(&home);
    assert!(conversation.refresh().expect("no failure").is_none());
    assert_eq!(conversation.problem().as_deref(), Some(problem));
    // Unpacked it is read.
    fs::write(&path, says("one") + "\n").expect("written");
    fs::remove_file(&compressed).expect("removed");
    let splice = conversation.refresh().expect("readable").expect("new");
    assert_eq!(said(&splice.events), ["one"]);
    assert_eq!(conversation.problem(), None);
}

#[test]
fn folders_named_as_files_and_links_in_circles_are_passed_over() {
    let (home, path) = store((says("one") + "\n").as_bytes());
    let day = path.parent().expect("a folder");
    fs::create_dir(day.join("rollout-2026-12-01T11-00-00-x.jsonl")).expect("a folder");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(home.path().join("sessions"), day.join("02")).expect("a link");
        std::os::unix::fs::symlink("rollout-y.jsonl", day.join("rollout-y.jsonl")).expect("a link");
    }
    let listed = CodexStore::at(home.path())
        .expect("a store")
        .listing()
        .refresh();
    assert_eq!(listed.expect("readable").len(), 1);
    fs::remove_file(&path).expect("removed");
    fs::create_dir(&path).expect("a folder");
    let listed = CodexStore::at(home.path())
        .expect("a store")
        .listing()
        .refresh();
    assert_eq!(listed.expect("readable").len(), 0);
    assert!(open(&home).refresh().is_err());
}

#[test]
fn ids_may_all_be_equal_or_missing() {
    let item = |payload: Value| json!({"type": "response_item", "payload": payload}).to_string();
    let mut lines = Vec::new();
    for n in 0..3 {
        let id = if n == 2 { Value::Null } else { json!("same") };
        for payload in [
            json!({"type": "message", "role": "user", "id": id, "content": [{"type": "input_text", "text": format!("ask {n}")}]}),
            json!({"type": "reasoning", "id": id, "summary": [{"type": "summary_text", "text": format!("think {n}")}]}),
            json!({"type": "function_call", "call_id": id, "name": "shell", "arguments": "{}"}),
            json!({"type": "function_call_output", "call_id": id, "output": format!("result {n}")}),
            json!({"type": "message", "role": "assistant", "id": id, "content": [{"type": "output_text", "text": format!("answer {n}")}]}),
        ] {
            lines.push(item(payload));
        }
    }
    let (events, outcomes) = read(lines.join("\n").as_bytes());
    assert_eq!((outcomes.mapped, outcomes.total()), (15, 15));
    let count = |kind: &str| {
        events
            .iter()
            .filter(|event| event.text("type") == Some(kind))
            .count()
    };
    assert_eq!(
        [
            "turn_start",
            "chat_request",
            "chat_response",
            "tool_call_request",
            "tool_call_response"
        ]
        .map(count),
        [3, 3, 6, 3, 3]
    );
    let mut keys: Vec<_> = events.iter().map(Event::key).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), events.len(), "keys are told apart");
}

#[test]
fn times_have_any_form_or_none() {
    for (time, expected) in [
        (json!("2026-12-01T10:00:00Z"), Some(1_796_119_200_000)),
        (json!("2026-12-01 10:00:00"), Some(1_796_119_200_000)),
        (json!(1_796_119_200), Some(1_796_119_200_000)),
        (json!(1_796_119_200_000_i64), Some(1_796_119_200_000)),
        (json!("soon"), None),
        (json!({}), None),
        (Value::Null, None),
    ] {
        let payload = json!({"type": "agent_message", "message": "x"});
        let record = json!({"timestamp": time, "type": "event_msg", "payload": payload});
        let (events, _) = read(record.to_string().as_bytes());
        assert_eq!(events[0].at_ms(), expected, "{time}");
        assert_eq!(
            events[0].text("timestamp").is_some(),
            expected.is_some(),
            "{time}"
        );
    }
}

#[test]
fn histories_that_stand_on_each_other_end() {
    let other = "01a23000-0000-7000-8000-000000000002";
    let meta = |thread: &str, base: &str| {
        let base =
            json!({"thread_id": base, "end_ordinal_exclusive": 1, "end_byte_offset": 10_000});
        json!({"ordinal": 0, "type": "session_meta", "payload": {"id": thread, "history_base": base, "parent_thread_id": base}}).to_string()
    };
    let (home, path) = store(format!("{}\n{}\n", meta(THREAD, other), says("one")).as_bytes());
    let name = path
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .replace(THREAD, other);
    fs::write(
        path.with_file_name(name),
        format!("{}\n{}\n", meta(other, THREAD), says("two")),
    )
    .expect("written");
    for (thread, expected) in [(THREAD, ["two", "one"]), (other, ["one", "two"])] {
        let mut conversation = CodexStore::at(home.path()).expect("a store").open(thread);
        let splice = conversation.refresh().expect("readable").expect("new");
        assert_eq!(said(&splice.events), expected, "{thread}");
    }
    let listed = CodexStore::at(home.path())
        .expect("a store")
        .listing()
        .refresh();
    assert_eq!(listed.expect("readable").len(), 2);
}

/// Any JSON that has the names and words of records in it.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z <>é\\\\\"]{0,12}".prop_map(Value::from),
        prop::sample::select(WORDS.as_slice()).prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(NAMES.as_slice()), inner), 0..7).prop_map(
                |fields| {
                    let fields = fields
                        .into_iter()
                        .map(|(name, value)| (name.to_owned(), value));
                    Value::Object(fields.collect())
                }
            ),
        ]
    })
}

const NAMES: [&str; 34] = [
    "type",
    "payload",
    "timestamp",
    "item",
    "id",
    "call_id",
    "role",
    "content",
    "text",
    "message",
    "summary",
    "output",
    "arguments",
    "input",
    "name",
    "namespace",
    "result",
    "Ok",
    "Err",
    "info",
    "images",
    "local_images",
    "num_turns",
    "turn_id",
    "metadata",
    "status",
    "history_base",
    "thread_id",
    "end_byte_offset",
    "ordinal",
    "changes",
    "duration",
    "receiver_thread_ids",
    "image_url",
];

const WORDS: [&str; 38] = [
    "response_item",
    "event_msg",
    "session_meta",
    "turn_context",
    "compacted",
    "message",
    "user",
    "assistant",
    "developer",
    "reasoning",
    "function_call",
    "function_call_output",
    "custom_tool_call",
    "web_search_call",
    "image_generation_call",
    "tool_search_output",
    "task_started",
    "task_complete",
    "user_message",
    "agent_message",
    "agent_reasoning",
    "thread_rolled_back",
    "item_completed",
    "UserMessage",
    "AgentMessage",
    "Reasoning",
    "Plan",
    "CommandExecution",
    "McpToolCall",
    "FileChange",
    "CollabAgentToolCall",
    "mcp_tool_call_end",
    "patch_apply_end",
    "input_text",
    "input_image",
    "output_text",
    "data:image/png;base64,AA",
    "<image name=[Image #1]>",
];

/// A record of a known kind, with anything in it.
fn record() -> impl Strategy<Value = Value> {
    let word = || prop::sample::select(WORDS.as_slice());
    (word(), word(), value(), value()).prop_map(|(kind, inner, payload, item)| {
        let mut record =
            json!({"timestamp": "2026-12-01T10:00:00Z", "type": kind, "payload": payload});
        if let Some(payload) = record["payload"].as_object_mut() {
            payload.insert("type".to_owned(), json!(inner));
            payload.entry("item").or_insert(item);
            payload.entry("num_turns").or_insert(json!(1));
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Nothing panics, no record is lost, no two events have one key, and following gives what a cold
    /// read does.
    #[test]
    fn records_with_anything_in_them_are_accounted_for(
        records in prop::collection::vec(record(), 1..24),
        n_first in 0usize..24,
    ) {
        let lines: Vec<String> = records.iter().map(|record| format!("{record}\n")).collect();
        let (events, outcomes) = read(lines.concat().as_bytes());
        prop_assert_eq!(outcomes.total(), records.len() as u64);
        prop_assert_eq!(outcomes.unreadable, 0);
        let mut keys: Vec<_> = events.iter().map(Event::key).collect();
        keys.sort();
        keys.dedup();
        prop_assert_eq!(keys.len(), events.len());

        let (first, rest) = lines.split_at(n_first.min(lines.len()));
        let (home, path) = store(first.concat().as_bytes());
        let mut conversation = open(&home);
        let mut followed = Vec::new();
        let mut follow = || {
            while let Some(splice) = conversation.refresh().expect("readable") {
                splice.apply(&mut followed);
            }
        };
        follow();
        for line in rest {
            let file = File::options().append(true).open(&path);
            file.expect("a file").write_all(line.as_bytes()).expect("written");
            follow();
        }
        prop_assert_eq!(followed, events);
    }
}
