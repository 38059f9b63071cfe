//! What a silent connection sends, so that no proxy takes it for dead: on a clock that stands still
//! while anything is done, and leaps when nothing is.

mod support;

use axum::{
    http::Request,
    serve::{Listener, ListenerExt as _},
};
use futures_util::{SinkExt as _, StreamExt as _};
use http_body_util::BodyExt as _;
use serde_json::json;
use std::{io, time::Duration};
use support::{NOTE, TestServer};
use tokio::{
    io::{DuplexStream, duplex},
    time::Instant,
};
use tokio_tungstenite::{client_async, tungstenite::Message};
use tower::ServiceExt as _;

/// What the documentation promises, in whole seconds: less than the minute after which proxies cut.
const PROMISED: Duration = Duration::from_secs(25);
const LONGEST: Duration = Duration::from_secs(30);

#[tokio::test(start_paused = true)]
async fn a_silent_stream_of_events_sends_a_comment_in_time() {
    let server = TestServer::new();
    let request = Request::get(format!("/api/conversations/{NOTE}/stream?view=user"));
    let request = request
        .header("host", "localhost")
        .body(axum::body::Body::empty());
    let answer = server.router().oneshot(request.expect("a request")).await;
    let mut body = answer.expect("an answer").into_body();
    body.frame().await.expect("the window").expect("sent");
    for _ in 0..10 {
        let begin = Instant::now();
        let frame = body.frame().await.expect("it goes on").expect("sent");
        let sent = frame.into_data().expect("data");
        assert!(sent.starts_with(b":"), "{sent:?}");
        let silence = begin.elapsed();
        assert!(silence <= LONGEST && silence >= PROMISED, "{silence:?}");
    }
}

/// One connection, and no other.
struct Once(Option<DuplexStream>);

impl Listener for Once {
    type Io = DuplexStream;
    type Addr = ();

    async fn accept(&mut self) -> (DuplexStream, ()) {
        match self.0.take() {
            Some(io) => (io, ()),
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_socket_is_pinged_in_time() {
    let server = TestServer::new();
    let (near, far) = duplex(64 * 1024);
    let listener = Once(Some(far)).tap_io(|_| {});
    tokio::spawn(axum::serve(listener, server.router()).into_future());
    let opened = client_async("ws://localhost/api/live", near).await;
    let (mut socket, _) = opened.expect("a connection");
    let subscribe = json!({"type": "subscribe", "sub": 1, "conversation": NOTE, "view": "user"});
    let sent = socket.send(Message::text(subscribe.to_string())).await;
    sent.expect("sent");
    let mut n_pings = 0;
    let mut last = Instant::now();
    while n_pings < 10 {
        let message = socket.next().await.expect("it goes on").expect("sound");
        if let Message::Ping(_) = message {
            n_pings += 1;
        }
        assert!(last.elapsed() <= LONGEST, "{:?}", last.elapsed());
        last = Instant::now();
    }
}
