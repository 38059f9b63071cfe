//! Sessions that are read while they are written.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod claude_support;

use claude_support::{Follow, Projects, SESSIONS, fixtures};
use proptest::prelude::*;
use serde_json::{Value, json};
use sources::Conversation as _;
use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
};

fn append(path: &Path, bytes: &[u8]) {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.expect("a file").write_all(bytes).expect("written");
}

/// The file of a session, where only that is written piece by piece.
fn copied(projects: &Projects, path: &str) -> PathBuf {
    let to = projects.folder.path().join("projects").join(path);
    fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
    to
}

/// Whether two readers of a conversation have been told the same.
fn assert_same(one: &Follow, other: &Follow) {
    assert_eq!(one.as_json(), other.as_json());
    assert_eq!(one.events, other.events, "the times too");
    for n in 0..=one.events.len() {
        let position = one.conversation.position(n);
        assert_eq!(position, other.conversation.position(n));
        assert!(other.conversation.has(position));
    }
    assert_eq!(one.conversation.outcomes(), other.conversation.outcomes());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever pieces a session is written in, and whenever a reader begins, it has the events of
    /// one that reads the whole.
    #[test]
    fn pieces_give_the_events_of_the_whole(
        n in 0usize..SESSIONS.len(),
        cuts in prop::collection::vec(0.0f64..1.0, 1..8),
        restart in 0usize..8,
    ) {
        let (id, path) = SESSIONS[n];
        let bytes = fs::read(fixtures().join("projects").join(path)).expect("a fixture");
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a part of a short file")]
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| (cut * bytes.len() as f64) as usize).collect();
        cuts.push(bytes.len());
        cuts.sort_unstable();
        let projects = Projects::new();
        let to = copied(&projects, path);
        let mut reader: Option<Follow> = None;
        let mut at = 0;
        for (n, cut) in cuts.into_iter().enumerate() {
            append(&to, &bytes[at..cut]);
            at = cut;
            if n == restart {
                reader = None;
            }
            match &mut reader {
                Some(reader) => reader.look(),
                // A sub-agent between the lines is there once its first line is.
                None if projects.store().conversation(id).refresh().is_ok() => {
                    reader = Some(projects.read(id));
                }
                None => {}
            }
        }
        let reader = reader.expect("a reader");
        assert_same(&reader, &projects.read(id));
    }
}

fn line(fields: &Value) -> Vec<u8> {
    let mut line = fields.to_string().into_bytes();
    line.push(b'\n');
    line
}

fn prompt(uuid: &str, parent: &str, text: &str) -> Value {
    json!({"type": "user", "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": {"role": "user", "content": text}})
}

fn answer(uuid: &str, parent: &str, text: &str) -> Value {
    json!({"type": "assistant", "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": {
        "id": format!("msg_{uuid}"), "role": "assistant", "content": [{"type": "text", "text": text}]}})
}

/// Writes lines one by one and looks after each, and checks that a cold read is the same.
fn written(lines: &[Value]) -> Follow {
    let projects = Projects::new();
    let path = projects.file("s");
    append(&path, &line(&lines[0]));
    let mut follow = projects.read("s");
    for next in &lines[1..] {
        append(&path, &line(next));
        follow.look();
        assert_same(&follow, &projects.read("s"));
    }
    follow
}

#[test]
fn a_prompt_in_the_place_of_another_takes_it_back() {
    let follow = written(&[
        prompt("a", "", "one"),
        answer("b", "a", "first"),
        prompt("c", "b", "two"),
        answer("d", "c", "second"),
        prompt("e", "b", "two, in other words"),
        answer("f", "e", "third"),
    ]);
    assert_eq!(follow.texts("content"), ["one", "two, in other words"]);
    assert_eq!(follow.texts("message"), ["first", "third"]);
    assert!(follow.types().contains(&"claude/rewound"));
}

#[test]
fn the_branch_of_the_newest_record_is_the_live_one() {
    let follow = written(&[
        prompt("a", "", "one"),
        answer("b", "a", "first"),
        prompt("c", "b", "two"),
        answer("d", "c", "second"),
        prompt("e", "b", "three"),
        answer("f", "e", "third"),
        prompt("g", "d", "back to two"),
    ]);
    assert_eq!(follow.texts("content"), ["one", "two", "back to two"]);
    let follow = written(&[
        prompt("a", "", "one"),
        answer("b", "a", "first"),
        prompt("c", "b", "two"),
        prompt("e", "b", "three"),
        json!({"type": "last-prompt", "leafUuid": "c", "sessionId": "s"}),
    ]);
    assert_eq!(follow.texts("content"), ["one", "two"]);
}

#[test]
fn an_answer_beside_a_prompt_is_taken_back_with_all_its_lines() {
    let mut thinks = answer("b", "a", "");
    thinks["message"]["content"] = json!([{"type": "thinking", "thinking": "hm"}]);
    thinks["message"]["id"] = json!("msg_1");
    let mut says = answer("c", "b", "first");
    says["message"]["id"] = json!("msg_1");
    let follow = written(&[
        prompt("0", "", "zero"),
        prompt("a", "0", "one"),
        thinks,
        says,
        prompt("d", "a", "more"),
        answer("e", "d", "second"),
    ]);
    assert_eq!(follow.texts("content"), ["zero", "one", "more"]);
    assert_eq!(follow.texts("message"), ["second"]);
    assert!(follow.texts("reasoning").is_empty());
}

#[test]
fn calls_at_the_same_time_are_no_branches() {
    let call = |uuid: &str, parent: &str, id: &str| {
        json!({"type": "assistant", "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": {
            "id": "msg_1", "content": [{"type": "tool_use", "id": id, "name": "Read", "input": {}}]}})
    };
    let result = |uuid: &str, parent: &str, id: &str| {
        json!({"type": "user", "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": {
            "content": [{"type": "tool_result", "tool_use_id": id, "content": id}]}})
    };
    let local = prompt("x", "f", "<command-name>/exit</command-name>");
    let mut filler = answer("y", "f", "No response requested.");
    filler["message"]["model"] = json!("<synthetic>");
    let follow = written(&[
        prompt("a", "", "go"),
        call("b", "a", "1"),
        result("c", "b", "1"),
        call("d", "b", "2"),
        result("e", "d", "2"),
        answer("f", "c", "done"),
        local,
        filler,
        prompt("z", "y", "on"),
    ]);
    assert!(!follow.types().contains(&"claude/rewound"));
    assert_eq!(follow.events.len(), 11);
}

#[test]
fn the_usage_of_an_answer_stands_at_its_last_event() {
    let part = |uuid: &str, text: &str, n: u64| {
        let mut part = answer(uuid, "a", text);
        part["message"]["id"] = json!("msg_1");
        part["message"]["usage"] = json!({"output_tokens": n});
        part
    };
    let follow = written(&[
        prompt("a", "", "go"),
        part("b", "x", 1),
        part("c", "y", 9),
        prompt("q", "c", "<system-reminder>x</system-reminder>"),
        part("d", "z", 7),
    ]);
    let usage = |event: &conversation::Event| {
        let metadata = event.fields().get("metadata");
        metadata.and_then(|metadata| metadata["usage"]["output_tokens"].as_u64())
    };
    let usages: Vec<_> = follow.events.iter().filter_map(usage).collect();
    assert_eq!(usages, [9]);
    assert_eq!(follow.events.last().and_then(usage), Some(9));
}

#[test]
fn what_the_program_takes_back_goes() {
    let follow = written(&[
        prompt("a", "", "go"),
        answer("b", "a", "no"),
        json!({"type": "system", "subtype": "model_refusal_fallback", "uuid": "c", "parentUuid": "b", "retractedMessageUuids": ["b", 7], "sessionId": "s"}),
        answer("d", "c", "yes"),
    ]);
    assert_eq!(follow.texts("message"), ["yes"]);
}

#[test]
fn a_session_that_moves_is_followed() {
    let projects = Projects::of("s", &line(&prompt("a", "", "one")));
    let mut follow = projects.read("s");
    let moved = projects.folder.path().join("projects/-q");
    fs::create_dir(&moved).expect("a folder");
    fs::rename(projects.file("s"), moved.join("s.jsonl")).expect("moved");
    append(&moved.join("s.jsonl"), &line(&answer("b", "a", "two")));
    follow.look();
    assert_eq!(follow.texts("message"), ["two"]);
    assert_same(&follow, &projects.read("s"));
}

#[test]
fn a_sub_agent_that_was_only_reported_gets_its_own_file() {
    let report = json!({"type": "progress", "uuid": "r", "sessionId": "s", "parentToolUseID": "t", "data": {
        "type": "agent_progress", "agentId": "a1", "message": answer("m", "", "half")}});
    let projects = Projects::of("s", &line(&report));
    let id = "claude~s.agent-a1";
    let mut follow = projects.read(id);
    assert_eq!(follow.texts("message"), ["half"]);
    let mut lines = line(&prompt("l", "", "do it"));
    lines.extend(line(&answer("m", "l", "whole")));
    projects.write("s/subagents/agent-a1", &lines);
    follow.look();
    assert_eq!(follow.texts("message"), ["whole"]);
    assert_same(&follow, &projects.read(id));
}

#[test]
fn a_file_is_a_sub_agents_once_its_first_message_says_so() {
    let snapshot = json!({"type": "file-history-snapshot", "messageId": "m", "snapshot": {}});
    let on_the_side = |mut record: Value| {
        record["isSidechain"] = json!(true);
        record
    };
    let first = on_the_side(prompt("a", "", "do it"));
    let second = on_the_side(answer("b", "a", "done"));
    let follow = written(&[snapshot, first, second]);
    assert_eq!(follow.texts("content"), ["do it"]);
    assert_eq!(follow.texts("message"), ["done"]);
}

#[test]
fn a_sub_agent_may_start_others() {
    let call = json!({"type": "assistant", "uuid": "b", "parentUuid": "a", "sessionId": "s", "isSidechain": true, "message": {
        "id": "m", "content": [{"type": "tool_use", "id": "t", "name": "Task", "input": {"prompt": "deeper"}}]}});
    let report = json!({"type": "progress", "uuid": "r", "sessionId": "s", "parentToolUseID": "t", "data": {
        "type": "agent_progress", "agentId": "a2", "message": answer("m", "", "half")}});
    let projects = Projects::of("s", &line(&prompt("0", "", "go")));
    let lines = [prompt("a", "", "do it"), call, report]
        .iter()
        .flat_map(line)
        .collect::<Vec<_>>();
    projects.write("s/subagents/agent-a1", &lines);
    let follow = projects.read("claude~s.agent-a1");
    let link = follow
        .events
        .last()
        .and_then(|event| event.fields().get("metadata"));
    assert_eq!(
        link.map(|metadata| &metadata["serve-web/subagent"]),
        Some(&json!("claude~s.agent-a2"))
    );
}
