//! The privacy border: nothing that is made for the user view holds a byte of what that view
//! withholds. Markers stand in every place from which something could come; every output is searched
//! for them.
//!
//! `WITHHELD-…` must be in no output. `PASSING-…` must be there, so that the search is of something.
//! `EXCEPTION-…` are the few things that may come from what is withheld, each tested by its name.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod support;

use axum::http::header;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};
use support::{TestServer, fixtures};
use tempfile::TempDir;
use tokio_tungstenite::{connect_async, tungstenite::Message};

const ID: &str = "17800000009";
/// Far longer than any answer takes, so that a test that fails ends.
const PATIENCE: Duration = Duration::from_secs(20);

/// A workspace that holds the marked conversation.
struct Marked {
    root: TempDir,
    server: TestServer,
}

impl Marked {
    fn new() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let folder = folder(root.path());
        fs::create_dir_all(&folder).expect("a folder");
        for file in ["metadata.json", "base_config.json", "events.json"] {
            fs::copy(fixtures().join("border").join(file), folder.join(file)).expect("copied");
        }
        let server = TestServer::at(root.path());
        Self { root, server }
    }

    async fn get(&self, path: &str) -> String {
        self.server.get(path).await.body
    }

    /// Everything that is made for the user view. A new output is a line more.
    async fn outputs(&self) -> Vec<(&'static str, String)> {
        let api = format!("/api/conversations/{ID}");
        vec![
            ("list", self.get("/api/conversations").await),
            ("conversation", self.get(&api).await),
            ("events", self.get(&format!("{api}/events?view=user")).await),
            (
                "all events",
                self.get(&format!("{api}/events?view=user&limit=all")).await,
            ),
            ("blobs", self.blobs().await),
            ("event stream", self.event_stream().await),
            ("frames", self.frames().await),
            ("page", self.page(&format!("/c/{ID}")).await),
            ("whole page", self.page(&format!("/c/{ID}?print=1")).await),
            (
                "page around an event",
                self.page(&format!("/c/{ID}?at={}", self.key().await)).await,
            ),
            ("page of the list", self.get("/").await),
            ("print", self.print(&["--view", "user"])),
            (
                "print as JSON",
                self.print(&["--view", "user", "--format", "json"]),
            ),
            (
                "print as markdown",
                self.print(&["--view", "user", "--format", "markdown"]),
            ),
        ]
    }

    async fn page(&self, path: &str) -> String {
        let answer = self.server.get(path).await;
        let address = answer.header("location").to_owned();
        if address.is_empty() {
            answer.body
        } else {
            self.get(&address).await
        }
    }

    async fn user_events(&self) -> Value {
        let path = format!("/api/conversations/{ID}/events?view=user");
        self.server.get(&path).await.json()
    }

    /// The key of the result that passes in part.
    async fn key(&self) -> String {
        let body = self.user_events().await;
        let side = body["side"].as_array().expect("sides");
        let result = side
            .iter()
            .find(|side| side["tool"]["name"] == "EXCEPTION-01-tool-name");
        result.expect("the result")["key"]
            .as_str()
            .expect("a key")
            .to_owned()
    }

    /// What every blob of every event is, by any key, through the user view.
    async fn blobs(&self) -> String {
        let raw = self
            .server
            .get(&format!("/api/conversations/{ID}/events?view=raw"))
            .await
            .json();
        let mut all = String::new();
        for side in raw["side"].as_array().expect("sides") {
            for n in 0..16 {
                let key = side["key"].as_str().expect("a key");
                let path = format!("/api/conversations/{ID}/blob/{key}/{n}?view=user");
                all += &self.get(&path).await;
            }
        }
        all
    }

    async fn event_stream(&self) -> String {
        let path = format!("/api/conversations/{ID}/stream?view=user");
        let request = axum::http::Request::get(path).header(header::HOST, "localhost:1");
        self.server.first_chunk(request).await
    }

    /// A reset, and then the same events as they come in one by one.
    async fn frames(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = self.server.router();
        tokio::spawn(async move { axum::serve(listener, router).await });
        let events: Vec<Value> = serde_json::from_slice(
            &fs::read(fixtures().join("border/events.json")).expect("events"),
        )
        .expect("JSON");
        let (mut socket, _) = connect_async(format!("ws://{address}/api/live"))
            .await
            .expect("a connection");
        let subscribe = json!({"type": "subscribe", "sub": 1, "conversation": ID, "view": "user"});
        socket
            .send(Message::text(subscribe.to_string()))
            .await
            .expect("sent");
        let mut heard = String::new();
        let end = json!({"timestamp": "2026-07-01 11:00:00.0", "type": "chat_response", "message": "the end"});
        for n in [0, events.len() / 2, events.len()] {
            let mut written = events[..n].to_vec();
            if n == events.len() {
                written.push(end.clone());
            }
            let file = folder(self.root.path()).join("events.json");
            fs::write(
                file.with_extension("tmp"),
                serde_json::to_vec(&written).expect("JSON"),
            )
            .expect("written");
            fs::rename(file.with_extension("tmp"), file).expect("renamed");
        }
        while !heard.contains("the end") {
            let message = tokio::time::timeout(PATIENCE, socket.next()).await;
            if let Message::Text(text) = message
                .expect("in time")
                .expect("a message")
                .expect("a good one")
            {
                heard += &text;
            }
        }
        fs::copy(
            fixtures().join("border/events.json"),
            folder(self.root.path()).join("events.json"),
        )
        .expect("copied");
        heard
    }

    fn print(&self, options: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_serve-web"))
            .arg("print")
            .arg(folder(self.root.path()))
            .args(options)
            .env("JP_USER_DATA_DIR", self.root.path().join("none"))
            .env("XDG_CONFIG_HOME", self.root.path().join("none"))
            .output()
            .expect("it runs");
        [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .concat()
    }
}

fn folder(root: &Path) -> PathBuf {
    root.join(".jp/conversations").join(ID)
}

/// The text, and the same with every long run of base64 digits decoded.
fn with_base64_read(text: &str) -> String {
    let is_digit = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    let runs = text.split(|c| !is_digit(c)).filter(|run| run.len() >= 16);
    let decoded = runs.filter_map(|run| String::from_utf8(STANDARD.decode(run).ok()?).ok());
    let decoded: Vec<String> = decoded.collect();
    format!("{text}\n{}", decoded.join("\n"))
}

#[tokio::test]
async fn nothing_that_is_withheld_is_in_any_output_of_the_user_view() {
    let marked = Marked::new();
    for (name, output) in marked.outputs().await {
        let read = with_base64_read(&output);
        let found: Vec<String> = read
            .split("WITHHELD")
            .skip(1)
            .map(|rest| rest.chars().take(50).collect())
            .collect();
        assert_eq!(found, Vec::<String>::new(), "{name}");
    }
}

#[tokio::test]
async fn what_passes_is_in_every_output_that_has_events() {
    let marked = Marked::new();
    for (name, output) in marked.outputs().await {
        if ["list", "conversation", "blobs", "page of the list"].contains(&name) {
            continue;
        }
        for passing in [
            "PASSING-01",
            "PASSING-02",
            "PASSING-03",
            "PASSING-05",
            "EXCEPTION-03",
        ] {
            assert!(output.contains(passing), "{name} lacks {passing}");
        }
    }
}

#[tokio::test]
async fn every_marker_is_in_the_raw_view() {
    let marked = Marked::new();
    let raw = marked
        .get(&format!("/api/conversations/{ID}/events?limit=all"))
        .await;
    let read = with_base64_read(&raw);
    let stored = fs::read_to_string(fixtures().join("border/events.json")).expect("events");
    let stored = with_base64_read(&stored);
    let mut n_markers = 0;
    for rest in stored.split("WITHHELD-").skip(1) {
        let number: String = rest.chars().take(2).collect();
        let marker = format!("WITHHELD-{number}");
        n_markers += 1;
        assert!(
            read.contains(&marker),
            "{marker} is nowhere: it would be found nowhere else either"
        );
    }
    assert!(n_markers > 50, "{n_markers}");
}

#[tokio::test]
async fn exception_the_name_of_a_tool_stands_beside_its_result_and_never_in_it() {
    let marked = Marked::new();
    let body = marked.user_events().await;
    assert!(body["side"].to_string().contains("EXCEPTION-01"));
    assert!(!body["data"].to_string().contains("EXCEPTION-01"));
    assert!(
        !body.to_string().contains("EXCEPTION-02"),
        "of no dropped result"
    );
    assert!(
        marked
            .page(&format!("/c/{ID}"))
            .await
            .contains("EXCEPTION-01")
    );
}

#[tokio::test]
async fn exception_a_restored_message_comes_from_its_call_and_says_so() {
    let body = Marked::new().user_events().await;
    let events = body["data"].as_array().expect("events");
    let restored = events
        .iter()
        .find(|event| event["id"] == "c3")
        .expect("the result");
    assert_eq!(restored["metadata"]["serve-web/restored"], "call");
    assert!(restored["content"].to_string().contains("EXCEPTION-03"));
}

#[tokio::test]
async fn exception_the_title_comes_from_the_conversations_own_metadata() {
    let marked = Marked::new();
    for path in [
        "/".to_owned(),
        "/api/conversations".to_owned(),
        format!("/api/conversations/{ID}"),
    ] {
        assert!(marked.get(&path).await.contains("EXCEPTION-04"), "{path}");
    }
}
