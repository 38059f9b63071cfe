//! All of a conversation on one page, as it is printed.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod support;

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use support::{NOTE, TestServer};
use tower::ServiceExt as _;

const PATH: &str = "/c/jp~c17800000001-whole";

fn server_of(events: &[Value]) -> (TestServer, tempfile::TempDir) {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join(".jp/conversations/17800000001");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(root.path().join(".jp/.id"), "whole").expect("written");
    std::fs::write(folder.join("events.json"), json!(events).to_string()).expect("written");
    std::fs::write(folder.join("metadata.json"), "{\"title\":\"Whole\"}").expect("written");
    (TestServer::at(root.path()), root)
}

fn asks(n: usize) -> Value {
    json!({"timestamp": "2026-05-29T19:42:36Z", "type": "chat_request", "content": format!("#{n} asks")})
}

fn turn() -> Value {
    json!({"timestamp": "2026-05-29T19:42:36Z", "type": "turn_start"})
}

/// The `id`s of the rows, in order.
fn rows(page: &str) -> Vec<&str> {
    let parts = page.split("id=\"e-").skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[tokio::test]
async fn it_has_every_row_once_and_nothing_to_press() {
    let events: Vec<Value> = (0..950).map(asks).collect();
    let (server, _root) = server_of(&events);
    let page = server.get(&format!("{PATH}?print=1")).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let texts = page.body.split(">#").skip(1);
    let numbers: Vec<usize> = texts
        .filter_map(|text| text.split(' ').next()?.parse().ok())
        .collect();
    assert_eq!(numbers, (0..950).collect::<Vec<_>>());
    assert_eq!(rows(&page.body).len(), 950);
    assert!(page.body.ends_with("</html>\n"));
    for absent in [
        "<script",
        "<button",
        "class=\"views\"",
        "class=\"older\"",
        "class=\"later\"",
    ] {
        assert!(!page.body.contains(absent), "{absent}");
    }
}

#[tokio::test]
async fn it_has_the_rows_of_the_usual_page_in_each_view() {
    let server = TestServer::new();
    for view in ["user", "raw", "provider"] {
        let usual = server.get(&format!("/c/{NOTE}?view={view}")).await.body;
        let whole = server
            .get(&format!("/c/{NOTE}?view={view}&print=1"))
            .await
            .body;
        assert!(!rows(&usual).is_empty());
        assert_eq!(rows(&whole), rows(&usual), "{view}");
        assert!(usual.contains(&format!("/c/{NOTE}?view={view}&amp;print=1")));
    }
}

#[tokio::test]
async fn it_comes_in_pieces() {
    let events: Vec<Value> = (0..950).map(asks).collect();
    let (server, _root) = server_of(&events);
    let request = Request::get(format!("{PATH}?print=1")).header(header::HOST, "localhost:8765");
    let request = request.body(Body::empty()).expect("a request");
    let answer = server.router().oneshot(request).await.expect("an answer");
    let mut body = answer.into_body();
    let mut longest = 0;
    let mut n = 0;
    while let Some(frame) = body.frame().await {
        let rows = frame.expect("a frame").into_data().expect("data");
        longest = longest.max(
            String::from_utf8_lossy(&rows)
                .matches("class=\"row ")
                .count(),
        );
        n += 1;
    }
    assert_eq!(
        (n, longest),
        (7, 200),
        "five stretches, a beginning and an end"
    );
}

#[tokio::test]
async fn a_call_whose_result_stands_far_behind_it_was_not_interrupted() {
    let call = |id: &str| {
        json!({"timestamp": "2026-05-29T19:42:36Z", "type": "tool_call_request", "id": id, "name": "cargo_test",
            "arguments": {}})
    };
    let mut events = vec![turn(), call("answered"), call("open")];
    events.extend((0..450).map(asks));
    events.push(
        json!({"timestamp": "2026-05-29T19:42:36Z", "type": "tool_call_response", "id": "answered",
        "content": [{"type": "text", "text": "ok"}]}),
    );
    let (server, _root) = server_of(&events);
    let page = server.get(&format!("{PATH}?view=raw&print=1")).await.body;
    assert_eq!(page.matches(">interrupted<").count(), 1);
}

#[tokio::test]
async fn turns_in_which_nothing_is_shown_are_told_wherever_a_stretch_ends() {
    for n_before in 195..=202 {
        let mut events: Vec<Value> = (0..n_before).map(asks).collect();
        events.extend([turn(), turn(), asks(900), turn(), asks(901)]);
        let (server, _root) = server_of(&events);
        let page = server.get(&format!("{PATH}?print=1")).await.body;
        assert_eq!(
            page.matches("class=\"row empty-turn\"").count(),
            1,
            "behind {n_before} others"
        );
    }
}

#[tokio::test]
async fn a_conversation_in_which_nothing_is_shown_says_so() {
    let (server, _root) = server_of(&[]);
    let page = server.get(&format!("{PATH}?print=1")).await.body;
    assert!(page.contains("class=\"nothing\""));
}
