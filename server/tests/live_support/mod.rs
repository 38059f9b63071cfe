//! A server on a port of its own, and clients of its WebSocket.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::allow_attributes,
    clippy::expect_used,
    reason = "each test uses a part of it, and stops at what it did not expect"
)]

use super::support::TestServer;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::{fs, net::SocketAddr, path::PathBuf, time::Duration};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

pub const ID: &str = "17800000001";
/// Far longer than any of these takes, so that a test that fails ends.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A server over a workspace with one conversation, on a port of its own.
pub struct Served {
    pub root: TempDir,
    pub address: SocketAddr,
    pub server: TestServer,
}

impl Served {
    pub async fn with(events: &[Value]) -> Self {
        let root = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(folder(&root)).expect("a folder");
        write(&root, events);
        let server = TestServer::at(root.path());
        Self {
            root,
            ..Self::of(server).await
        }
    }

    /// Serves what is there already.
    pub async fn of(server: TestServer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = server.router();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self {
            root: tempfile::tempdir().expect("a folder"),
            address,
            server,
        }
    }

    pub async fn connect(&self) -> Client {
        let (socket, _) = connect_async(format!("ws://{}/api/live", self.address))
            .await
            .expect("a connection");
        Client { socket }
    }
}

pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
}

impl Client {
    pub async fn say(&mut self, message: &Value) {
        self.socket
            .send(Message::text(message.to_string()))
            .await
            .expect("sent");
    }

    /// The next message but pings.
    pub async fn hear(&mut self) -> Value {
        loop {
            let heard = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match heard
                .expect("a message in time")
                .expect("a message")
                .expect("a good one")
            {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Close(_) => return json!({"type": "close"}),
                _ => {}
            }
        }
    }

    pub async fn subscribe(&mut self, sub: u32, position: Option<&str>) -> Value {
        self.say(
            &json!({"type": "subscribe", "sub": sub, "conversation": ID, "view": "user",
            "position": position}),
        )
        .await;
        self.hear().await
    }
}

pub fn folder(root: &TempDir) -> PathBuf {
    root.path().join(".jp/conversations").join(ID)
}

pub fn write(root: &TempDir, events: &[Value]) {
    let temporary = folder(root).join("events.json.tmp");
    fs::write(&temporary, serde_json::to_vec(events).expect("JSON")).expect("written");
    fs::rename(temporary, folder(root).join("events.json")).expect("renamed");
}

pub fn said(second: u32, text: &str) -> Value {
    json!({"timestamp": format!("2026-01-01 00:{:02}:{:02}.0", second / 60, second % 60),
        "type": "chat_response", "message": text})
}
