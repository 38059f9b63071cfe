//! Stores that are not as they should be: listed or marked, never a failure of the whole.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use sources::{
    Conversation as _, State,
    jp::{JpId, JpStore},
};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

fn workspace() -> (TempDir, PathBuf) {
    let root = tempfile::tempdir().expect("a folder");
    let conversations = root.path().join(".jp/conversations");
    fs::create_dir_all(&conversations).expect("a folder");
    (root, conversations)
}

fn conversation(folder: &Path, title: &str, at: &str) {
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("events.json"), "[]").expect("written");
    let metadata = format!("{{\"title\":\"{title}\",\"last_activated_at\":\"{at}\"}}");
    fs::write(folder.join("metadata.json"), metadata).expect("written");
}

fn titles(root: &Path) -> Vec<String> {
    let list = JpStore::at(root, None)
        .expect("a store")
        .list()
        .expect("readable");
    list.into_iter()
        .filter_map(|summary| summary.title)
        .collect()
}

#[test]
fn a_workspace_without_an_id_has_ids_of_its_place() {
    let (one, first) = workspace();
    let (two, second) = workspace();
    conversation(&first.join("17800000001"), "one", "2026-01-01 00:00:00.0");
    conversation(&second.join("17800000001"), "two", "2026-01-01 00:00:00.0");
    let id = |root: &TempDir| {
        let store = JpStore::at(root.path(), None).expect("a store");
        store.list().expect("readable").remove(0).id
    };
    assert_eq!(id(&one), id(&one));
    assert_ne!(id(&one), id(&two), "two workspaces, two conversations");
}

#[test]
fn an_id_file_that_holds_no_id_is_no_id() {
    for text in [
        "",
        "\n\n",
        "DO NOT EDIT\n../../etc\n",
        "x".repeat(200).as_str(),
    ] {
        let (root, conversations) = workspace();
        fs::write(root.path().join(".jp/.id"), text).expect("written");
        conversation(
            &conversations.join("17800000001"),
            "t",
            "2026-01-01 00:00:00.0",
        );
        let store = JpStore::at(root.path(), None).expect("a store");
        assert!(store.workspace_id().starts_with('x') && store.workspace_id().len() == 7);
    }
}

#[test]
fn of_two_folders_with_one_id_one_is_shown_and_says_so() {
    let (root, conversations) = workspace();
    conversation(
        &conversations.join("17800000001-a"),
        "first",
        "2026-01-01 00:00:00.0",
    );
    conversation(
        &conversations.join("17800000001-b"),
        "second",
        "2026-01-01 00:00:00.0",
    );
    let list = JpStore::at(root.path(), None)
        .expect("a store")
        .list()
        .expect("readable");
    assert_eq!(list.len(), 1);
    let problem = list[0].problem.as_deref().unwrap_or_default();
    assert!(problem.contains("17800000001-b"), "{problem}");
    assert_eq!(list[0].state, State::Settled, "what is shown is whole");
}

#[test]
fn a_time_in_the_future_is_a_time() {
    let (root, conversations) = workspace();
    conversation(
        &conversations.join("17800000001"),
        "now",
        "2026-01-01 00:00:00.0",
    );
    conversation(
        &conversations.join("17800000002"),
        "then",
        "2999-01-01 00:00:00.0",
    );
    assert_eq!(titles(root.path()), ["then", "now"]);
}

#[test]
fn folders_that_hold_nothing_are_broken_conversations() {
    let (root, conversations) = workspace();
    for n in 0..3000u64 {
        fs::create_dir(conversations.join((17_800_000_000 + n).to_string())).expect("a folder");
    }
    conversation(
        &conversations.join("17900000000"),
        "whole",
        "2026-01-01 00:00:00.0",
    );
    let list = JpStore::at(root.path(), None)
        .expect("a store")
        .list()
        .expect("readable");
    assert_eq!(list.len(), 3001);
    let broken = list.iter().filter(|summary| summary.state == State::Broken);
    assert!(broken.clone().all(|summary| summary.problem.is_some()));
    assert_eq!(broken.count(), 3000);
}

#[cfg(unix)]
#[test]
fn links_are_followed_once_and_loops_end() {
    use std::os::unix::fs::symlink;
    let (root, conversations) = workspace();
    let elsewhere = tempfile::tempdir().expect("a folder");
    conversation(
        &elsewhere.path().join("stored"),
        "linked",
        "2026-01-01 00:00:00.0",
    );
    symlink(
        elsewhere.path().join("stored"),
        conversations.join("17800000001"),
    )
    .expect("a link");
    symlink(
        conversations.join("17800000002"),
        conversations.join("17800000002"),
    )
    .expect("a loop");
    symlink(
        elsewhere.path().join("gone"),
        conversations.join("17800000003"),
    )
    .expect("a link");
    symlink(&conversations, conversations.join(".archive")).expect("a loop");
    let list = JpStore::at(root.path(), None)
        .expect("a store")
        .list()
        .expect("readable");
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!(list[0].title.as_deref(), Some("linked"));
}

#[test]
fn overlapping_paths_lead_to_one_store() {
    let (root, conversations) = workspace();
    conversation(
        &conversations.join("17800000001"),
        "t",
        "2026-01-01 00:00:00.0",
    );
    let id = |path: &Path| {
        JpStore::at(path, None)
            .expect("a store")
            .list()
            .expect("readable")
    };
    let ids: Vec<String> = [
        root.path().to_owned(),
        root.path().join(".jp"),
        conversations,
    ]
    .iter()
    .flat_map(|path| id(path))
    .map(|summary| summary.id)
    .collect();
    assert!(ids.iter().all(|other| *other == ids[0]), "{ids:?}");
}

#[test]
fn what_a_view_shows_is_refused_as_a_conversation() {
    for text in [
        r#"{"serve-web/projection":"user","data":[{"type":"chat_response","message":"x"}]}"#,
        r#"[{"serve-web/projection":"user"},{"type":"chat_response","message":"x"}]"#,
    ] {
        let (root, conversations) = workspace();
        let folder = conversations.join("17800000001");
        conversation(&folder, "one", "2026-01-01 00:00:00.0");
        fs::write(folder.join("events.json"), text).expect("written");
        let store = JpStore::at(root.path(), None).expect("a store");
        let id = JpId::of_folder("17800000001").expect("an id");
        let mut opened = store.open(id);
        let splice = opened.refresh().expect("readable").expect("a reading");
        assert_eq!(splice.events.len(), 0, "{text}");
        let problem = opened.problem().expect("a problem");
        assert!(problem.contains("is no conversation"), "{problem}");
    }
}
