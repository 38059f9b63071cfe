//! The stores of all agents through the router: listed, served whole in every view, and followed.

mod support;

use server::{App, Assets, config::Config, router};
use sources::{Store, agents::Machine, restore::Restoration};
use std::{
    fs::{self, File},
    io::Write as _,
    path::Path,
    sync::Arc,
};
use support::{TestServer, fixtures};

/// The stores that a person has whose home holds what the fixtures hold.
fn stores(home: &Path) -> Vec<Arc<dyn Store>> {
    let machine = Machine {
        variable: &|name| match name {
            "HOME" => Some(home.into()),
            "CLAUDE_CONFIG_DIR" => Some(fixtures().join("claude").into()),
            "CODEX_HOME" => Some(fixtures().join("codex/home").into()),
            "JP_USER_DATA_DIR" => Some(home.join("none").into()),
            _ => None,
        },
        folder: &fixtures().join("jp/workspace"),
        restoration: Arc::new(Restoration::default()),
        cache: None,
    };
    machine.stores()
}

fn serve(stores: Vec<Arc<dyn Store>>) -> TestServer {
    drop(any_spawner::Executor::init_tokio());
    let (app, stop) = App::new(stores, Config::default(), Assets::Embedded);
    TestServer::of(router(app), stop)
}

#[tokio::test]
async fn every_conversation_of_every_agent_is_served_whole_in_every_view() {
    let home = tempfile::tempdir().expect("a folder");
    let sessions = home.path().join(".local/share/goose/sessions");
    fs::create_dir_all(&sessions).expect("a folder");
    for old in ["a-name.jsonl", "20250724_101500.jsonl"] {
        fs::copy(fixtures().join("goose/old").join(old), sessions.join(old)).expect("copied");
    }
    let server = serve(stores(home.path()));
    let list = server.get("/api/conversations").await.json();
    let list = list["data"].as_array().expect("a list");
    for agent in ["jp", "claude", "codex", "goose"] {
        let n = list.iter().filter(|entry| entry["agent"] == agent).count();
        assert!(n >= 2, "{agent} has {n}");
    }
    for entry in list {
        let id = entry["id"].as_str().expect("an id");
        for view in ["raw", "user", "provider"] {
            let path = format!("/api/conversations/{id}/events?view={view}&limit=all");
            let answer = server.get(&path).await;
            let is_broken = entry["state"] == "broken";
            assert!(
                answer.status.is_success() || is_broken,
                "{path}: {}",
                answer.body
            );
            let page = server.get(&format!("/c/{id}?view={view}")).await;
            assert!(
                page.status.is_success() || is_broken,
                "{id} in {view}: {}",
                page.status
            );
        }
    }
}

#[tokio::test]
async fn a_session_that_grows_is_followed() {
    let home = tempfile::tempdir().expect("a folder");
    let project = home.path().join(".claude/projects/-p");
    fs::create_dir_all(&project).expect("a folder");
    let path = project.join("aaaaaaaa-0000-4000-8000-000000000001.jsonl");
    let mut file = File::create(&path).expect("a file");
    let line = |n: u32, role: &str, text: &str| {
        format!(
            r#"{{"uuid":"u{n}","parentUuid":null,"sessionId":"s","timestamp":"2026-01-01T00:00:0{n}.000Z","type":"{role}","message":{{"id":"m{n}","role":"{role}","content":[{{"type":"text","text":"{text}"}}]}}}}"#
        ) + "\n"
    };
    file.write_all(line(1, "user", "Count the places.").as_bytes())
        .expect("written");
    let machine = Machine {
        variable: &|name| (name == "HOME").then(|| home.path().into()),
        folder: home.path(),
        restoration: Arc::default(),
        cache: None,
    };
    let server = serve(machine.stores());
    let events = "/api/conversations/claude~aaaaaaaa-0000-4000-8000-000000000001/events?view=user";
    let before = server.get(events).await.json();
    let text = before["data"].to_string();
    assert!(text.contains("Count the places."), "{text}");

    file.write_all(line(2, "assistant", "There are 14.").as_bytes())
        .expect("written");
    let after = before["after"].as_str().expect("a cursor");
    let new = server.get(&format!("{events}&after={after}")).await.json();
    let messages: Vec<_> = new["data"]
        .as_array()
        .expect("events")
        .iter()
        .map(|event| event["message"].clone())
        .collect();
    assert_eq!(messages, ["There are 14."]);
}
