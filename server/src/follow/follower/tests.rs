mod ending;

use super::*;
use crate::follow::queue::{MOST_BATCHES, Missing};
use conversation::ViewState;
use proptest::prelude::*;
use serde_json::{Value, json};
use sources::jp::JpStore;
use std::{fs, path::PathBuf};
use tempfile::TempDir;
use wire::FramesBody;

const ID: &str = "17800000001";

struct Workspace {
    root: TempDir,
}

impl Workspace {
    fn new(events: &[Value]) -> Self {
        let workspace = Self {
            root: tempfile::tempdir().expect("a folder"),
        };
        fs::create_dir_all(workspace.folder()).expect("a folder");
        workspace.write(events);
        workspace
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join(".jp/conversations").join(ID)
    }

    fn write(&self, events: &[Value]) {
        let temporary = self.folder().join("events.json.tmp");
        fs::write(&temporary, serde_json::to_vec(events).expect("JSON")).expect("written");
        fs::rename(temporary, self.folder().join("events.json")).expect("renamed");
    }

    fn conversation(&self) -> Box<dyn Conversation> {
        let store = JpStore::at(self.root.path(), None).expect("a store");
        let id = store.resolve(ID).expect("it is there");
        Box::new(store.open(id))
    }

    fn follower(&self) -> Arc<Follower> {
        let settings = Settings {
            policy: Arc::new(Policy::page()),
            folder: self.root.path().join("put away"),
            poll: POLL,
        };
        let follower = Follower::new(self.conversation(), settings, Arc::default());
        let follower = Arc::new(follower);
        // Whatever the events are, where they are held makes no difference.
        follower.lock().log.hold_little();
        follower.refresh().expect("readable");
        follower
    }
}

/// A reader that applies what it is sent.
struct Reader {
    state: ViewState,
    position: String,
    receiver: Receiver,
    n_resets: usize,
}

impl Reader {
    fn of(follower: &Follower, view: View, position: Option<Position>) -> Self {
        let Subscription { first, receiver } = follower.attach(view, position);
        let state = ViewState::default();
        let mut reader = Self {
            state,
            position: String::new(),
            receiver,
            n_resets: 0,
        };
        reader.apply(&first);
        reader
    }

    fn apply(&mut self, batch: &Batch) {
        let body: FramesBody = wire::read(&batch.json).expect("frames");
        for change in body.frames {
            self.n_resets += usize::from(matches!(change, Change::Reset(_)));
            self.state.apply(change);
        }
        self.position = body.position;
    }

    fn catch_up(&mut self) {
        while let Ok(batch) = self.receiver.try_recv() {
            self.apply(&batch);
        }
    }
}

fn event(second: u8, what: u8) -> Value {
    let timestamp = format!("2026-01-01 00:00:{second:02}.0");
    match what % 5 {
        0 => json!({"timestamp": timestamp, "type": "turn_start"}),
        // Longer texts begin as shorter ones do: written again in its place, one has grown.
        1 => json!({"timestamp": timestamp, "type": "chat_response",
            "message": "said ".repeat(1 + usize::from(what / 5))}),
        2 => json!({"timestamp": timestamp, "type": "chat_response", "reasoning": "thought"}),
        3 => {
            json!({"timestamp": timestamp, "type": "tool_call_request", "id": "c", "name": "tool"})
        }
        _ => json!({"timestamp": timestamp, "type": "tool_call_response", "id": "c",
            "content": [{"type": "text", "text": "result"}]}),
    }
}

fn view() -> impl Strategy<Value = View> {
    prop::sample::select(vec![View::Raw, View::User, View::Provider])
}

/// How many events stay, and what is written behind them.
fn steps() -> impl Strategy<Value = Vec<(usize, Vec<(u8, u8)>)>> {
    prop::collection::vec(
        (0usize..10, prop::collection::vec((0u8..4, 0u8..15), 0..4)),
        1..8,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn folding_the_frames_is_a_cold_read(steps in steps(), view in view()) {
        let workspace = Workspace::new(&[]);
        let follower = workspace.follower();
        let mut reader = Reader::of(&follower, view, None);
        let mut stored: Vec<Value> = Vec::new();
        for (keep, new) in steps {
            stored.truncate(keep);
            stored.extend(new.into_iter().map(|(second, what)| event(second, what)));
            workspace.write(&stored);
            follower.refresh().expect("readable");
            reader.catch_up();
        }
        let cold = Reader::of(&workspace.follower(), view, None);
        prop_assert_eq!(reader.state.items(), cold.state.items());
        prop_assert_eq!(reader.state.status(), cold.state.status());
        prop_assert_eq!(&reader.position, &cold.position);
    }

    /// The server is killed and started again while the reader is away.
    #[test]
    fn a_reader_that_comes_back_ends_with_a_cold_read(
        (before, keep, after) in (prop::collection::vec((0u8..4, 0u8..5), 0..8), 0usize..10, prop::collection::vec((0u8..4, 0u8..5), 0..8)),
        view in view(),
    ) {
        let mut stored: Vec<Value> = before.iter().map(|(second, what)| event(*second, *what)).collect();
        let workspace = Workspace::new(&stored);
        let mut reader = Reader::of(&workspace.follower(), view, None);

        let is_append = keep >= stored.len();
        stored.truncate(keep);
        stored.extend(after.iter().map(|(second, what)| event(*second, *what)));
        workspace.write(&stored);
        let restarted = workspace.follower();
        let back = restarted.attach(view, reader.position.parse().ok());
        reader.n_resets = 0;
        reader.apply(&back.first);

        let cold = Reader::of(&workspace.follower(), view, None);
        prop_assert_eq!(reader.state.items(), cold.state.items());
        if is_append {
            prop_assert_eq!(reader.n_resets, 0, "what was missed, not everything");
        }
    }
}

#[test]
fn the_position_moves_on_where_the_view_shows_nothing() {
    let workspace = Workspace::new(&[event(0, 1)]);
    let follower = workspace.follower();
    let mut reader = Reader::of(&follower, View::User, None);
    let before = reader.position.clone();
    workspace.write(&[event(0, 1), event(1, 2)]);
    follower.refresh().expect("readable");
    reader.catch_up();
    assert_eq!(reader.state.items().len(), 1);
    assert_ne!(reader.position, before);
}

#[test]
fn a_reader_that_falls_behind_is_told_so_and_can_reset() {
    let workspace = Workspace::new(&[event(0, 1)]);
    let follower = workspace.follower();
    let mut reader = Reader::of(&follower, View::Raw, None);
    let first = reader.state.items().len();
    for n in 0..MOST_BATCHES * 10 {
        workspace.write(&[event(0, 1), event(u8::try_from(n % 60).expect("small"), 2)]);
        follower.refresh().expect("readable");
    }
    assert_eq!(reader.receiver.try_recv().unwrap_err(), Missing::Gone);
    reader.receiver.skip();
    reader.apply(&follower.reset(View::Raw));
    reader.catch_up();
    assert_eq!(reader.state.items().len(), first + 1);
    assert_eq!(reader.position, follower.position_at(2).to_string());
}

#[test]
fn a_conversation_that_vanishes_says_so_and_keeps_its_words() {
    let workspace = Workspace::new(&[event(0, 1)]);
    let follower = workspace.follower();
    let mut reader = Reader::of(&follower, View::User, None);
    fs::remove_dir_all(workspace.folder()).expect("removed");
    follower.refresh().expect_err("it is gone");
    reader.catch_up();
    follower.refresh().expect_err("it is still gone");
    let more = reader.receiver.try_recv().unwrap_err();
    assert_eq!(more, Missing::Nothing, "what is known is not told again");
    assert_eq!(reader.state.items().len(), 1);
    assert!(
        reader
            .state
            .status()
            .problem
            .as_deref()
            .is_some_and(|p| p.contains("cannot read"))
    );

    fs::create_dir_all(workspace.folder()).expect("a folder");
    workspace.write(&[event(0, 1), event(1, 1)]);
    follower.refresh().expect("readable again");
    reader.catch_up();
    assert_eq!(reader.state.items().len(), 2);
    assert_eq!(reader.state.status().problem, None);
}

#[test]
fn a_window_that_is_one_long_text_is_bounded() {
    let piece = "x".repeat(70_000);
    let said = |n: u32| {
        let timestamp = format!("2026-01-01 00:{:02}:{:02}.0", n / 60, n % 60);
        json!({"timestamp": timestamp, "type": "chat_response", "message": piece})
    };
    let stored: Vec<Value> = (0..400).map(said).collect();
    let follower = Workspace::new(&stored).follower();
    let (end, _) = follower.end(View::User, Limit::PAGE);
    let bytes: u64 = end.items.iter().map(Item::text_bytes).sum();
    assert!(bytes < 2 * Limit::PAGE.text_bytes + 2 * 70_000, "{bytes}");
    let from = follower.position_at(0).to_string();
    let from = from.parse().expect("a cursor");
    let (begin, _) = follower
        .after(View::User, &from, Limit::PAGE)
        .expect("known");
    let bytes: u64 = begin.items.iter().map(Item::text_bytes).sum();
    assert!(bytes < 2 * Limit::PAGE.text_bytes + 2 * 70_000, "{bytes}");
}
