//! Following conversations over the network, as a page and as another program do.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod live_support;
mod support;

use axum::http::{Request, header};
use futures_util::{SinkExt as _, StreamExt as _};
use live_support::{ID, PATIENCE, Served, said, write};
use serde_json::{Value, json};
use std::fs;
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

#[tokio::test]
async fn a_page_gets_a_window_then_what_is_new() {
    let served = Served::with(&[said(0, "first")]).await;
    let mut client = served.connect().await;
    assert_eq!(client.hear().await["type"], "hello");
    let first = client.subscribe(7, None).await;
    assert_eq!(
        (&first["type"], &first["sub"]),
        (&json!("frames"), &json!(7))
    );
    assert_eq!(first["frames"][0]["type"], "reset");
    assert_eq!(
        first["frames"][0]["window"]["items"][0]["event"]["message"],
        "first"
    );
    assert_eq!(first["frames"][1]["type"], "status");

    write(&served.root, &[said(0, "first"), said(1, "second")]);
    let next = client.hear().await;
    assert_eq!(next["frames"][0]["type"], "put");
    assert_eq!(next["frames"][0]["item"]["event"]["message"], "second");
    assert_eq!(
        next["frames"][0]["after"],
        first["frames"][0]["window"]["items"][0]["side"]["key"]
    );
    assert_ne!(next["position"], first["position"]);
}

#[tokio::test]
async fn of_a_text_that_grows_only_what_was_added_travels() {
    let served = Served::with(&[said(0, "first"), said(1, "It begins")]).await;
    let mut client = served.connect().await;
    client.hear().await;
    let first = client.subscribe(1, None).await;
    let old = first["frames"][0]["window"]["items"][1]["side"].clone();
    let text = "It begins\nand goes on";
    write(&served.root, &[said(0, "first"), said(1, text)]);
    let grow = client.hear().await["frames"][0].clone();
    assert_eq!(
        (&grow["type"], &grow["key"], &grow["text"]),
        (&json!("grow"), &old["key"], &json!("\nand goes on"))
    );
    assert_eq!((&grow["block"], &grow["at"]), (&json!(0), &json!(9)));
    assert_eq!(grow["lines"], 2);
    assert_ne!(grow["rev"], old["rev"]);
    // A cold reader has the same revision.
    let mut cold = served.connect().await;
    cold.hear().await;
    let read = cold.subscribe(1, None).await;
    let item = &read["frames"][0]["window"]["items"][1];
    assert_eq!(item["event"]["message"], text);
    assert_eq!(item["side"]["rev"], grow["rev"]);
}

#[tokio::test]
async fn a_page_that_comes_back_gets_exactly_what_it_missed() {
    let served = Served::with(&[said(0, "a")]).await;
    let mut client = served.connect().await;
    client.hear().await;
    let position = client.subscribe(1, None).await["position"]
        .as_str()
        .map(str::to_owned);
    drop(client);
    write(&served.root, &[said(0, "a"), said(1, "b"), said(2, "c")]);

    let mut client = served.connect().await;
    client.hear().await;
    let missed = client.subscribe(1, position.as_deref()).await;
    let texts: Vec<&Value> = missed["frames"]
        .as_array()
        .expect("frames")
        .iter()
        .filter(|frame| frame["type"] == "put")
        .map(|frame| &frame["item"]["event"]["message"])
        .collect();
    assert_eq!(texts, ["b", "c"]);

    let foreign = client.subscribe(2, Some("1-00000000000000ff")).await;
    assert_eq!(foreign["frames"][0]["type"], "reset");
}

#[tokio::test]
async fn one_connection_has_many_subscriptions_and_ends_them_one_by_one() {
    let served = Served::with(&[said(0, "a")]).await;
    let mut client = served.connect().await;
    client.hear().await;
    client.subscribe(1, None).await;
    client.subscribe(2, None).await;
    client.say(&json!({"type": "unsubscribe", "sub": 1})).await;
    // The answer to this comes behind the end of the first.
    client
        .say(&json!({"type": "older", "sub": 1, "before": "0-0000000000000000"}))
        .await;
    assert_eq!(client.hear().await["error"]["code"], "not_found");
    write(&served.root, &[said(0, "a"), said(1, "b")]);
    assert_eq!(client.hear().await["sub"], 2);
}

#[tokio::test]
async fn newer_stretches_lead_from_the_beginning_to_the_end() {
    let all: Vec<Value> = (0..450).map(|n| said(n * 2, &n.to_string())).collect();
    let served = Served::with(&all).await;
    let mut client = served.connect().await;
    client.hear().await;
    client.subscribe(1, None).await;
    let (mut texts, mut ask) = (Vec::new(), json!({"type": "newer", "sub": 1}));
    loop {
        client.say(&ask).await;
        let newer = client.hear().await;
        assert_eq!(newer["type"], "newer");
        assert_eq!(newer["window"].get("before").is_none(), texts.is_empty());
        texts.append(&mut texts_of(&newer["window"]));
        if newer["is_end"] == true {
            break;
        }
        let items = newer["window"]["items"].as_array().expect("items");
        let key = items.last().expect("an item")["side"]["key"].as_str();
        let after = format!("behind~{}", key.expect("a key"));
        ask = json!({"type": "newer", "sub": 1, "after": after});
    }
    assert_eq!(texts, (0..450).map(|n| n.to_string()).collect::<Vec<_>>());

    let unknown = json!({"type": "newer", "sub": 1, "after": "behind~none"});
    client.say(&unknown).await;
    assert_eq!(client.hear().await["error"]["code"], "unknown_position");
}

#[tokio::test]
async fn older_stretches_are_sent_when_asked_for() {
    let events: Vec<Value> = (0..450)
        .map(|n| said(n, &format!("m{n}")))
        .flat_map(|event| {
            // A turn's start between them keeps each message a text of its own.
            [
                event,
                json!({"timestamp": "2026-01-01 01:00:00.0", "type": "config_delta", "delta": {}}),
            ]
        })
        .collect();
    let served = Served::with(&events).await;
    let mut client = served.connect().await;
    client.hear().await;
    let window = client.subscribe(1, None).await["frames"][0]["window"].clone();
    let mut texts = texts_of(&window);
    let mut before = window["before"].clone();
    while let Some(cursor) = before.as_str().map(str::to_owned) {
        client
            .say(&json!({"type": "older", "sub": 1, "before": cursor}))
            .await;
        let older = client.hear().await;
        assert_eq!(older["type"], "older");
        texts.splice(0..0, texts_of(&older["window"]));
        before = older["window"]["before"].clone();
    }
    let all: Vec<String> = (0..450).map(|n| format!("m{n}")).collect();
    assert_eq!(texts, all);
}

fn texts_of(window: &Value) -> Vec<String> {
    let items = window["items"].as_array().expect("items").iter();
    items
        .map(|item| {
            item["event"]["message"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        })
        .collect()
}

#[tokio::test]
async fn the_list_is_sent_and_sent_again_when_it_changes() {
    let served = Served::with(&[said(0, "a")]).await;
    let mut client = served.connect().await;
    client.hear().await;
    client
        .say(&json!({"type": "subscribe_list", "sub": 4, "query": {"filter": "", "limit": 10}}))
        .await;
    let first = client.hear().await;
    assert_eq!((&first["type"], &first["sub"]), (&json!("list"), &json!(4)));
    assert_eq!(first["window"]["n_all"], 1);
    assert_eq!(first["window"]["entries"][0]["last_words"], "a");

    // The folder of the list is watched, what lies in a conversation's folder is not: a new one says
    // that something changed.
    let another = served.root.path().join(".jp/conversations/17800000002");
    fs::create_dir_all(&another).expect("a folder");
    fs::write(another.join("events.json"), "[]").expect("written");
    let mut window = Value::Null;
    while window["n_all"] != 2 {
        window = client.hear().await["window"].clone();
    }

    client
        .say(&json!({"type": "subscribe_list", "sub": 4, "query": {"filter": "none", "limit": 10}}))
        .await;
    let filtered = client.hear().await;
    assert_eq!(filtered["window"]["n_found"], 0);
    assert_eq!(filtered["window"]["n_all"], 2);
}

#[tokio::test]
async fn garbage_is_answered_and_the_connection_lives() {
    let served = Served::with(&[said(0, "a")]).await;
    let mut client = served.connect().await;
    client.hear().await;
    for garbage in [
        "",
        "{",
        "[]",
        "{\"type\":\"shout\"}",
        "{\"type\":\"subscribe\"}",
    ] {
        client
            .socket
            .send(Message::text(garbage))
            .await
            .expect("sent");
        let answer = client.hear().await;
        assert_eq!(
            (&answer["type"], &answer["error"]["code"]),
            (&json!("error"), &json!("bad_parameter"))
        );
    }
    client
        .say(&json!({"type": "subscribe", "sub": 3, "conversation": "none", "view": "user"}))
        .await;
    let missing = client.hear().await;
    assert_eq!(
        (&missing["sub"], &missing["error"]["code"]),
        (&json!(3), &json!("not_found"))
    );
    assert_eq!(client.subscribe(3, None).await["type"], "frames");
}

#[tokio::test]
async fn a_connection_of_another_site_is_refused() {
    let served = Served::with(&[]).await;
    let mut request = format!("ws://{}/api/live", served.address)
        .into_client_request()
        .expect("a request");
    request
        .headers_mut()
        .insert("origin", "http://evil.example".parse().expect("a value"));
    let refused = connect_async(request)
        .await
        .expect_err("refused")
        .to_string();
    assert!(refused.contains("403"), "{refused}");
}

#[tokio::test]
async fn a_stop_ends_connections_and_streams() {
    let served = Served::with(&[said(0, "a")]).await;
    let mut client = served.connect().await;
    client.hear().await;
    let path = format!("/api/conversations/{ID}/stream");
    let stream = served.server.get(&path);
    served.server.stop.ask();
    let (closed, stream) = tokio::join!(client.hear(), tokio::time::timeout(PATIENCE, stream));
    assert_eq!(closed["type"], "close");
    stream.expect("the stream ends");
}

#[tokio::test]
async fn an_event_stream_has_positions_as_ids_and_goes_on_after_one() {
    let served = Served::with(&[said(0, "a"), said(1, "b")]).await;
    let path = format!("/api/conversations/{ID}/stream?view=user");
    let first = first_event(&served, Request::get(&path)).await;
    assert!(first.0.starts_with("2-"), "{}", first.0);
    assert_eq!(first.1["frames"][0]["type"], "reset");
    assert_eq!(first.1["position"], first.0);

    write(&served.root, &[said(0, "a"), said(1, "b"), said(2, "c")]);
    let again = first_event(
        &served,
        Request::get(&path).header("last-event-id", &first.0),
    )
    .await;
    assert_eq!(again.1["frames"][0]["type"], "put");
    assert_eq!(again.1["frames"][0]["item"]["event"]["message"], "c");
}

/// The id and data of the first event of a stream.
async fn first_event(served: &Served, request: axum::http::request::Builder) -> (String, Value) {
    use tower::ServiceExt as _;
    let request = request
        .header(header::HOST, "localhost")
        .body(axum::body::Body::empty());
    let response = served
        .server
        .router()
        .oneshot(request.expect("a request"))
        .await
        .expect("an answer");
    let mut body = response.into_body().into_data_stream();
    let mut text = String::new();
    while !text.contains("\n\n") {
        let piece = tokio::time::timeout(PATIENCE, body.next())
            .await
            .expect("in time");
        text += &String::from_utf8_lossy(&piece.expect("a piece").expect("a good one"));
    }
    let field = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    assert_eq!(field("event:"), "frames");
    (
        field("id:"),
        serde_json::from_str(&field("data:")).expect("JSON"),
    )
}
