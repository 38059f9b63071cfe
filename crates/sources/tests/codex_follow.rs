//! Following rollouts while Codex writes them: the same events, keys and positions as a cold read.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::Event;
use proptest::prelude::*;
use sources::{
    Conversation as _, List as _, Position, State,
    codex::{CodexConversation, CodexStore},
};
use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};
use tempfile::TempDir;

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/codex/home")
}

/// The rollouts that are lines, by their paths in the store.
fn rollouts() -> Vec<PathBuf> {
    let list = CodexStore::at(&fixture())
        .expect("a store")
        .listing()
        .refresh();
    let home = fs::canonicalize(fixture()).expect("a folder");
    let paths = list
        .expect("readable")
        .into_iter()
        .map(|found| found.path.clone());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .map(|path| path.strip_prefix(&home).expect("in the store").to_owned())
        .collect();
    paths.sort();
    paths
}

/// A copy of the store, in which one rollout is written anew.
struct Writer {
    home: TempDir,
    path: PathBuf,
}

impl Writer {
    fn new(rollout: &Path) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        for other in rollouts() {
            let to = home.path().join(&other);
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            if other != rollout {
                fs::copy(fixture().join(&other), to).expect("copied");
            }
        }
        let path = home.path().join(rollout);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, "").expect("written");
        Self { home, path }
    }

    fn append(&self, bytes: &[u8]) {
        let file = fs::OpenOptions::new().append(true).open(&self.path);
        file.expect("a file").write_all(bytes).expect("written");
    }

    fn open(&self) -> Reader {
        let name = self.path.file_name().expect("a name").to_string_lossy();
        let store = CodexStore::at(self.home.path()).expect("a store");
        let id = sources::Store::resolve(&store, &name).expect("the rollout");
        Reader {
            conversation: store.open(&id),
            events: Vec::new(),
        }
    }
}

struct Reader {
    conversation: CodexConversation,
    events: Vec<Event>,
}

impl Reader {
    fn look(&mut self) -> &mut Self {
        while let Some(splice) = self.conversation.refresh().expect("readable") {
            splice.apply(&mut self.events);
        }
        self
    }

    fn positions(&self) -> Vec<Position> {
        let all = 0..=self.events.len();
        all.map(|n| self.conversation.position(n)).collect()
    }

    fn check_same(&self, other: &Self) {
        let both = self.events.iter().zip(&other.events);
        for (own, other) in both {
            assert_eq!(own, other);
        }
        assert_eq!(self.events.len(), other.events.len());
        assert_eq!(self.positions(), other.positions());
        assert_eq!(self.conversation.outcomes(), other.conversation.outcomes());
        let positions = other.positions();
        assert!(
            positions
                .into_iter()
                .all(|position| self.conversation.has(position))
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever pieces a rollout is written in, and whenever reading begins, its events are those of
    /// the whole.
    #[test]
    fn pieces_and_restarts_give_the_events_of_the_whole(
        rollout in 0usize..11,
        cuts in prop::collection::vec(0usize..10_000, 0..8),
        restart in 0usize..8,
    ) {
        let rollouts = rollouts();
        let rollout = &rollouts[rollout % rollouts.len()];
        let text = fs::read(fixture().join(rollout)).expect("readable");
        let writer = Writer::new(rollout);
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut % text.len()).collect();
        cuts.push(text.len());
        cuts.sort_unstable();
        let mut first = writer.open();
        let mut second = None;
        let mut at = 0;
        for (n, cut) in cuts.into_iter().enumerate() {
            writer.append(&text[at..cut]);
            at = cut;
            first.look();
            if n == restart {
                second = Some(writer.open());
            }
            if let Some(second) = &mut second {
                second.look();
            }
        }
        let mut cold = writer.open();
        cold.look();
        first.check_same(&cold);
        if let Some(second) = second {
            second.check_same(&cold);
        }
    }
}

fn reader_of(lines: &[&str]) -> (Writer, Reader) {
    let rollout = "sessions/2026/12/01/rollout-2026-12-01T10-00-00-01a23000-0000-7000-8000-000000000001.jsonl";
    let writer = Writer::new(Path::new(rollout));
    for line in lines {
        writer.append(line.as_bytes());
        writer.append(b"\n");
    }
    let mut reader = writer.open();
    reader.look();
    (writer, reader)
}

const META: &str = r#"{"timestamp":"2026-12-01T10:00:00Z","type":"session_meta","payload":{"id":"01a23000-0000-7000-8000-000000000001","cwd":"/x"}}"#;
const STARTED: &str = r#"{"timestamp":"2026-12-01T10:00:01Z","type":"event_msg","payload":{"type":"task_started","turn_id":"t"}}"#;
const PROMPT: &str = r#"{"timestamp":"2026-12-01T10:00:02Z","type":"event_msg","payload":{"type":"user_message","message":"Do it"}}"#;
const ASKED: &str = r#"{"timestamp":"2026-12-01T10:00:03Z","type":"response_item","payload":{"type":"function_call","name":"request_user_input","arguments":"{}","call_id":"c"}}"#;
const ANSWERED: &str = r#"{"timestamp":"2026-12-01T10:00:04Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"yes"}}"#;
const ENDED: &str = r#"{"timestamp":"2026-12-01T10:00:05Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"t"}}"#;

/// What is taken back says no less of the thread than what stays.
#[test]
fn a_copy_in_a_turn_that_was_taken_back_is_a_copy() {
    let other = META.replace("000000000001", "000000000002");
    let back = r#"{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}"#;
    let own = STARTED.replace("\"t\"", "\"01a23000-0001-7000-8000-000000000001\"");
    let (writer, mut reader) = reader_of(&[META, PROMPT]);
    for line in [&other, back, &own, PROMPT, back, PROMPT, back] {
        writer.append(format!("{line}\n").as_bytes());
        reader.look();
        let mut cold = writer.open();
        cold.look();
        reader.check_same(&cold);
    }
    let types: Vec<_> = reader
        .events
        .iter()
        .filter_map(|event| event.text("type"))
        .collect();
    assert_eq!(
        types,
        [
            "codex/session_meta",
            "codex/copied",
            "codex/rolled-back",
            "codex/rolled-back"
        ]
    );
}

#[test]
fn a_turn_runs_waits_and_ends() {
    let (writer, mut reader) = reader_of(&[META]);
    let state = |reader: &Reader| reader.conversation.state(false);
    assert_eq!(state(&reader), State::Settled);
    for (line, expected) in [
        (STARTED, State::Running),
        (PROMPT, State::Running),
        (ASKED, State::Waiting),
        (ANSWERED, State::Running),
        (ENDED, State::Settled),
    ] {
        writer.append(format!("{line}\n").as_bytes());
        reader.look();
        assert_eq!(state(&reader), expected, "{line}");
        let summary = reader.conversation.summary().expect("listed");
        assert_eq!(summary.state, expected, "{line}");
    }
}

#[test]
fn a_client_that_was_killed_runs_no_more_after_a_while() {
    let (writer, reader) = reader_of(&[META, STARTED, PROMPT]);
    assert_eq!(reader.conversation.state(false), State::Running);
    let file = fs::File::options()
        .write(true)
        .open(&writer.path)
        .expect("a file");
    let before = SystemTime::now() - Duration::from_mins(11);
    file.set_modified(before).expect("a time");
    let mut reader = writer.open();
    reader.look();
    assert_eq!(reader.conversation.state(false), State::Settled);
    assert_eq!(reader.conversation.state(true), State::Waiting);
    let summary = reader.conversation.summary().expect("listed");
    assert_eq!(summary.state, State::Settled);
}

#[test]
fn a_long_rollout_is_listed_by_its_ends() {
    let filler = format!(
        r#"{{"timestamp":"2026-12-01T10:00:03Z","type":"world_state","payload":{{"x":"{}"}}}}"#,
        "x".repeat(999)
    );
    let mut lines = vec![META, STARTED, PROMPT];
    lines.extend(std::iter::repeat_n(filler.as_str(), 300));
    let said = r#"{"timestamp":"2026-12-01T10:00:04Z","type":"event_msg","payload":{"type":"agent_message","message":"Half done","phase":"commentary"}}"#;
    lines.push(said);
    let (writer, mut reader) = reader_of(&lines);
    let summary = reader.conversation.summary().expect("listed");
    assert_eq!(summary.title.as_deref(), Some("Do it"));
    assert_eq!(summary.last_words.as_deref(), Some("Half done"));
    assert_eq!(summary.cwd.as_deref(), Some("/x"));
    assert_eq!(summary.state, State::Running);
    // What is taken back was not said last.
    let back = r#"{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}"#;
    let again = PROMPT.replace("Do it", "Do that");
    let other = said
        .replace("Half done", "All done")
        .replace("commentary", "final_answer");
    writer.append(format!("{ENDED}\n{again}\n{other}\n{back}\n").as_bytes());
    let summary = reader.conversation.summary().expect("listed");
    assert_eq!(summary.last_words.as_deref(), Some("Half done"));
    assert_eq!(summary.state, State::Settled);
}

#[test]
fn a_long_copy_names_no_thread() {
    let other = META
        .replace("000001", "000009")
        .replace("01a23000", "01a22fff");
    let filler = format!(
        r#"{{"type":"world_state","payload":{{"x":"{}"}}}}"#,
        "x".repeat(999)
    );
    let fillers = || std::iter::repeat_n(filler.as_str(), 40);
    let old = STARTED.replace(r#""t""#, r#""01a22fff-0000-7000-8000-000000000002""#);
    let mut lines = vec![META, &other];
    lines.extend(
        fillers()
            .chain([old.as_str(), PROMPT, ASKED, ENDED])
            .chain(fillers()),
    );
    let (writer, mut reader) = reader_of(&lines);
    let summary = reader.conversation.summary().expect("listed");
    assert_eq!(
        summary.title, None,
        "the prompt stands in both ends and is another thread's"
    );

    let own = STARTED.replace(r#""t""#, r#""01a23000-0000-7000-8000-000000000003""#);
    let prompt = PROMPT.replace("Do it", "Do my part");
    writer.append(format!("{own}\n{prompt}\n").as_bytes());
    let summary = reader.conversation.summary().expect("listed");
    assert_eq!(summary.title.as_deref(), Some("Do my part"));
}

#[test]
fn an_append_parses_only_what_is_new() {
    let (writer, mut reader) = reader_of(&[META, STARTED, PROMPT]);
    let before = reader.conversation.cost();
    assert!(reader.conversation.refresh().expect("readable").is_none());
    assert_eq!(reader.conversation.cost(), before);
    writer.append(format!("{ENDED}\n").as_bytes());
    reader.look();
    let after = reader.conversation.cost();
    assert_eq!(after.records_parsed, before.records_parsed + 1);
    assert!(after.bytes_read - before.bytes_read < 20_000);
}

#[test]
fn a_thread_that_is_archived_is_followed_there() {
    let (writer, mut reader) = reader_of(&[META, STARTED, PROMPT]);
    let archive = writer.home.path().join("archived_sessions");
    fs::create_dir_all(&archive).expect("a folder");
    let moved = archive.join(writer.path.file_name().expect("a name"));
    fs::rename(&writer.path, &moved).expect("moved");
    let writer = Writer {
        path: moved,
        ..writer
    };
    writer.append(format!("{ENDED}\n").as_bytes());
    let n_before = reader.events.len();
    reader.look();
    assert_eq!(reader.events.len(), n_before + 1);
    assert_eq!(reader.conversation.state(false), State::Archived);
    fs::remove_file(&writer.path).expect("removed");
    assert!(reader.conversation.refresh().is_err());
}

#[test]
fn a_history_that_turns_up_is_read() {
    let parent = "sessions/2026/11/30/rollout-2026-11-30T10-00-00-01a22000-0000-7000-8000-00000000000a.jsonl";
    let fork = "sessions/2026/11/30/rollout-2026-11-30T11-00-00-01a22000-2000-7000-8000-00000000000c.jsonl";
    let writer = Writer::new(Path::new(fork));
    fs::rename(
        writer.home.path().join(parent),
        writer.home.path().join("away"),
    )
    .expect("moved");
    let text = fs::read(fixture().join(fork)).expect("readable");
    let (first, rest) = text.split_at(text.len() - 100);
    writer.append(first);
    let mut reader = writer.open();
    reader.look();
    assert!(
        reader
            .events
            .iter()
            .any(|event| event.text("type") == Some("codex/missing-history"))
    );
    let key = reader.events.last().expect("an event").key().clone();
    fs::rename(
        writer.home.path().join("away"),
        writer.home.path().join(parent),
    )
    .expect("moved");
    writer.append(rest);
    reader.look();
    let mut cold = writer.open();
    cold.look();
    reader.check_same(&cold);
    assert!(cold.events.len() > 20);
    assert!(
        cold.events.iter().any(|event| *event.key() == key),
        "keys stay"
    );
}

#[test]
fn a_whole_file_is_read_again_when_it_changes() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home
        .path()
        .join("rollout-2025-04-20-3f1c5a10-1111-4a6b-9c2d-000000000002.json");
    let write = |items: &str| {
        let text = format!(r#"{{"session":{{"id":"x"}},"items":[{items}]}}"#);
        fs::write(&path, text).expect("written");
    };
    let item = |id: &str, words: &str| {
        format!(r#"{{"id":"{id}","role":"assistant","content":"{words}"}}"#)
    };
    write(&item("a", "one"));
    let store = CodexStore::at(&path).expect("a rollout");
    let mut reader = Reader {
        conversation: store.open(&store.only().expect("one")),
        events: Vec::new(),
    };
    let said = |reader: &Reader| -> Vec<String> {
        let words = reader
            .events
            .iter()
            .filter_map(|event| event.text("message"));
        words.map(str::to_owned).collect()
    };
    assert_eq!(said(reader.look()), ["one"]);
    write(&[item("a", "one"), item("b", "two")].join(","));
    assert_eq!(said(reader.look()), ["one", "two"]);
    // What is being written is not read, and what was read stays.
    fs::write(&path, "{\"session\":").expect("written");
    assert_eq!(said(reader.look()), ["one", "two"]);
    assert!(reader.conversation.problem().is_some());
    write(&[item("a", "uno"), item("b", "two"), item("c", "three")].join(","));
    assert_eq!(said(reader.look()), ["uno", "two", "three"]);
    assert_eq!(reader.conversation.problem(), None);
}
