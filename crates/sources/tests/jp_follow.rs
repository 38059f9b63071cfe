//! Following an `events.json` while JP writes it.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::Event;
use proptest::prelude::*;
use serde_json::{Value, json};
use sources::{
    Conversation as _, Watched,
    jp::{JpConversation, JpStore},
};
use std::{fs, path::PathBuf};
use tempfile::TempDir;

const ID: &str = "17800000001";

/// A workspace with one conversation, written as JP writes: to a temporary file, then renamed.
struct Writer {
    root: TempDir,
    slug: &'static str,
}

impl Writer {
    fn new() -> Self {
        let writer = Self {
            root: tempfile::tempdir().expect("a folder"),
            slug: "first",
        };
        fs::create_dir_all(writer.folder()).expect("a folder");
        writer
    }

    fn folder(&self) -> PathBuf {
        self.root
            .path()
            .join(format!(".jp/conversations/{ID}-{}", self.slug))
    }

    fn write(&self, events: &[Value]) {
        self.write_text(&serde_json::to_string_pretty(events).expect("JSON"));
    }

    fn write_text(&self, text: &str) {
        let temporary = self.folder().join("events.json.tmp");
        fs::write(&temporary, text).expect("written");
        fs::rename(temporary, self.folder().join("events.json")).expect("renamed");
    }

    fn open(&self) -> JpConversation {
        let store = JpStore::at(self.root.path(), None).expect("a store");
        store.open(store.resolve(ID).expect("the conversation"))
    }
}

fn event(second: u8, text: &str) -> Value {
    json!({"timestamp": format!("2026-01-01 00:00:{second:02}.0"), "type": "chat_response", "message": text})
}

/// A call of `tell_user`, or a result without its blocks that acknowledges one.
fn told(second: u8, message: u8, is_result: bool) -> Value {
    let at = format!("2026-01-01 00:00:{second:02}.0");
    if is_result {
        json!({"timestamp": at, "type": "tool_call_response", "id": "c", "is_error": false,
            "content": format!("{message}\n\nMessage shown to user.")})
    } else {
        json!({"timestamp": at, "type": "tool_call_request", "id": "c", "name": "tell_user",
            "arguments": {"message": message.to_string()}})
    }
}

/// Reads what is new into `events`, as a follower does.
fn follow(conversation: &mut JpConversation, events: &mut Vec<Event>) {
    if let Some(splice) = conversation.refresh().expect("readable") {
        events.truncate(splice.keep);
        events.extend(splice.events);
    }
}

#[test]
fn an_append_parses_only_what_is_new() {
    let writer = Writer::new();
    let mut stored: Vec<Value> = (0..50).map(|n| event(n, "words")).collect();
    writer.write(&stored);
    let mut conversation = writer.open();
    let mut events = Vec::new();
    follow(&mut conversation, &mut events);
    assert_eq!(conversation.cost().records_parsed, 50);

    let before = conversation.cost().bytes_read;
    stored.push(event(50, "more"));
    writer.write(&stored);
    let path = writer.folder().join("events.json");
    let bytes = fs::metadata(path).expect("there").len();
    for _ in 0..3 {
        follow(&mut conversation, &mut events);
    }
    assert_eq!(conversation.cost().records_parsed, 51);
    assert_eq!(conversation.cost().bytes_read, before + bytes, "read once");
    assert_eq!(events.len(), 51);
}

#[test]
fn an_unchanged_file_is_not_read_again() {
    let writer = Writer::new();
    writer.write(&[event(0, "a")]);
    let mut conversation = writer.open();
    assert!(conversation.refresh().expect("readable").is_some());
    let cost = conversation.cost();
    assert!(conversation.refresh().expect("readable").is_none());
    assert_eq!(conversation.cost(), cost);
}

#[test]
fn a_rewrite_of_the_same_size_is_noticed() {
    let writer = Writer::new();
    writer.write(&[event(0, "aaaa"), event(1, "bbbb")]);
    let mut conversation = writer.open();
    let mut events = Vec::new();
    follow(&mut conversation, &mut events);
    writer.write(&[event(0, "aaaa"), event(1, "cccc")]);
    follow(&mut conversation, &mut events);
    assert_eq!(events[1].text("message"), Some("cccc"));
    assert_eq!(conversation.cost().records_parsed, 3);
}

#[test]
fn a_renamed_folder_is_found_again() {
    let mut writer = Writer::new();
    writer.write(&[event(0, "a")]);
    let mut conversation = writer.open();
    let mut events = Vec::new();
    follow(&mut conversation, &mut events);
    let before = writer.folder();
    writer.slug = "another-title";
    fs::rename(before, writer.folder()).expect("renamed");
    writer.write(&[event(0, "a"), event(1, "b")]);
    follow(&mut conversation, &mut events);
    assert_eq!(events.len(), 2);
    assert_eq!(
        conversation.watched(),
        [Watched::all(writer.folder().canonicalize().expect("there"))]
    );
}

#[test]
fn temporary_files_are_left_alone() {
    let writer = Writer::new();
    writer.write(&[event(0, "a")]);
    fs::write(writer.folder().join("events.json.tmp"), "[{\"half").expect("written");
    let mut conversation = writer.open();
    assert_eq!(
        conversation
            .refresh()
            .expect("readable")
            .expect("new")
            .events
            .len(),
        1
    );
}

#[test]
fn positions_hold_across_processes_while_the_beginning_does() {
    let writer = Writer::new();
    writer.write(&[event(0, "a"), event(1, "b")]);
    let mut conversation = writer.open();
    follow(&mut conversation, &mut Vec::new());
    let position = conversation.position(2);

    writer.write(&[event(0, "a"), event(1, "b"), event(2, "c")]);
    let mut elsewhere = writer.open();
    follow(&mut elsewhere, &mut Vec::new());
    assert!(elsewhere.has(position), "the beginning is the same");

    writer.write(&[event(0, "a"), event(1, "B"), event(2, "c")]);
    follow(&mut elsewhere, &mut Vec::new());
    assert!(!elsewhere.has(position), "the beginning has changed");
    let beyond = sources::Position {
        n: 99,
        fingerprint: 0,
    };
    assert!(!elsewhere.has(beyond), "there is no such place");
}

#[test]
fn the_stored_record_is_given_as_it_is() {
    let writer = Writer::new();
    writer.write_text("[ {\"type\":\"turn_start\",  \"x\": 1e2} ]");
    let mut conversation = writer.open();
    let mut events = Vec::new();
    follow(&mut conversation, &mut events);
    let stored = conversation.stored(events[0].key()).expect("readable");
    assert_eq!(
        stored.as_deref(),
        Some(&b"{\"type\":\"turn_start\",  \"x\": 1e2}"[..])
    );
}

/// An event, of which the next may depend on those before. Few seconds and texts, so that records
/// repeat.
fn any_event() -> impl Strategy<Value = Value> {
    (0u8..3, 0u8..3, 0u8..5).prop_map(|(second, text, kind)| match kind {
        0 => json!({"timestamp": format!("2026-01-01 00:00:{second:02}.0"), "type": "turn_start"}),
        1 | 2 => told(second, text, false),
        3 => told(second, text, true),
        _ => event(second, &text.to_string()),
    })
}

/// A step of a writer: how many of the events stay, and what is written behind them.
fn steps() -> impl Strategy<Value = Vec<(usize, Vec<Value>)>> {
    prop::collection::vec((0usize..8, prop::collection::vec(any_event(), 0..4)), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn following_gives_what_a_cold_read_gives(steps in steps(), cut in any::<prop::sample::Index>()) {
        let writer = Writer::new();
        writer.write(&[]);
        let mut conversation = writer.open();
        let (mut stored, mut events) = (Vec::new(), Vec::new());
        for (keep, new) in steps {
            stored.truncate(keep);
            stored.extend(new);
            writer.write(&stored);
            follow(&mut conversation, &mut events);
        }
        // The last state is also seen cut off, and whole again.
        let text = serde_json::to_string(&stored).expect("JSON");
        writer.write_text(text.get(..cut.index(text.len())).expect("ASCII"));
        follow(&mut conversation, &mut events);
        writer.write_text(&text);
        follow(&mut conversation, &mut events);

        let mut cold = Vec::new();
        let mut fresh = writer.open();
        follow(&mut fresh, &mut cold);
        prop_assert_eq!(&events, &cold);
        prop_assert_eq!(conversation.position(cold.len()), fresh.position(cold.len()));
        let keys: std::collections::HashSet<_> = cold.iter().map(Event::key).collect();
        prop_assert_eq!(keys.len(), cold.len(), "keys are unique");
    }
}
