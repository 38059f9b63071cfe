//! What `docs/API.md` says, held against the server: its examples are read as what they are said to
//! be, answers are what is answered, and everything that has a name stands in it.

mod support;

use axum::http::{Request, header};
use serde_json::Value;
use support::TestServer;
use wire::{ClientMessage, FramesBody, ServerMessage};

const DOCUMENT: &str = include_str!("../../docs/API.md");
const ROUTER: &str = include_str!("../src/http.rs");
const MESSAGES: &str = include_str!("../../crates/wire/src/live.rs");
const CHANGES: &str = include_str!("../../crates/conversation/src/changes.rs");
const QUERY: &str = include_str!("../src/http/query.rs");
const ERRORS: &str = include_str!("../src/http/error.rs");

/// What stands between fences, with what is said behind the first: `json client`.
fn examples() -> Vec<(&'static str, &'static str)> {
    let blocks = DOCUMENT.split("```").skip(1).step_by(2);
    let examples: Vec<_> = blocks.filter_map(|block| block.split_once('\n')).collect();
    assert!(examples.len() > 6, "{examples:?}");
    examples
}

fn examples_of(kind: &str) -> Vec<&'static str> {
    let of_kind = examples().into_iter().filter(|(said, _)| *said == kind);
    let found: Vec<_> = of_kind.map(|(_, text)| text).collect();
    assert!(!found.is_empty(), "no example of {kind}");
    found
}

fn is_named(name: &str) -> bool {
    DOCUMENT.contains(&format!("`{name}`"))
}

/// The names that stand before `=>` in the arms of a `match` of this source.
fn arms(source: &str) -> Vec<&str> {
    let arms = source.lines().filter_map(|line| {
        let (name, _) = line.trim().strip_prefix('"')?.split_once("\" =>")?;
        Some(name)
    });
    let arms: Vec<_> = arms.collect();
    assert!(arms.len() > 3, "{arms:?}");
    arms
}

/// Where a conversation lies depends on the checkout.
fn without_path(mut answer: Value) -> Value {
    if let Some(path) = answer.pointer_mut("/data/path") {
        *path = "…".into();
    }
    answer
}

#[tokio::test]
async fn answers_are_what_is_answered() {
    let server = TestServer::new();
    let mut n_answers = 0;
    for (said, text) in examples() {
        let Some(path) = said.strip_prefix("json GET ") else {
            continue;
        };
        n_answers += 1;
        let answer = without_path(server.get(path).await.json());
        let written: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(written, answer, "{path}");
    }
    assert!(n_answers >= 3);
}

#[tokio::test]
async fn the_event_stream_is_what_is_streamed() {
    let server = TestServer::new();
    for (said, text) in examples() {
        let Some(path) = said.strip_prefix("text GET ") else {
            continue;
        };
        let request = Request::get(path).header(header::HOST, "localhost");
        let streamed = server.first_chunk(request).await;
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.retain(|line| !line.is_empty());
            lines.sort();
            lines
        };
        assert_eq!(sorted(text), sorted(&streamed), "{path}");
    }
}

#[test]
fn messages_and_batches_can_be_read() {
    for text in examples_of("json client").join("").lines() {
        let read: Result<ClientMessage, _> = serde_json::from_str(text);
        assert!(read.is_ok(), "{text}: {read:?}");
    }
    for text in examples_of("json server").join("").lines() {
        assert!(wire::read::<ServerMessage>(text).is_some(), "{text}");
    }
    let mut types = Vec::new();
    for text in examples_of("json frames") {
        let body: Option<FramesBody> = wire::read(text);
        let body = body.unwrap_or_else(|| panic!("no batch: {text}"));
        let written = serde_json::to_value(body.frames).expect("JSON");
        let frames = written.as_array().expect("frames").iter();
        types.extend(frames.map(|frame| frame["type"].as_str().expect("a type").to_owned()));
    }
    for name in arms(CHANGES) {
        assert!(
            types.iter().any(|said| said == name),
            "no example of {name}"
        );
    }
}

#[test]
fn every_address_and_parameter_stands_in_it() {
    let routes = ROUTER.split('"').skip(1).step_by(2);
    let routes: Vec<_> = routes.collect();
    assert!(routes.len() >= 11, "{routes:?}");
    for route in routes {
        assert!(is_named(route), "{route}");
    }
    let fields = QUERY
        .split_once("pub(super) struct ConversationQuery {")
        .and_then(|(_, rest)| rest.split_once('}'))
        .expect("the parameters");
    let names = fields.0.lines().filter_map(|line| {
        let line = line.trim().trim_start_matches("pub ");
        line.split_once(": Option").map(|(name, _)| name)
    });
    let names: Vec<_> = names.collect();
    assert!(names.len() >= 6, "{names:?}");
    for name in names {
        assert!(is_named(name), "{name}");
    }
}

#[test]
fn every_message_frame_and_code_stands_in_it() {
    let refused = serde_json::from_str::<ClientMessage>(r#"{"type":"?"}"#);
    let refused = refused.expect_err("no message").to_string();
    let said = refused.split('`').skip(3).step_by(2);
    let said: Vec<_> = said.collect();
    assert!(said.contains(&"subscribe"), "{refused}");
    for name in said.into_iter().chain(arms(MESSAGES)).chain(arms(CHANGES)) {
        assert!(is_named(name), "{name}");
    }
    let is_code =
        |text: &&str| text.len() > 4 && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let codes: Vec<_> = ERRORS
        .split('"')
        .skip(1)
        .step_by(2)
        .filter(is_code)
        .collect();
    assert!(codes.contains(&"not_found"), "{codes:?}");
    for code in codes {
        assert!(is_named(code), "{code}");
    }
}
