//! Who looks when something in a folder of many conversations changes.

use super::*;
use conversation::{Event, EventKey, Reading};
use serde_json::json;
use sources::{Cost, Splice, Summary};
use std::{fs, path::Path, sync::atomic::AtomicUsize, time::Instant};

/// How many conversations share a folder.
const MANY: usize = 50;

/// A conversation whose file is as many bytes long as it has events, and which counts looks.
#[derive(Debug)]
struct Counting {
    path: PathBuf,
    n_events: usize,
    n_looks: Arc<AtomicUsize>,
}

impl Conversation for Counting {
    fn reading(&self) -> Reading {
        Reading::WholeTexts
    }

    fn refresh(&mut self) -> Result<Option<Splice>, SourceError> {
        self.n_looks.fetch_add(1, Ordering::SeqCst);
        let bytes = fs::read(&self.path).expect("it is there").len();
        let new: Vec<Event> = (self.n_events..bytes).map(event).collect();
        let keep = std::mem::replace(&mut self.n_events, bytes);
        Ok((!new.is_empty()).then(|| Splice::new(keep, new)))
    }

    fn summary(&mut self) -> Option<Summary> {
        None
    }

    fn problem(&self) -> Option<String> {
        None
    }

    fn state(&self, _: bool) -> State {
        State::Settled
    }

    fn watched(&self) -> Vec<Watched> {
        Watched::file(&self.path).into_iter().collect()
    }

    fn position(&self, n: usize) -> Position {
        Position { n, fingerprint: 0 }
    }

    fn has(&self, _: Position) -> bool {
        true
    }

    fn stored(&self, _: &EventKey) -> Result<Option<Vec<u8>>, SourceError> {
        Ok(None)
    }

    fn cost(&self) -> Cost {
        Cost::default()
    }
}

fn event(n: usize) -> Event {
    let fields = json!({"type": "chat_response", "message": "said"});
    let fields = fields.as_object().expect("an object").clone();
    Event::new(EventKey::from_native(&format!("k{n}")), None, fields)
}

struct Followed {
    path: PathBuf,
    n_looks: Arc<AtomicUsize>,
    receiver: Receiver,
    _follower: Arc<Follower>,
}

fn follow(folder: &Path, n: usize, watcher: &Arc<Watcher>) -> Followed {
    let path = folder.join(format!("{n:03}.jsonl"));
    fs::write(&path, "x").expect("written");
    let n_looks = Arc::<AtomicUsize>::default();
    let conversation = Counting {
        path: path.clone(),
        n_events: 0,
        n_looks: Arc::clone(&n_looks),
    };
    let settings = Settings {
        policy: Arc::new(Policy::page()),
        folder: folder.join("put away"),
        // No look but those that somebody is woken for.
        poll: Duration::from_hours(1),
    };
    let follower = Follower::new(Box::new(conversation), settings, Arc::default());
    let follower = Arc::new(follower);
    follower.refresh().expect("readable");
    let receiver = follower.subscribe(View::User, None, watcher).receiver;
    Followed {
        path,
        n_looks,
        receiver,
        _follower: follower,
    }
}

/// How often each has been looked at, once nobody looks any more.
async fn settled(all: &[Followed]) -> Vec<usize> {
    let looks = || -> Vec<usize> {
        let all = all.iter();
        all.map(|one| one.n_looks.load(Ordering::SeqCst)).collect()
    };
    let begin = Instant::now();
    let mut before = Vec::new();
    loop {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let now = looks();
        // One to open it, one to begin to follow it, and one behind the beginning of its watch.
        if now == before && now.iter().all(|n| *n >= 3) {
            return now;
        }
        before = now;
        assert!(begin.elapsed() < Duration::from_mins(1), "they settle");
    }
}

#[tokio::test]
async fn an_append_is_looked_at_by_its_own_follower_alone_and_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let watcher = Arc::new(Watcher::new());
    let mut all: Vec<Followed> = (0..MANY)
        .map(|n| follow(folder.path(), n, &watcher))
        .collect();
    let before = settled(&all).await;
    let one = &mut all[7];
    let file = fs::OpenOptions::new().append(true).open(&one.path);
    std::io::Write::write_all(&mut file.expect("there"), b"x").expect("appended");
    one.receiver.recv().await.expect("told");
    let mut expected = before;
    expected[7] += 1;
    assert_eq!(settled(&all).await, expected);
}
