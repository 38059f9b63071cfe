//! Real conversations, where they are at hand: `SERVE_WEB_SHARED`, by default `../shared`.

mod real_samples;

use conversation::View;
use real_samples::sample;
use serde_json::Value;
use sources::{Conversation as _, UNREADABLE, jp::JpStore};
use std::collections::BTreeMap;

fn by_kind<'a>(types: impl Iterator<Item = Option<&'a str>>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for kind in types {
        *counts.entry(kind.unwrap_or("none").to_owned()).or_default() += 1;
    }
    counts
}

#[test]
fn every_jp_conversation_is_read_whole() {
    let Some(folder) = sample("jp") else { return };
    let store = JpStore::at(&folder, None).expect("a conversations folder");
    let list = store.list().expect("readable");
    assert!(list.len() >= 17, "{} conversations", list.len());
    for summary in list {
        let id = store.resolve(&summary.id).expect("listed");
        let mut conversation = store.open(id);
        let events = conversation
            .refresh()
            .expect("readable")
            .expect("new")
            .events;
        let stored: Vec<Value> =
            serde_json::from_slice(&std::fs::read(&summary.path).expect("the file")).expect("JSON");

        let kinds = by_kind(stored.iter().map(|event| event["type"].as_str()));
        assert_eq!(
            by_kind(events.iter().map(|event| event.text("type"))),
            kinds,
            "{}",
            summary.id
        );
        assert!(
            events
                .iter()
                .all(|event| event.text("type") != Some(UNREADABLE))
        );
        assert!(
            events.iter().all(|event| event.at_ms().is_some()),
            "{}",
            summary.id
        );
        assert!(
            events
                .iter()
                .any(|event| View::User.project(event).is_some())
        );
    }
}
