use super::*;
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};

const NOW: &str = "2026-11-16T09:30:00Z";

fn now() -> Timestamp {
    NOW.parse().expect("a time")
}

/// The folders of the conversations, the finished one first.
fn folders(workspace: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(workspace.join(".jp/conversations")).expect("listed");
    let mut folders: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

fn events(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("events.json")).expect("read");
    assert!(text.ends_with("]\n"), "{text}");
    serde_json::from_str(&text).expect("an array")
}

fn is_locked(workspace: &Path) -> bool {
    let locks = fs::read_dir(workspace.join(".jp/locks")).expect("listed");
    locks.count() == 1
}

#[test]
fn every_step_adds_one_event_and_changes_none() {
    let root = tempfile::tempdir().expect("a folder");
    let path = root.path().join("w");
    let workspace = Workspace::create(&path).expect("a workspace");
    let mut player = begin(&workspace, now()).expect("begun");
    let running = folders(&path)[1].clone();
    let (mut clock, mut known) = (now(), events(&running));
    assert!(known.is_empty());
    while let Some(pause) = player.pause() {
        clock += pause;
        player.step(clock).expect("written");
        let events = events(&running);
        assert_eq!(events.len(), known.len() + 1);
        assert_eq!(events[..known.len()], known);
        let is_over = player.pause().is_none();
        let is_between = events
            .last()
            .is_some_and(|event| event["type"] == "chat_response")
            && !is_locked(&path);
        assert!(
            is_locked(&path) || is_over || is_between,
            "{}",
            events.len()
        );
        known = events;
    }
    let expected: Vec<Value> = moments::moments(&running::SCRIPT)
        .expect("a script")
        .into_iter()
        .map(|moment| Value::Object(moment.event))
        .collect();
    for event in &mut known {
        let fields = event.as_object_mut().expect("an object");
        assert!(fields.shift_remove("timestamp").is_some());
    }
    assert_eq!(known, expected);
    assert!(!is_locked(&path));
    player.step(clock).expect("nothing is left to do");
    assert_eq!(events(&running).len(), known.len());
    let left = fs::read_dir(&running).expect("listed").count();
    assert_eq!(left, 3, "metadata, configuration and events alone");
}

#[test]
fn it_takes_as_long_as_a_person_watches() {
    let length = |script| {
        let moments = moments::moments(script).expect("a script");
        moments.iter().map(|moment| moment.pause).sum::<Duration>()
    };
    let seconds = length(&running::SCRIPT).as_secs();
    assert!((60..=100).contains(&seconds), "{seconds} s");
}

#[test]
fn it_has_every_kind_of_event() {
    let moments = moments::moments(&running::SCRIPT).expect("a script");
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for moment in &moments {
        let event = &moment.event;
        let mut kind = event["type"].as_str().expect("a type").to_owned();
        for name in ["message", "reasoning", "data", "schema"] {
            if event.contains_key(name) {
                kind = format!("{kind} {name}");
            }
        }
        if event.get("content").is_some_and(Value::is_array) {
            kind += " blocks";
        }
        if event
            .get("is_error")
            .is_some_and(|is_error| is_error == true)
        {
            kind += " error";
        }
        *kinds.entry(kind).or_default() += 1;
    }
    let n_pieces = kinds.remove("chat_response message").unwrap_or_default();
    assert!(n_pieces > 40, "{n_pieces} pieces");
    let expected = [
        ("chat_request", 1),
        ("chat_request schema", 1),
        ("chat_response data", 1),
        ("chat_response reasoning", 2),
        ("inquiry_request", 1),
        ("inquiry_response", 1),
        ("tool_call_request", 10),
        ("tool_call_response", 7),
        ("tool_call_response blocks", 2),
        ("tool_call_response error", 1),
        ("turn_start", 2),
    ];
    let expected = expected.map(|(kind, n)| (kind.to_owned(), n));
    assert_eq!(kinds, BTreeMap::from(expected));
}

#[test]
fn speed_divides_the_pauses_and_0_leaves_none_out() {
    let pause = Duration::from_secs(5);
    for (speed, expected) in [(1.0, 5_000), (10.0, 500), (0.5, 10_000), (0.0, 0)] {
        assert_eq!(faster(pause, speed), Duration::from_millis(expected));
    }
}

#[test]
fn dropping_it_ends_the_player_and_deletes_the_folder() {
    let demo = Demo::start(1.0).expect("started");
    let path = demo.path();
    let folders = folders(&path);
    assert_eq!(folders.len(), 2);
    assert_eq!(
        events(&folders[1]).len(),
        2,
        "the question is there at once"
    );
    let is_settled = events(&folders[0])
        .last()
        .is_some_and(|event| event["type"] == "chat_response");
    assert!(is_settled && is_locked(&path));
    drop(demo);
    assert!(!path.exists() && !path.parent().is_some_and(Path::exists));
}
