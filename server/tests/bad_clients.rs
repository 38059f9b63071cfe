//! Clients that do what no good one does: they harm nobody but themselves.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod command_support;
mod live_support;
mod support;

use axum::http::Request;
use command_support::start;
use futures_util::{SinkExt as _, StreamExt as _, future::join_all};
use live_support::{Client, ID, PATIENCE, Served, said, write};
use serde_json::{Value, json};
use std::{fs, path::Path, time::Duration};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};
use tokio_tungstenite::{connect_async, tungstenite::Message};

#[tokio::test]
async fn binary_messages_are_left_alone_and_long_ones_end_the_connection() {
    let served = Served::with(&[said(0, "a")]).await;
    let mut client = served.connect().await;
    client.hear().await;
    for garbage in [
        Message::binary(vec![0xff; 1000]),
        Message::Ping(vec![1].into()),
    ] {
        client.socket.send(garbage).await.expect("sent");
    }
    assert_eq!(client.subscribe(1, None).await["type"], "frames");
    let long = Message::text("x".repeat(16 * 1024 + 1));
    client.socket.send(long).await.expect("sent");
    let end = tokio::time::timeout(PATIENCE, async {
        while let Some(Ok(_)) = client.socket.next().await {}
    });
    end.await.expect("it is closed");
}

#[tokio::test]
async fn a_position_of_another_conversation_is_a_reset() {
    let served = Served::with(&[said(0, "a"), said(1, "b")]).await;
    let mut client = served.connect().await;
    client.hear().await;
    let own = client.subscribe(1, None).await["position"].clone();
    let own = own.as_str().expect("a position");
    write(&served.root, &[said(0, "other"), said(1, "b")]);
    for position in [
        own,
        "",
        "x",
        "0-0000000000000000",
        "behind~x",
        "99999-ffffffffffffffff",
    ] {
        let mut client = served.connect().await;
        client.hear().await;
        let first = client.subscribe(2, Some(position)).await;
        let window = &first["frames"][0]["window"];
        // Nothing comes before the position of nothing: that one counts.
        let texts = if position.starts_with("0-0") && first["frames"][0]["type"] == "put" {
            &first["frames"][0]["item"]["event"]["message"]
        } else {
            &window["items"][0]["event"]["message"]
        };
        assert_eq!(texts, "other", "{position}: {first}");
        let path = format!("/api/conversations/{ID}/stream?position={position}");
        let request = Request::get(path).header("host", "localhost");
        let streamed = served
            .server
            .first_chunk(request.header("last-event-id", position))
            .await;
        assert!(streamed.contains("other"), "{position}: {streamed}");
    }
}

#[tokio::test]
async fn too_many_subscriptions_are_refused_and_the_others_go_on() {
    let served = Served::with(&[said(0, "a")]).await;
    let mut client = served.connect().await;
    client.hear().await;
    for sub in 0..640 {
        let answer = client.subscribe(sub, None).await;
        let expected = if sub < 64 { "frames" } else { "error" };
        assert_eq!(
            (&answer["type"], &answer["sub"]),
            (&json!(expected), &json!(sub))
        );
    }
    write(&served.root, &[said(0, "a"), said(1, "b")]);
    let mut told: Vec<u64> = Vec::new();
    while told.len() < 64 {
        let news = client.hear().await;
        // The status comes by itself.
        if news["frames"][0]["type"] == "put" {
            told.push(news["sub"].as_u64().expect("a number"));
        }
    }
    told.sort_unstable();
    assert_eq!(told, (0..64).collect::<Vec<_>>());
}

#[tokio::test]
async fn fifty_connections_of_one_page_hear_everything() {
    let served = Served::with(&[said(0, "a")]).await;
    let connect = || async {
        let mut client = served.connect().await;
        client.hear().await;
        for sub in 0..8 {
            client.subscribe(sub, None).await;
        }
        client
    };
    let mut clients: Vec<Client> = join_all((0..50).map(|_| connect())).await;
    write(&served.root, &[said(0, "a"), said(1, "b")]);
    for client in &mut clients {
        let mut n_told = 0;
        while n_told < 8 {
            let told = client.hear().await;
            n_told += usize::from(told["frames"][0]["item"]["event"]["message"] == "b");
        }
    }
}

/// What a window of a page holds at most, in bytes of text.
const WINDOW: usize = 768 * 1024;

/// A workspace whose conversation fills a window.
fn full(root: &Path) {
    let folder = root.join(".jp/conversations").join(ID);
    fs::create_dir_all(&folder).expect("a folder");
    let text = "x".repeat(WINDOW / 10);
    let event = |n: u32| {
        let start = json!({"type": "turn_start", "timestamp": "2026-01-01 00:00:00.0"});
        [start, said(n, &text)]
    };
    let events: Vec<Value> = (0..20).flat_map(event).collect();
    fs::write(folder.join("events.json"), json!(events).to_string()).expect("written");
}

/// What four clients may cost that never read, in bytes: of each what waits for it and what is on its
/// way, and what each of the threads that make windows keeps of one. All that they ask for would be
/// four hundred windows.
const MOST_GROWN: usize = 72 * 1024 * 1024;

/// The memory of a process that is in no file, in bytes.
fn memory(pid: u32) -> usize {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a status");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number
        .and_then(|n| n.parse::<usize>().ok())
        .expect("a number")
        * 1024
}

async fn connected(authority: &str) -> Client {
    let (socket, _) = connect_async(format!("ws://{authority}/api/live"))
        .await
        .expect("a connection");
    let mut client = Client { socket };
    client.hear().await;
    client
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_client_that_never_reads_costs_a_bounded_memory() {
    let root = tempfile::tempdir().expect("a folder");
    full(root.path());
    let path = root.path().display().to_string();
    let (running, line) = start(&[&path, "--new", "--port", "0"], Path::new("/"));
    let authority = line
        .trim()
        .trim_start_matches("serve-web: http://")
        .trim_end_matches('/');
    let mut reading = connected(authority).await;
    let cursor = reading.subscribe(0, None).await["frames"][0]["window"]["before"].clone();
    let before = memory(running.child.id());

    let mut silent = Vec::new();
    for _ in 0..4 {
        let mut client = connected(authority).await;
        for sub in 0..64 {
            let message =
                json!({"type": "subscribe", "sub": sub, "conversation": ID, "view": "user"});
            client.say(&message).await;
        }
        // Ten times as many as may be asked for at once, each as large as a window.
        for _ in 0..80 {
            client
                .say(&json!({"type": "older", "sub": 0, "before": cursor}))
                .await;
        }
        silent.push(client);
    }
    // A reader that reads is answered as before, and the others have been served meanwhile.
    for sub in 1..20 {
        reading.subscribe(sub, None).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let grown = memory(running.child.id()).saturating_sub(before);
    assert!(
        grown < MOST_GROWN,
        "{grown} bytes for {} clients",
        silent.len()
    );
}

/// More of them than there are threads that read.
const SILENT: usize = 40;

#[tokio::test]
async fn clients_that_ask_for_everything_and_never_read_hold_up_nobody() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join(".jp/conversations").join(ID);
    fs::create_dir_all(&folder).expect("a folder");
    // More than the buffers of a connection hold.
    let text = "x".repeat(WINDOW / 10);
    let event = |n: u32| {
        let start = json!({"type": "turn_start", "timestamp": "2026-01-01 00:00:00.0"});
        [start, said(n, &text)]
    };
    let events: Vec<Value> = (0..400).flat_map(event).collect();
    fs::write(folder.join("events.json"), json!(events).to_string()).expect("written");
    let path = root.path().display().to_string();
    let (_running, line) = start(&[&path, "--new", "--port", "0"], Path::new("/"));
    let authority = line
        .trim()
        .trim_start_matches("serve-web: http://")
        .trim_end_matches('/');
    let mut silent = Vec::new();
    for n in 0..SILENT {
        let mut client = TcpStream::connect(authority).await.expect("a connection");
        let path = match n % 2 {
            0 => format!("/api/conversations/{ID}/events?limit=all"),
            _ => format!("/c/{ID}?print=1"),
        };
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        client.write_all(request.as_bytes()).await.expect("sent");
        // It has begun to answer.
        client.readable().await.expect("an answer");
        silent.push(client);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut reading = connected(authority).await;
    assert_eq!(reading.subscribe(0, None).await["type"], "frames");
}
