//! A proxy that cuts every connection after a moment: whoever comes back with the last position ends
//! with what a cold reader has, and has had every event once.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod live_support;
mod support;

use conversation::{Change, ViewState};
use futures_util::StreamExt as _;
use live_support::{Client, ID, Served, said, write};
use serde_json::{Value, json};
use std::{collections::BTreeMap, net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional},
    net::{TcpListener, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{connect_async, tungstenite::Message};
use wire::{FramesBody, ServerMessage};

/// How many connections are cut at least.
const CUTS: usize = 25;
/// How long each lives.
const LIFE: Duration = Duration::from_millis(60);

/// Passes connections on, each for a moment.
async fn proxy(to: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let own = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut reader, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut server = TcpStream::connect(to).await.expect("the server");
                // Cut wherever it is, if within a message.
                drop(timeout(LIFE, copy_bidirectional(&mut reader, &mut server)).await);
            });
        }
    });
    own
}

/// A reader that folds what it is sent, and counts how often each event comes.
#[derive(Default)]
struct Folding {
    state: ViewState,
    position: Option<String>,
    n_put: BTreeMap<String, usize>,
    n_resets: usize,
    /// How many events a reset had.
    n_of_reset: usize,
}

impl Folding {
    fn take(&mut self, body: FramesBody) {
        for change in body.frames {
            match &change {
                Change::Put(put) => *self.n_put.entry(put.item.key().to_string()).or_default() += 1,
                Change::Reset(reset) => {
                    self.n_resets += 1;
                    self.n_of_reset = reset.window.items.len();
                }
                _ => {}
            }
            self.state.apply(change);
        }
        self.position = Some(body.position);
    }

    fn has(&self, words: &str) -> bool {
        let last = self.state.items().last();
        last.is_some_and(|item| item.event["message"] == words)
    }
}

/// Reads on a WebSocket until it is cut.
async fn read_socket(address: SocketAddr, folding: &mut Folding) {
    let Ok((socket, _)) = connect_async(format!("ws://{address}/api/live")).await else {
        return;
    };
    let mut client = Client { socket };
    let subscribe = json!({"type": "subscribe", "sub": 1, "conversation": ID, "view": "user",
        "position": folding.position});
    let said = Message::text(subscribe.to_string());
    if futures_util::SinkExt::send(&mut client.socket, said)
        .await
        .is_err()
    {
        return;
    }
    while let Some(Ok(message)) = client.socket.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        if let Some(ServerMessage::Frames { body, .. }) = wire::read(&text) {
            folding.take(body);
        }
    }
}

/// Reads server-sent events until they are cut. Half an event is none.
async fn read_events(address: SocketAddr, folding: &mut Folding) {
    let Ok(mut stream) = TcpStream::connect(address).await else {
        return;
    };
    let last = folding.position.clone();
    let last = last.map(|id| format!("Last-Event-ID: {id}\r\n"));
    let request = format!(
        "GET /api/conversations/{ID}/stream?view=user HTTP/1.0\r\nHost: localhost\r\n{}\r\n",
        last.unwrap_or_default()
    );
    if stream.write_all(request.as_bytes()).await.is_err() {
        return;
    }
    let mut rest = Vec::new();
    while stream.read_buf(&mut rest).await.is_ok_and(|n| n > 0) {
        while let Some(end) = rest.windows(2).position(|two| two == b"\n\n") {
            let event: Vec<u8> = rest.drain(..end + 2).collect();
            let event = String::from_utf8(event).expect("text");
            let data = event.lines().find_map(|line| line.strip_prefix("data: "));
            if let Some(data) = data {
                folding.take(wire::read(data).expect("frames"));
            }
        }
    }
}

async fn check(read: impl AsyncFn(SocketAddr, &mut Folding)) {
    let served = Served::with(&[said(0, "m0")]).await;
    let proxy = proxy(served.address).await;
    let mut folding = Folding::default();
    let mut events: Vec<Value> = vec![said(0, "m0")];
    let (mut n_cuts, mut last) = (0, "m0".to_owned());
    while n_cuts < CUTS || !folding.has(&last) {
        if n_cuts < CUTS {
            for _ in 0..3 {
                let n = u32::try_from(events.len()).expect("few");
                last = format!("m{n}");
                events.push(said(n, &last));
            }
        }
        let writing = async {
            // Some of it while the reader is away, some while it reads.
            write(&served.root, &events[..events.len() - 1]);
            tokio::time::sleep(LIFE / 2).await;
            write(&served.root, &events);
        };
        tokio::join!(read(proxy, &mut folding), writing);
        n_cuts += 1;
        assert!(n_cuts < CUTS * 40, "it comes through in the end");
    }
    assert_eq!(folding.state.items().len(), events.len());
    let mut cold = Folding::default();
    read(proxy, &mut cold).await;
    assert_eq!(folding.state.items(), cold.state.items());
    assert_eq!(
        folding.n_resets, 1,
        "only the first has nothing to go on from"
    );
    let doubled: Vec<_> = folding.n_put.iter().filter(|(_, n)| **n != 1).collect();
    assert!(doubled.is_empty(), "{doubled:?}");
    assert_eq!(folding.n_put.len() + folding.n_of_reset, events.len());
}

#[tokio::test]
async fn a_socket_that_is_cut_again_and_again_loses_and_doubles_nothing() {
    check(read_socket).await;
}

#[tokio::test]
async fn events_that_are_cut_again_and_again_lose_and_double_nothing() {
    check(read_events).await;
}
