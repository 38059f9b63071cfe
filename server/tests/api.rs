//! The JSON API.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod support;

use axum::http::StatusCode;
use serde_json::{Value, json};
use std::fs;
use support::{CUT_OFF, EVERY_KIND, NO_LIST, NOTE, TestServer, fixtures};

async fn events(server: &TestServer, query: &str) -> Value {
    server
        .get(&format!("/api/conversations/{NOTE}/events{query}"))
        .await
        .json()
}

fn types(body: &Value) -> Vec<&str> {
    let data = body["data"].as_array().expect("events");
    data.iter()
        .map(|event| event["type"].as_str().unwrap_or_default())
        .collect()
}

#[tokio::test]
async fn the_list_has_the_names_of_the_api() {
    let body = TestServer::new().get("/api/conversations").await.json();
    let list = body["data"].as_array().expect("a list");
    let note = list
        .iter()
        .find(|entry| entry["id"] == NOTE)
        .expect("listed");
    assert_eq!(note["title"], "A note in the middle");
    assert_eq!(note["agent"], "jp");
    assert_eq!(note["workspace"], "workspace");
    assert_eq!(note["updated_at"], "2026-05-29T19:42:45.1Z");
    assert_eq!(note["events"], Value::Null);
    assert_eq!(note["state"], "settled");
    assert!(
        note["path"]
            .as_str()
            .is_some_and(|path| path.ends_with("events.json"))
    );
    let broken = list.iter().filter(|entry| entry["state"] == "broken");
    assert!(broken.into_iter().all(|entry| entry["problem"].is_string()));
}

#[tokio::test]
async fn one_conversation_is_found_in_every_spelling() {
    let server = TestServer::new();
    for id in [
        NOTE,
        "17800000001",
        "jp-c17800000001",
        "jp-c17800000001-fix01",
    ] {
        let body = server.get(&format!("/api/conversations/{id}")).await.json();
        assert_eq!(body["data"]["id"], NOTE, "{id}");
        assert_eq!(body["data"]["events"], 13);
    }
    let missing = server.get("/api/conversations/jp-c1-other").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    assert_eq!(missing.json()["error"]["code"], "not_found");
}

#[tokio::test]
async fn raw_events_are_all_events_and_the_user_view_is_what_is_addressed_to_the_person() {
    let server = TestServer::new();
    let raw = events(&server, "").await;
    assert_eq!(types(&raw).len(), 13);
    let user = events(&server, "?view=user").await;
    assert_eq!(
        types(&user),
        [
            "turn_start",
            "chat_request",
            "tool_call_response",
            "tool_call_response",
            "tool_call_response",
            "chat_response",
            "chat_response",
        ]
    );
    assert_eq!(user["data"][3]["content"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        user["data"][3]["content"][0]["text"],
        "**Phase 1**: 2 of 14 places moved."
    );
}

#[tokio::test]
async fn the_side_is_parallel_and_nothing_is_added_to_the_events() {
    let server = TestServer::new();
    let user = events(&server, "?view=user").await;
    let sides = user["side"].as_array().expect("a side");
    assert_eq!(sides.len(), 7);
    assert_eq!(sides[2]["tool"], json!({"name": "fs_grep_files"}));
    assert_eq!(sides[5]["region"], sides[6]["region"]);
    assert_ne!(sides[5]["key"], sides[6]["key"]);
    assert_eq!(user["data"][1], events(&server, "").await["data"][1]);
}

#[tokio::test]
async fn an_unknown_view_or_limit_is_an_error_that_names_what_there_is() {
    let server = TestServer::new();
    for (query, words) in [
        ("?view=chat", "the views are raw, user and provider"),
        ("?limit=0", "a number from 1 to 10000, or all"),
        ("?limit=many", "a number from 1 to 10000, or all"),
        ("?after=x", "not a position"),
    ] {
        let answer = server
            .get(&format!("/api/conversations/{NOTE}/events{query}"))
            .await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        let error = &answer.json()["error"];
        assert_eq!(error["code"], "bad_parameter");
        assert!(
            error["message"].as_str().is_some_and(|m| m.contains(words)),
            "{error}"
        );
    }
}

#[tokio::test]
async fn cursors_lead_through_all_events_in_both_directions() {
    let server = TestServer::new();
    for view in ["raw", "user", "provider"] {
        let all = events(&server, &format!("?view={view}")).await["data"].clone();
        let mut forwards = Vec::new();
        let mut query = format!("?view={view}&limit=2");
        loop {
            let page = events(&server, &query).await;
            let data = page["data"].as_array().expect("events").clone();
            if data.is_empty() {
                break;
            }
            forwards.extend(data);
            let after = page["after"].as_str().expect("a cursor");
            query = format!("?view={view}&limit=2&after={after}");
        }
        assert_eq!(Value::Array(forwards), all);

        let end = events(&server, &format!("?view={view}")).await["after"].clone();
        let mut before = end.as_str().map(str::to_owned);
        let mut backwards: Vec<Value> = Vec::new();
        while let Some(cursor) = before {
            let page = events(&server, &format!("?view={view}&limit=2&before={cursor}")).await;
            backwards.splice(0..0, page["data"].as_array().expect("events").clone());
            before = page["before"].as_str().map(str::to_owned);
        }
        assert_eq!(Value::Array(backwards), all);
    }
}

#[tokio::test]
async fn a_stream_of_all_is_the_same_as_pages() {
    let server = TestServer::new();
    for view in ["raw", "user"] {
        let all = events(&server, &format!("?view={view}&limit=all")).await;
        let page = events(&server, &format!("?view={view}")).await;
        assert_eq!(all, page);
    }
}

#[tokio::test]
async fn a_position_of_another_text_is_gone() {
    let server = TestServer::new();
    let path = format!("/api/conversations/{NOTE}/events?after=3-00000000000000ff");
    let answer = server.get(&path).await;
    assert_eq!(answer.status, StatusCode::GONE);
    assert_eq!(answer.json()["error"]["code"], "unknown_position");
}

#[tokio::test]
async fn the_source_is_the_stored_record() {
    let server = TestServer::new();
    let key = "202605291942411-tool_call_request";
    let answer = server
        .get(&format!("/api/conversations/{NOTE}/events/{key}/source"))
        .await;
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    let path = fixtures()
        .join("jp/workspace/.jp/conversations/17800000001-a-note-in-the-middle/events.json");
    let stored = fs::read_to_string(path).expect("the file");
    assert!(answer.body.contains("\"b2xkX25hbWU=\""), "{}", answer.body);
    assert!(stored.contains(&answer.body));
    let missing = server
        .get(&format!("/api/conversations/{NOTE}/events/none/source"))
        .await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn broken_conversations_give_what_is_readable() {
    let server = TestServer::new();
    let cut = server
        .get(&format!("/api/conversations/{CUT_OFF}/events"))
        .await
        .json();
    assert_eq!(types(&cut), ["chat_request"]);
    let about = server
        .get(&format!("/api/conversations/{CUT_OFF}"))
        .await
        .json();
    assert_eq!(about["data"]["state"], "broken");
    assert!(
        about["data"]["problem"]
            .as_str()
            .is_some_and(|p| p.contains("in the middle of event 2"))
    );
    let none = server
        .get(&format!("/api/conversations/{NO_LIST}/events"))
        .await;
    assert_eq!((none.status, types(&none.json())), (StatusCode::OK, vec![]));
}

#[tokio::test]
async fn every_kind_is_served_in_the_raw_view() {
    let server = TestServer::new();
    let raw = server
        .get(&format!("/api/conversations/{EVERY_KIND}/events"))
        .await
        .json();
    let path = fixtures().join("jp/workspace/.jp/conversations/17700000002-every-kind/events.json");
    let stored: Value =
        serde_json::from_str(&fs::read_to_string(path).expect("there")).expect("JSON");
    assert_eq!(raw["data"], stored);
}

#[tokio::test]
async fn every_sample_is_served_whole_in_every_view() {
    let Some(folder) = support::samples("jp") else {
        return;
    };
    let server = TestServer::at(&folder);
    let list = server.get("/api/conversations").await.json();
    for entry in list["data"].as_array().expect("a list") {
        let id = entry["id"].as_str().expect("an id");
        let path = entry["path"].as_str().expect("a path");
        let stored: Vec<Value> =
            serde_json::from_slice(&fs::read(path).expect("there")).expect("JSON");
        let raw = server
            .get(&format!("/api/conversations/{id}/events?limit=all"))
            .await
            .json();
        let kinds = |list: &[Value]| {
            let mut kinds: Vec<String> = list.iter().map(|e| e["type"].to_string()).collect();
            kinds.sort();
            kinds
        };
        assert_eq!(
            kinds(raw["data"].as_array().expect("events")),
            kinds(&stored),
            "{id}"
        );
        for view in ["user", "raw", "provider"] {
            let page = server.get(&format!("/c/{id}?view={view}")).await;
            assert_eq!(page.status, StatusCode::OK, "{id} {view}");
            assert!(
                page.body.contains("class=\"row "),
                "{id} {view} shows nothing"
            );
        }
    }
}
