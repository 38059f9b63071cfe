//! Clocks that jump ten minutes to and fro: the order of what was stored stays, and how a
//! conversation stands stays sane.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::{Context, Event};
use serde_json::json;
use sources::{Conversation, State, Store, claude::ClaudeStore, codex::CodexStore, jp::JpStore};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

const JUMP: Duration = Duration::from_mins(10);

/// Minutes of the times of the messages: to and fro.
const MINUTES: [i32; 6] = [30, 40, 30, 20, 31, 30];

fn time(minute: i32) -> String {
    format!("2026-12-01T10:{minute:02}:00.000Z")
}

/// One agent's conversation below a folder.
struct Case {
    id: &'static str,
    file: &'static str,
    open: fn(&Path) -> Box<dyn Store>,
    /// The text of the file with the first so many messages.
    text: fn(usize) -> String,
    /// How it stands once something was written just now.
    at_work: State,
}

const CASES: [Case; 3] = [
    Case {
        id: "claude~aaaaaaaa-0000-4000-8000-000000000001",
        file: "projects/-p/aaaaaaaa-0000-4000-8000-000000000001.jsonl",
        open: |folder| Box::new(ClaudeStore::at(folder).expect("a store")),
        text: claude,
        at_work: State::Running,
    },
    Case {
        id: "codex~019c4700-0000-7000-8000-000000000004",
        file: "sessions/2026/12/01/rollout-2026-12-01T10-00-00-019c4700-0000-7000-8000-000000000004.jsonl",
        open: |folder| Box::new(CodexStore::at(folder).expect("a store")),
        text: codex,
        at_work: State::Running,
    },
    // Its lock alone tells, and nobody holds it.
    Case {
        id: "jp~c17800000001",
        file: ".jp/conversations/17800000001/events.json",
        open: |folder| Box::new(JpStore::at(folder, None).expect("a store")),
        text: jp,
        at_work: State::Settled,
    },
];

fn claude(n: usize) -> String {
    let line = |(n, minute): (usize, &i32)| {
        json!({"type": "user", "uuid": format!("u{n}"), "parentUuid": null, "sessionId": "s",
            "timestamp": time(*minute), "message": {"role": "user", "content": format!("m{n}")}})
        .to_string()
            + "\n"
    };
    MINUTES.iter().take(n).enumerate().map(line).collect()
}

fn codex(n: usize) -> String {
    let record = |minute: i32, kind: &str, payload: serde_json::Value| {
        json!({"timestamp": time(minute), "type": kind, "payload": payload}).to_string() + "\n"
    };
    let meta =
        json!({"id": "019c4700-0000-7000-8000-000000000004", "timestamp": time(30), "cwd": "/w"});
    let begin = record(30, "session_meta", meta)
        + &record(
            30,
            "event_msg",
            json!({"type": "task_started", "turn_id": "t"}),
        );
    let line = |(n, minute): (usize, &i32)| {
        let said = json!({"type": "agent_message", "message": format!("m{n}")});
        record(*minute, "event_msg", said)
    };
    begin
        + &MINUTES
            .iter()
            .take(n)
            .enumerate()
            .map(line)
            .collect::<String>()
}

fn jp(n: usize) -> String {
    let event = |(n, minute): (usize, &i32)| json!({"timestamp": format!("2026-12-01 10:{minute:02}:00.0"), "type": "chat_response", "message": format!("m{n}")});
    json!(
        MINUTES
            .iter()
            .take(n)
            .enumerate()
            .map(event)
            .collect::<Vec<_>>()
    )
    .to_string()
}

struct Followed {
    conversation: Box<dyn Conversation>,
    events: Vec<Event>,
}

impl Followed {
    fn of(case: &Case, folder: &Path) -> Self {
        let store = (case.open)(folder);
        let id = store.resolve(case.id).expect("it is there");
        let mut followed = Self {
            conversation: store.open(&id),
            events: Vec::new(),
        };
        followed.look();
        followed
    }

    fn look(&mut self) {
        while let Some(splice) = self.conversation.refresh().expect("readable") {
            splice.apply(&mut self.events);
        }
    }

    /// What was said, in order.
    fn said<'a>(&'a self) -> Vec<&'a str> {
        let text = |event: &'a Event| event.text("message").or(event.text("content"));
        let texts = self.events.iter().filter_map(text);
        texts.filter(|text| text.starts_with('m')).collect()
    }
}

/// Gives a file a time beside the clock's.
fn set_time(path: &PathBuf, time: SystemTime) {
    let file = fs::File::options().write(true).open(path);
    file.and_then(|file| file.set_modified(time)).expect("set");
}

#[test]
fn what_is_stored_keeps_its_order_whatever_its_times_say() {
    for case in &CASES {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(case.file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, (case.text)(1)).expect("written");
        let mut followed = Followed::of(case, folder.path());
        for n in 2..=MINUTES.len() {
            fs::write(&path, (case.text)(n)).expect("written");
            // The clock of the file system jumps too.
            let now = SystemTime::now();
            set_time(&path, if n % 2 == 0 { now + JUMP } else { now - JUMP });
            followed.look();
        }
        let expected: Vec<String> = (0..MINUTES.len()).map(|n| format!("m{n}")).collect();
        assert_eq!(followed.said(), expected, "{}", case.id);
        let cold = Followed::of(case, folder.path());
        assert_eq!(followed.events, cold.events, "{}", case.id);
        let turns = Context::of_all(&cold.events, cold.conversation.reading());
        assert!(
            turns.is_sorted_by_key(|context| context.turn),
            "{}",
            case.id
        );
    }
}

#[test]
fn how_it_stands_does_not_follow_a_clock_that_jumps() {
    for case in &CASES {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(case.file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, (case.text)(1)).expect("written");
        let old = SystemTime::now() - 6 * JUMP;
        set_time(&path, old);
        let mut followed = Followed::of(case, folder.path());
        assert_eq!(
            followed.conversation.state(false),
            State::Settled,
            "{}",
            case.id
        );
        for (n, time) in [(2, old + JUMP), (3, SystemTime::now() + JUMP), (4, old)] {
            fs::write(&path, (case.text)(n)).expect("written");
            set_time(&path, time);
            followed.look();
            let state = followed.conversation.state(false);
            assert_eq!(
                state, case.at_work,
                "{} {n}: it was written just now",
                case.id
            );
        }
    }
}
