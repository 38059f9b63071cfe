//! What lists read, counted: a list that was read before reads nothing again, and a first one no more
//! than it needs. It is one test, since the system counts for the whole process.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use rusqlite::Connection;
use serde_json::{Value, json};
use sources::{List, claude::ClaudeStore, codex::CodexStore, goose::GooseStore, jp::JpStore};
use std::{
    fs::{self, File},
    path::Path,
    time::{Duration, SystemTime},
};

/// How many conversations each list has, and of how many turns.
const N: usize = 60;
const TURNS: usize = 10;

/// How many bytes this process has read so far.
fn n_read() -> u64 {
    let io = fs::read_to_string("/proc/self/io").expect("readable");
    let line = io.lines().find_map(|line| line.strip_prefix("rchar: "));
    line.and_then(|n| n.parse().ok()).expect("a number")
}

/// What an act reads, and what it gives.
fn counted<T>(act: impl FnOnce() -> T) -> (u64, T) {
    let before = n_read();
    let own = n_read() - before;
    let before = n_read();
    let value = act();
    (n_read() - before - own, value)
}

/// Writes a file that rests since two days, and says how long it is.
fn write(path: &Path, lines: &[Value]) -> u64 {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let text: String = lines.iter().map(|line| line.to_string() + "\n").collect();
    fs::write(path, &text).expect("written");
    let file = File::options().write(true).open(path).expect("there");
    let then = SystemTime::now() - Duration::from_hours(48);
    file.set_modified(then).expect("set");
    text.len() as u64
}

fn output() -> String {
    "a line of output\n".repeat(130)
}

fn session(n: usize) -> Vec<Value> {
    let record = |kind: &str, k: usize, content: Value| {
        let message = json!({"role": kind, "content": content});
        json!({"type": kind, "uuid": format!("{n}-{k}"), "sessionId": "s", "cwd": "/w", "message": message})
    };
    let turn = |t: usize| {
        let call =
            json!([{"type": "tool_use", "id": format!("t{t}"), "name": "Bash", "input": {}}]);
        let result =
            json!([{"type": "tool_result", "tool_use_id": format!("t{t}"), "content": output()}]);
        [
            record("user", t * 4, json!(format!("Question {t}"))),
            record("assistant", t * 4 + 1, call),
            record("user", t * 4 + 2, result),
            record(
                "assistant",
                t * 4 + 3,
                json!([{"type": "text", "text": format!("Answer {t}")}]),
            ),
        ]
    };
    let title = json!({"type": "ai-title", "sessionId": "s", "aiTitle": format!("Session {n}")});
    (0..TURNS).flat_map(turn).chain([title]).collect()
}

fn thread(id: &str) -> Vec<Value> {
    let event = |payload: Value| json!({"timestamp": "2026-01-01T00:00:00Z", "type": "event_msg", "payload": payload});
    let turn = |t: usize| {
        [
            event(json!({"type": "user_message", "message": format!("Question {t}")})),
            json!({"type": "response_item", "payload": {"type": "function_call", "call_id": t, "name": "x", "arguments": "{}"}}),
            json!({"type": "response_item", "payload": {"type": "function_call_output", "call_id": t, "output": output()}}),
            event(json!({"type": "agent_message", "message": format!("Answer {t}")})),
        ]
    };
    let meta = json!({"type": "session_meta", "payload": {"id": id, "cwd": "/w"}});
    [meta]
        .into_iter()
        .chain((0..TURNS).flat_map(turn))
        .collect()
}

/// Checks what a first and a second look read of files of `bytes` bytes; the second one reads
/// `beside` bytes at most, which are not of these files.
fn check(list: &mut dyn List, bytes: u64, of_all: f64, beside: u64, name: &str) {
    let (first, all) = counted(|| list.refresh().expect("readable"));
    assert_eq!(all.len(), N, "{name}");
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more")]
    let share = first as f64 / bytes as f64;
    assert!(share < of_all, "{name}: {first} of {bytes} bytes");
    let (again, all) = counted(|| list.refresh().expect("readable"));
    assert_eq!(all.len(), N, "{name}");
    assert!(again <= beside, "{name} reads {again} bytes again");
}

#[test]
fn a_list_reads_what_it_needs_once() {
    let root = tempfile::tempdir().expect("a folder");
    let claude = root.path().join("claude");
    let codex = root.path().join("codex");
    let goose = root.path().join("goose");
    let jp = root.path().join("jp");
    let (mut of_claude, mut of_codex, mut of_jp) = (0, 0, 0);
    for n in 0..N {
        let path = claude.join(format!("projects/-p{}/{n}.jsonl", n % 3));
        of_claude += write(&path, &session(n));
        let id = format!("{n:08x}-0000-7000-8000-000000000000");
        let path = codex.join(format!(
            "sessions/2026/01/01/rollout-2026-01-01T00-00-00-{id}.jsonl"
        ));
        of_codex += write(&path, &thread(&id));
    }
    for n in 0..N {
        let folder = jp.join(format!(".jp/conversations/{}", 17_800_000_000 + n));
        of_jp += write(&folder.join("events.json"), &[conversation()]);
        let metadata = json!({"title": "t", "last_activated_at": "2026-01-01 00:00:00.0"});
        of_jp += write(&folder.join("metadata.json"), &[metadata]);
    }
    let of_goose = sessions(&goose);

    // The shortest files are read whole, but once; whose file it is is told by the beginning.
    let mut list = ClaudeStore::at(&claude).expect("a store").list();
    check(&mut list, of_claude, 2.0, 0, "claude");
    let n_records = (N * (TURNS * 4 + 1)) as u64;
    let parsed = list.cost().records_parsed;
    assert!(
        parsed * 3 < n_records * 2,
        "{parsed} of {n_records} records"
    );
    let mut list = CodexStore::at(&codex).expect("a store").listing();
    check(&mut list, of_codex, 1.1, 0, "codex");
    let mut list = GooseStore::at(&goose).expect("a store").listing();
    check(&mut list, of_goose, 1.1, 0, "goose");
    let mut list = JpStore::at(&jp, None).expect("a store").listing();
    // Its ends are read in pieces that grow, where the last words have not begun in the one before.
    // Whether an agent is at work stands in the system's table of locks: less than a conversation.
    check(&mut list, of_jp, 2.0, of_jp / N as u64, "jp");
}

fn conversation() -> Value {
    let event = |kind: &str, field: &str, text: String| json!({"timestamp": "2026-01-01 00:00:00.0", "type": kind, field: text});
    let turn = |t: usize| {
        [
            event("turn_start", "note", String::new()),
            event("chat_request", "content", format!("Question {t}")),
            event("tool_call_response", "content", output()),
            event("chat_response", "message", format!("Answer {t}")),
        ]
    };
    (0..TURNS).flat_map(turn).collect()
}

fn sessions(folder: &Path) -> u64 {
    fs::create_dir_all(folder).expect("a folder");
    let path = folder.join("sessions.db");
    let connection = Connection::open(&path).expect("a database");
    let tables = "pragma synchronous = off; begin; create table sessions (id text primary key, name text, working_dir text); \
        create table messages (id integer primary key, session_id text, role text, content_json text, created_timestamp); \
        create index m on messages (session_id)";
    connection.execute_batch(tables).expect("tables");
    for n in 0..N {
        connection
            .execute(
                "insert into sessions values (?1, ?1, '/w')",
                [n.to_string()],
            )
            .expect("written");
        for k in 0..40 {
            let content = json!([{"type": "text", "text": output()}]).to_string();
            let insert = "insert into messages (session_id, role, content_json, created_timestamp) values (?1, 'assistant', ?2, ?3)";
            connection
                .execute(insert, (n.to_string(), content, k))
                .expect("written");
        }
    }
    connection.execute_batch("commit").expect("written");
    drop(connection);
    let file = File::options().write(true).open(&path).expect("there");
    let then = SystemTime::now() - Duration::from_hours(48);
    file.set_modified(then).expect("set");
    file.metadata().expect("there").len()
}
