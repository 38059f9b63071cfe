//! Stores that are deleted and made again while a reader follows them: it ends with what a cold
//! reader has.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod live_support;
mod support;

use conversation::ViewState;
use live_support::{Client, Served};
use serde_json::{Value, json};
use server::{App, Assets, config::Config, router};
use sources::agents::Machine;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use support::{TestServer, fixtures};
use wire::ServerMessage;

/// One agent's conversation, and how its store is made with these words.
struct Case {
    id: &'static str,
    folder: PathBuf,
    make: fn(&Path, &str),
}

fn cases(home: &Path) -> [Case; 4] {
    [
        Case {
            id: "jp~c17800000001-abcde",
            folder: home.join("w/.jp"),
            make: jp,
        },
        Case {
            id: "claude~aaaaaaaa-0000-4000-8000-000000000001",
            folder: home.join(".claude"),
            make: claude,
        },
        Case {
            id: "codex~019c4700-0000-7000-8000-000000000004",
            folder: home.join(".codex"),
            make: codex,
        },
        Case {
            id: "goose",
            folder: home.join(".local/share/goose"),
            make: goose,
        },
    ]
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("written");
}

fn jp(folder: &Path, words: &str) {
    write(&folder.join(".id"), "abcde");
    let event =
        json!({"timestamp": "2026-01-01 00:00:00.0", "type": "chat_response", "message": words});
    let path = folder.join("conversations/17800000001/events.json");
    write(&path, &json!([event]).to_string());
}

fn claude(folder: &Path, words: &str) {
    let line = json!({"uuid": "u1", "parentUuid": null, "sessionId": "s", "timestamp": "2026-01-01T00:00:00.000Z",
        "type": "user", "message": {"role": "user", "content": words}});
    let path = folder.join("projects/-p/aaaaaaaa-0000-4000-8000-000000000001.jsonl");
    write(&path, &format!("{line}\n"));
}

fn codex(folder: &Path, words: &str) {
    let id = "019c4700-0000-7000-8000-000000000004";
    let at = "2026-02-10T10:00:01.000Z";
    let meta = json!({"timestamp": at, "type": "session_meta", "payload": {"id": id, "timestamp": at, "cwd": "/w"}});
    let said = json!({"timestamp": at, "type": "response_item", "payload": {"type": "message", "role": "assistant",
        "content": [{"type": "output_text", "text": words}]}});
    let name = format!("sessions/2026/02/10/rollout-2026-02-10T10-00-00-{id}.jsonl");
    write(&folder.join(name), &format!("{meta}\n{said}\n"));
}

fn goose(folder: &Path, words: &str) {
    let sql = fs::read_to_string(fixtures().join("goose/v16.sql")).expect("a fixture");
    let path = folder.join("sessions/sessions.db");
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let database = rusqlite::Connection::open(path).expect("a database");
    database.execute_batch(&sql).expect("made");
    let content = json!([{"type": "text", "text": words}]).to_string();
    let insert = "insert into messages (message_id, session_id, role, content_json, created_timestamp) \
        values ('new', '20261001_1', 'assistant', ?1, 1790000000)";
    database.execute(insert, [content]).expect("inserted");
}

fn serve(home: &Path) -> TestServer {
    drop(any_spawner::Executor::init_tokio());
    let machine = Machine {
        variable: &|name| match name {
            "HOME" => Some(home.into()),
            "JP_USER_DATA_DIR" => Some(home.join("none").into()),
            _ => None,
        },
        folder: &home.join("w"),
        restoration: Arc::default(),
        cache: None,
    };
    let (app, stop) = App::new(machine.stores(), Config::default(), Assets::Embedded);
    TestServer::of(router(app), stop)
}

/// The id of the conversation; goose's has a hash of the store in it.
async fn id_of(served: &Served, case: &Case) -> String {
    let list = served.server.get("/api/conversations").await.json();
    let ids = list["data"].as_array().expect("a list").iter();
    let mut ids = ids.filter_map(|entry| entry["id"].as_str());
    let found = ids.find(|id| match case.id {
        "goose" => id.starts_with("goose~") && id.contains("20261001_1"),
        whole => *id == whole,
    });
    found
        .unwrap_or_else(|| panic!("no {} in {list}", case.id))
        .to_owned()
}

/// Folds what is sent until this is said.
async fn hear(client: &mut Client, state: &mut ViewState, words: &str) {
    while !json!(state.items()).to_string().contains(words) {
        apply(state, &client.hear().await);
    }
}

fn apply(state: &mut ViewState, message: &Value) {
    if let Some(ServerMessage::Frames { body, .. }) = wire::read(&message.to_string()) {
        for change in body.frames {
            let _has_changed = state.apply(change);
        }
    }
}

#[tokio::test]
async fn a_store_that_is_made_again_is_followed_on() {
    let home = tempfile::tempdir().expect("a folder");
    let cases = cases(home.path());
    for case in &cases {
        (case.make)(&case.folder, "first words");
    }
    let served = Served::of(serve(home.path())).await;
    for case in &cases {
        let id = id_of(&served, case).await;
        let subscribe = json!({"type": "subscribe", "sub": 1, "conversation": id, "view": "user"});
        let mut client = served.connect().await;
        client.say(&subscribe).await;
        let mut state = ViewState::default();
        hear(&mut client, &mut state, "first words").await;

        fs::remove_dir_all(&case.folder).expect("deleted");
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        (case.make)(&case.folder, "other words");
        hear(&mut client, &mut state, "other words").await;

        let mut cold = served.connect().await;
        cold.say(&subscribe).await;
        let mut read = ViewState::default();
        hear(&mut cold, &mut read, "other words").await;
        assert_eq!(state.items(), read.items(), "{id}");
    }
}
