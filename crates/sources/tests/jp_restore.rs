//! Results of `tell_user` in JP's store, which keeps no annotations.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use base64::{Engine as _, engine::general_purpose::STANDARD};
use conversation::{Event, View};
use serde_json::{Value, json};
use sources::{
    Conversation as _,
    jp::{JpConversation, JpStore},
};
use std::fs;
use tempfile::TempDir;

const ID: &str = "17800000001";
const SHOWN: &str = "Message shown to user.";

struct Workspace(TempDir);

impl Workspace {
    fn of(events: &[Value]) -> Self {
        let workspace = Self(tempfile::tempdir().expect("a folder"));
        let folder = workspace.0.path().join(".jp/conversations").join(ID);
        fs::create_dir_all(folder).expect("a folder");
        workspace.write(events);
        workspace
    }

    fn write(&self, events: &[Value]) {
        let path = self.0.path().join(".jp/conversations").join(ID);
        let text = serde_json::to_string_pretty(events).expect("JSON");
        fs::write(path.join("events.json"), text).expect("written");
    }

    fn open(&self) -> JpConversation {
        let store = JpStore::at(self.0.path(), None).expect("a store");
        store.open(store.resolve(ID).expect("the conversation"))
    }

    fn read(&self) -> Vec<Event> {
        let splice = self.open().refresh().expect("readable");
        splice.expect("new").events
    }
}

/// The events with a time each.
fn timed(events: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let timed = |(n, mut event): (usize, Value)| {
        event["timestamp"] = json!(format!("2026-01-01 00:00:{n:02}.0"));
        event
    };
    events.into_iter().enumerate().map(timed).collect()
}

fn turn() -> Value {
    json!({"type": "turn_start"})
}

fn call(id: &str, tool: &str, message: &str) -> Value {
    json!({"type": "tool_call_request", "id": id, "name": tool, "arguments": {"message": message}})
}

fn result(id: &str, content: &str) -> Value {
    json!({"type": "tool_call_response", "id": id, "content": content, "is_error": false})
}

/// What JP keeps of the result of an MCP server.
fn joined(id: &str, message: &str) -> Value {
    result(id, &format!("{message}\n\n{SHOWN}"))
}

fn blocks(message: &str) -> Value {
    json!([
        {"type": "text", "text": message, "mimeType": "text/markdown", "annotations": {"audience": ["user"]}},
        {"type": "text", "text": SHOWN, "annotations": {"audience": ["assistant"]}},
    ])
}

/// The messages of the restored results, and what each was restored from.
fn told(events: &[Event]) -> Vec<(&str, &str)> {
    let restored = |event| {
        let fields = Event::fields(event);
        let word = fields.get("metadata")?.get("serve-web/restored")?;
        let message = fields.get("content")?.get(0)?.get("text")?;
        Some((message.as_str()?, word.as_str()?))
    };
    events.iter().filter_map(restored).collect()
}

#[test]
fn a_servers_and_a_local_tools_results_get_their_blocks() {
    let printed = json!({"content": blocks("two"), "isError": false}).to_string();
    let encoded = |text: &str| STANDARD.encode(text);
    let stored = timed([
        turn(),
        call("a", "tell_user", "one"),
        joined("a", "one"),
        call("b", "notes_tell_user", &encoded("two")),
        result("b", &encoded(&printed)),
        call("c", "tell_user", &encoded("três")),
        result("c", &encoded(&format!("três\n\n{SHOWN}"))),
        call("d", "fs_read_file", "four"),
        joined("d", "four"),
        call("e", "tell_user", "five"),
        result("e", "Tool execution cancelled by user."),
    ]);
    let events = Workspace::of(&stored).read();
    let expected = [("one", "call"), ("two", "json"), ("três", "call")];
    assert_eq!(told(&events), expected);
    assert_eq!(events[2].fields()["content"], blocks("one"));
    assert_eq!(events[4].fields()["content"], blocks("two"));
    assert_eq!(
        events[8].text("content"),
        Some("four\n\nMessage shown to user.")
    );
}

#[test]
fn every_view_sees_the_restored_blocks() {
    let stored = timed([call("a", "tell_user", "**one**"), joined("a", "**one**")]);
    let events = Workspace::of(&stored).read();
    let content = |view: View| {
        let shown = view.project(&events[1]).expect("shown");
        shown.to_fields()["content"].clone()
    };
    assert_eq!(content(View::Raw), blocks("**one**"));
    assert_eq!(content(View::User), json!([blocks("**one**")[0]]));
    assert_eq!(content(View::Provider), SHOWN);
}

#[test]
fn a_result_has_the_message_of_the_call_that_it_answers() {
    let stored = timed([
        turn(),
        call("a", "tell_user", "first"),
        call("a", "fs_list", "not said"),
        call("a", "tell_user", "second"),
        joined("a", "first"),
        joined("a", "not said"),
        joined("a", "second"),
        joined("a", "unasked"),
        call("a", "tell_user", "left open"),
        turn(),
        joined("a", "left open"),
        call("a", "tell_user", "next"),
        joined("a", "next"),
    ]);
    let events = Workspace::of(&stored).read();
    let expected = [("first", "call"), ("second", "call"), ("next", "call")];
    assert_eq!(told(&events), expected);
}

#[test]
fn a_result_is_restored_when_its_call_was_read_earlier() {
    let mut stored = timed([
        turn(),
        call("a", "tell_user", "one"),
        call("a", "tell_user", "two"),
        joined("a", "one"),
        joined("a", "two"),
    ]);
    let whole = stored.clone();
    let workspace = Workspace::of(&stored[..3]);
    let mut conversation = workspace.open();
    let mut refresh = |stored: &[Value]| {
        workspace.write(stored);
        conversation.refresh().expect("readable").expect("new")
    };
    assert_eq!(refresh(&stored[..3]).events.len(), 3);
    // Appended, then rewritten from the middle of the turn.
    assert_eq!(told(&refresh(&stored[..4]).events), [("one", "call")]);
    assert_eq!(told(&refresh(&stored).events), [("two", "call")]);
    stored[3]["content"] = json!("cancelled");
    let splice = refresh(&stored);
    assert_eq!(
        (splice.keep, told(&splice.events)),
        (3, vec![("two", "call")])
    );
    let splice = refresh(&whole);
    assert_eq!(splice.keep, 3);
    assert_eq!(told(&splice.events), [("one", "call"), ("two", "call")]);
}

#[test]
fn what_is_stored_stays_what_it_was() {
    let stored = timed([call("a", "tell_user", "one"), joined("a", "one")]);
    let workspace = Workspace::of(&stored);
    let mut conversation = workspace.open();
    let events = conversation
        .refresh()
        .expect("readable")
        .expect("new")
        .events;
    assert_eq!(
        events[1].key().as_str(),
        "202601010000010-tool_call_response"
    );
    let record = conversation.stored(events[1].key()).expect("readable");
    let record: Value = serde_json::from_slice(&record.expect("there")).expect("JSON");
    assert_eq!(record, stored[1]);
}

/// Checks what the list says was last said in a conversation.
fn check_last_words(events: impl IntoIterator<Item = Value>, expected: Option<&str>) {
    let workspace = Workspace::of(&timed(events));
    let store = JpStore::at(workspace.0.path(), None).expect("a store");
    let list = store.list().expect("readable");
    assert_eq!(list[0].last_words.as_deref(), expected);
}

#[test]
fn the_list_has_the_last_words_of_restored_results() {
    let message = |text: &str| json!({"type": "chat_response", "message": text});
    let tell = |id: &str, text: &str| [call(id, "tell_user", text), joined(id, text)];
    let (one, two) = (tell("a", "one"), tell("b", "two"));
    check_last_words(
        [message("before"), one[0].clone(), one[1].clone()],
        Some("one"),
    );
    check_last_words(
        [one[0].clone(), one[1].clone(), message("after")],
        Some("after"),
    );
    check_last_words(
        [
            one[0].clone(),
            two[0].clone(),
            two[1].clone(),
            one[1].clone(),
        ],
        Some("one"),
    );
    // A message between a call and its result is earlier than what the result says.
    check_last_words(
        [one[0].clone(), message("between"), one[1].clone()],
        Some("one"),
    );
    let log = [call("c", "fs_list", "x"), result("c", "a log")];
    check_last_words(
        [
            one[0].clone(),
            one[1].clone(),
            log[0].clone(),
            log[1].clone(),
        ],
        Some("one"),
    );
    // A result without its call says nothing, and keeps nothing else from being said.
    check_last_words(
        [
            message("before"),
            result("z", "a log"),
            two[0].clone(),
            two[1].clone(),
        ],
        Some("two"),
    );
    check_last_words([message("before"), one[1].clone()], Some("before"));
    check_last_words([one[0].clone(), turn(), one[1].clone()], None);
    check_last_words([message("a"), message("b"), one[0].clone()], Some("ab"));
}
