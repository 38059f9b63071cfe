//! A conversation that stands in the workspace and with the user's data: which copy counts.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use serde_json::json;
use sources::{Conversation as _, State, Summary, jp::JpStore};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};
use tempfile::TempDir;

const FOLDER: &str = "17800000001-a-title";

/// Two places, in one temporary folder.
struct Places {
    root: TempDir,
}

/// When the files of a copy were written, in seconds; nothing for no such file.
#[derive(Clone, Copy)]
struct Copy {
    events: Option<u64>,
    base_config: Option<u64>,
    metadata: Option<u64>,
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "the rows of the table read better"
)]
const fn copy(events: u64, base_config: u64, metadata: u64) -> Option<Copy> {
    Some(Copy {
        events: Some(events),
        base_config: Some(base_config),
        metadata: Some(metadata),
    })
}

impl Places {
    fn new() -> Self {
        let places = Self {
            root: tempfile::tempdir().expect("a folder"),
        };
        fs::create_dir_all(places.workspace().join(".jp/conversations")).expect("a folder");
        fs::create_dir_all(places.silo().join("conversations")).expect("a folder");
        fs::write(places.workspace().join(".jp/.id"), "DO NOT EDIT\nabc12\n").expect("written");
        places
    }

    fn workspace(&self) -> PathBuf {
        self.root.path().join("My Work")
    }

    fn user_data(&self) -> PathBuf {
        self.root.path().join("data")
    }

    fn silo(&self) -> PathBuf {
        self.user_data().join("workspace/my-work-abc12")
    }

    fn put(&self, in_silo: bool, is_archived: bool, copy: Copy) {
        let place = if in_silo {
            self.silo()
        } else {
            self.workspace().join(".jp")
        };
        let archive = if is_archived {
            "conversations/.archive"
        } else {
            "conversations"
        };
        let folder = place.join(archive).join(FOLDER);
        fs::create_dir_all(&folder).expect("a folder");
        let whose = if in_silo { "user" } else { "workspace" };
        let events = json!([{"timestamp": "2026-01-01 00:00:00.0", "type": "chat_response",
            "message": format!("said by {whose}")}]);
        let metadata = json!({"title": format!("titled by {whose}"),
            "last_activated_at": "2026-01-01 00:00:00.0"});
        write(
            &folder.join("events.json"),
            &format!("{events:#}\n"),
            copy.events,
        );
        write(&folder.join("base_config.json"), "{}", copy.base_config);
        write(
            &folder.join("metadata.json"),
            &metadata.to_string(),
            copy.metadata,
        );
    }

    /// Copies a real conversation; one that is not whole is older and lacks its last event.
    fn put_sample(&self, events_path: &Path, in_silo: bool, is_whole: bool) {
        let place = if in_silo {
            self.silo()
        } else {
            self.workspace().join(".jp")
        };
        let source = events_path.parent().expect("a folder");
        let folder = place
            .join("conversations")
            .join(source.file_name().expect("a name"));
        fs::create_dir_all(&folder).expect("a folder");
        let seconds = Some(if is_whole { 2 } else { 1 });
        let mut events: Vec<serde_json::Value> =
            serde_json::from_slice(&fs::read(events_path).expect("there")).expect("JSON");
        if !is_whole {
            events.pop();
        }
        let text = serde_json::to_string_pretty(&events).expect("JSON");
        write(&folder.join("events.json"), &text, seconds);
        let metadata = fs::read_to_string(source.join("metadata.json")).expect("there");
        write(&folder.join("metadata.json"), &metadata, seconds);
    }

    fn store(&self) -> JpStore {
        JpStore::at(&self.workspace(), Some(&self.user_data())).expect("a store")
    }

    fn only(&self) -> Summary {
        let mut list = self.store().list().expect("readable");
        assert_eq!(list.len(), 1, "one conversation, whatever its copies");
        list.remove(0)
    }
}

fn write(path: &Path, text: &str, at_seconds: Option<u64>) {
    let Some(seconds) = at_seconds else { return };
    fs::write(path, text).expect("written");
    let file = File::options().append(true).open(path).expect("open");
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 + seconds);
    file.set_modified(time).expect("a time");
}

/// What is listed and what is read: who said the words, whose title it has.
fn told(places: &Places) -> String {
    let summary = places.only();
    let store = places.store();
    let id = store.resolve(&summary.id).expect("listed");
    let events = store
        .open(id)
        .refresh()
        .expect("readable")
        .expect("new")
        .events;
    let said = events
        .first()
        .and_then(|event| event.text("message"))
        .unwrap_or("nothing");
    assert_eq!(
        summary.last_words.as_deref(),
        Some(said),
        "the list reads the same copy"
    );
    format!("{said}, {}", summary.title.as_deref().unwrap_or("untitled"))
}

#[test]
fn the_newer_copy_wins_and_metadata_by_themselves() {
    let table = [
        // Only one of the two.
        (
            copy(1, 1, 1),
            None,
            "said by workspace, titled by workspace",
        ),
        (None, copy(1, 1, 1), "said by user, titled by user"),
        // Events decide.
        (
            copy(2, 1, 1),
            copy(1, 1, 1),
            "said by workspace, titled by user",
        ),
        (copy(1, 1, 1), copy(2, 1, 1), "said by user, titled by user"),
        // So does the base configuration, which is one unit with them.
        (
            copy(1, 3, 1),
            copy(2, 1, 1),
            "said by workspace, titled by user",
        ),
        (copy(2, 1, 1), copy(1, 3, 1), "said by user, titled by user"),
        // Metadata apart.
        (
            copy(1, 1, 2),
            copy(1, 1, 1),
            "said by user, titled by workspace",
        ),
        (copy(1, 1, 1), copy(1, 1, 2), "said by user, titled by user"),
        (
            copy(2, 1, 1),
            copy(1, 1, 2),
            "said by workspace, titled by user",
        ),
        (
            copy(1, 1, 2),
            copy(2, 1, 1),
            "said by user, titled by workspace",
        ),
        // Equal times: the user's.
        (copy(1, 1, 1), copy(1, 1, 1), "said by user, titled by user"),
    ];
    for (workspace, silo, expected) in table {
        for (workspace_archived, silo_archived) in
            [(false, false), (true, false), (false, true), (true, true)]
        {
            let places = Places::new();
            if let Some(copy) = workspace {
                places.put(false, workspace_archived, copy);
            }
            if let Some(copy) = silo {
                places.put(true, silo_archived, copy);
            }
            assert_eq!(told(&places), expected);
            let is_from_user = expected.starts_with("said by user");
            let is_archived = if is_from_user {
                silo_archived
            } else {
                workspace_archived
            };
            let state = if is_archived {
                State::Archived
            } else {
                State::Settled
            };
            assert_eq!(places.only().state, state, "the copy that counts tells");
        }
    }
}

#[test]
fn missing_files_leave_the_other_copy_to_decide() {
    let places = Places::new();
    places.put(
        false,
        false,
        Copy {
            events: Some(1),
            base_config: None,
            metadata: None,
        },
    );
    places.put(
        true,
        false,
        Copy {
            events: None,
            base_config: None,
            metadata: Some(1),
        },
    );
    assert_eq!(told(&places), "said by workspace, titled by user");
}

#[test]
fn a_copy_that_becomes_the_newer_one_is_read_on() {
    let places = Places::new();
    places.put(false, false, copy(1, 1, 1).expect("a copy"));
    places.put(true, false, copy(2, 2, 2).expect("a copy"));
    let store = places.store();
    let mut conversation = store.open(store.resolve("17800000001").expect("listed"));
    let first = conversation.refresh().expect("readable").expect("new");
    assert_eq!(first.events[0].text("message"), Some("said by user"));
    places.put(false, false, copy(3, 1, 1).expect("a copy"));
    let second = conversation.refresh().expect("readable").expect("new");
    assert_eq!(
        (second.keep, second.events[0].text("message")),
        (0, Some("said by workspace"))
    );
}

#[test]
fn the_users_workspaces_are_listed_without_the_workspace() {
    let places = Places::new();
    places.put(true, false, copy(1, 1, 1).expect("a copy"));
    let stores = JpStore::all(&places.user_data());
    assert_eq!(stores.len(), 1);
    let list = stores[0].list().expect("readable");
    assert_eq!(list[0].id, "jp~c17800000001-abc12");
    assert_eq!(list[0].workspace.as_deref(), Some("my-work"));
}

#[test]
fn a_held_lock_means_running_and_an_open_question_waiting() {
    let places = Places::new();
    places.put(true, false, copy(1, 1, 1).expect("a copy"));
    let locks = places.silo().join("locks");
    fs::create_dir_all(&locks).expect("a folder");
    let path = locks.join("jp-c17800000001.lock");
    fs::write(
        &path,
        json!({"pid": std::process::id(), "session": "s"}).to_string(),
    )
    .expect("written");
    let lock = File::open(&path).expect("open");
    if cfg!(target_os = "linux") {
        assert_eq!(
            places.only().state,
            State::Settled,
            "a file that nobody holds is left over"
        );
    }
    lock.lock().expect("locked");
    assert_eq!(places.only().state, State::Running);

    let question =
        json!([{"timestamp": "2026-01-01 00:00:00.0", "type": "inquiry_request", "id": "q"}]);
    let events = places
        .silo()
        .join("conversations")
        .join(FOLDER)
        .join("events.json");
    fs::write(events, format!("{question:#}")).expect("written");
    assert_eq!(places.only().state, State::Waiting);
}

#[test]
fn reading_writes_nothing() {
    let places = Places::new();
    places.put(false, false, copy(1, 1, 1).expect("a copy"));
    places.put(true, true, copy(2, 2, 2).expect("a copy"));
    let before = tree(places.root.path());
    told(&places);
    assert_eq!(tree(places.root.path()), before);
}

/// Real conversations, split over both places in every way: each is read as if it lay in one.
#[test]
fn real_conversations_split_over_two_places_are_whole() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SERVE_WEB_SHARED").map_or(beside, PathBuf::from);
    let samples = shared.join("samples/jp");
    if !samples.is_dir() {
        println!("skipped: no samples at {}", samples.display());
        return;
    }
    let given = JpStore::at(&samples, None).expect("a store");
    let given = given.list().expect("readable");
    // Where the whole copy lies, and where an older one that lacks its end.
    let ways: [&[(bool, bool)]; 5] = [
        &[(false, true)],
        &[(true, true)],
        &[(false, true), (true, true)],
        &[(false, true), (true, false)],
        &[(false, false), (true, true)],
    ];
    for turn in 0..ways.len() {
        let places = Places::new();
        for (n, summary) in given.iter().enumerate() {
            for (in_silo, is_whole) in ways[(n + turn) % ways.len()] {
                places.put_sample(&summary.path, *in_silo, *is_whole);
            }
        }
        let store = places.store();
        let list = store.list().expect("readable");
        let told = |list: &[Summary]| {
            let mut told: Vec<_> = list
                .iter()
                .map(|s| (s.title.clone(), s.last_words.clone()))
                .collect();
            told.sort();
            told
        };
        assert_eq!(told(&list), told(&given), "turn {turn}");
        for summary in list {
            let id = store.resolve(&summary.id).expect("listed");
            let events = store
                .open(id)
                .refresh()
                .expect("readable")
                .expect("new")
                .events;
            let original = given
                .iter()
                .find(|g| g.title == summary.title)
                .expect("given");
            let stored: Vec<serde_json::Value> =
                serde_json::from_slice(&fs::read(&original.path).expect("there")).expect("JSON");
            assert_eq!(
                events.len(),
                stored.len(),
                "{:?}, turn {turn}",
                summary.title
            );
        }
    }
}

/// All paths below a folder with their times and sizes.
fn tree(folder: &Path) -> Vec<(PathBuf, Option<SystemTime>, u64)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("readable").flatten() {
            let metadata = entry.metadata().expect("metadata");
            if metadata.is_dir() {
                folders.push(entry.path());
            }
            all.push((entry.path(), metadata.modified().ok(), metadata.len()));
        }
    }
    all.sort();
    all
}
