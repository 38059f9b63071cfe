use crate::follow::{Cursor, Follower, Limit, Settings, Subscription, queue::Missing};
use conversation::{Event, EventKey, Reading, View, ViewState, policy::Policy};
use serde_json::json;
use sources::{Conversation, Cost, Position, SourceError, Splice, State, Summary, Watched};
use std::{
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    time::{Duration, Instant},
};
use wire::FramesBody;

/// A conversation whose end is known at once, and all of it once that is let through.
#[derive(Debug)]
struct Slow {
    ending: Vec<Event>,
    all: Vec<Event>,
    gate: Mutex<Receiver<()>>,
    is_read: bool,
}

fn event(n: usize, message: &str) -> Event {
    let fields = json!({"type": "chat_response", "message": message});
    let fields = fields.as_object().expect("an object").clone();
    Event::new(EventKey::from_native(&format!("e{n}")), None, fields)
}

/// Six events, the last two of them in its end, where the last but one seems to say something else.
fn slow() -> (Arc<Follower>, Sender<()>, tempfile::TempDir) {
    let (open, gate) = channel();
    let folder = tempfile::tempdir().expect("a folder");
    let conversation = Slow {
        ending: vec![event(4, "not quite 4"), event(5, "5")],
        all: (0..6).map(|n| event(n, &n.to_string())).collect(),
        gate: Mutex::new(gate),
        is_read: false,
    };
    let settings = Settings {
        policy: Arc::new(Policy::page()),
        folder: folder.path().to_owned(),
        poll: Duration::from_secs(1),
    };
    let follower = Follower::new(Box::new(conversation), settings, Arc::default());
    (Arc::new(follower), open, folder)
}

impl Conversation for Slow {
    fn reading(&self) -> Reading {
        Reading::WholeTexts
    }

    fn refresh(&mut self) -> Result<Option<Splice>, SourceError> {
        if self.is_read {
            return Ok(None);
        }
        self.gate
            .lock()
            .expect("a lock")
            .recv()
            .expect("let through");
        self.is_read = true;
        Ok(Some(Splice::new(0, self.all.clone())))
    }

    fn ending(&mut self) -> Result<Option<Vec<Event>>, SourceError> {
        Ok(Some(self.ending.clone()))
    }

    fn summary(&mut self) -> Option<Summary> {
        Some(Summary::default())
    }

    fn problem(&self) -> Option<String> {
        None
    }

    fn state(&self, _: bool) -> State {
        State::Settled
    }

    fn watched(&self) -> Vec<Watched> {
        Vec::new()
    }

    fn position(&self, n: usize) -> Position {
        Position { n, fingerprint: 7 }
    }

    fn has(&self, position: Position) -> bool {
        position.fingerprint == 7
    }

    fn stored(&self, _: &EventKey) -> Result<Option<Vec<u8>>, SourceError> {
        Ok(None)
    }

    fn cost(&self) -> Cost {
        Cost::default()
    }
}

fn wait_until_read(follower: &Follower) {
    let start = Instant::now();
    while follower.n_events().is_none() || follower.glimpse().is_some() {
        assert!(start.elapsed() < Duration::from_secs(20), "it is read");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn the_end_is_there_before_all_is_read() {
    let (follower, open, _folder) = slow();
    follower.refresh().expect("readable");
    follower.refresh().expect("nobody waits");
    let (page, _) = follower.end(View::User, Limit::PAGE);
    let keys: Vec<String> = page
        .items
        .iter()
        .map(|item| item.key().to_string())
        .collect();
    assert_eq!(keys, ["e4", "e5"]);
    assert_eq!(follower.summary().expect("a summary").1, None);
    let before = page.before.expect("a cursor");
    assert_eq!(before, "before~e4");

    open.send(()).expect("it waits");
    let before: Cursor = before.parse().expect("a cursor");
    let (older, _) = follower
        .before(View::User, &before, Limit::PAGE)
        .expect("one of its cursors");
    assert_eq!(older.items.len(), 4);
    assert_eq!(older.before, None);
    wait_until_read(&follower);
    assert_eq!(follower.summary().expect("a summary").1, Some(6));
    let (page, _) = follower.end(View::User, Limit::PAGE);
    assert_eq!(page.items.len(), 6);
}

#[test]
fn who_reads_it_meanwhile_is_told_once() {
    let (follower, open, _folder) = slow();
    follower.refresh().expect("readable");
    let Subscription {
        first,
        mut receiver,
    } = follower.attach(View::User, None);
    let mut state = ViewState::default();
    let frames: FramesBody = wire::read(&first.json).expect("frames");
    for change in frames.frames {
        state.apply(change);
    }
    assert!(state.items().is_empty());
    open.send(()).expect("it waits");
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let runtime = runtime.expect("a runtime");
    let batch = runtime.block_on(receiver.recv()).expect("a reset");
    let frames: FramesBody = wire::read(&batch.json).expect("frames");
    assert_eq!(
        frames.position,
        Position {
            n: 6,
            fingerprint: 7
        }
        .to_string()
    );
    for change in frames.frames {
        state.apply(change);
    }
    assert_eq!(state.items().len(), 6);
    wait_until_read(&follower);
    assert_eq!(receiver.try_recv().unwrap_err(), Missing::Nothing);
}
