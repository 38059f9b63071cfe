//! Pages as the server renders them.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod support;

use axum::http::{Request, StatusCode, header};
use support::{CUT_OFF, EVERY_KIND, NOTE, TestServer};

/// The page's state, as its program would read it.
fn state(page: &str) -> wire::PageState {
    let (_, rest) = page.split_once("id=\"page-state\">").expect("a state");
    let (json, _) = rest.split_once("</script>").expect("its end");
    wire::read(json).expect("a page's state")
}

#[tokio::test]
async fn the_user_view_shows_the_note_and_not_the_acknowledgement() {
    let page = TestServer::new().get(&format!("/c/{NOTE}")).await;
    assert_eq!(page.status, StatusCode::OK);
    for words in [
        "<strong>Phase 1</strong>: 2 of 14 places moved.",
        "Ada Example",
        "the third file is read-only:",
        "src/lib.rs:3: old_name()",
        "fs_grep_files",
    ] {
        assert!(page.body.contains(words), "{words}");
    }
    for withheld in [
        "Message shown to user.",
        "Count the calls first.",
        "Apply the change?",
        "limit",
    ] {
        assert!(!page.body.contains(withheld), "{withheld}");
    }
}

#[tokio::test]
async fn the_raw_view_has_requests_reasoning_and_every_block() {
    let page = TestServer::new().get(&format!("/c/{NOTE}?view=raw")).await;
    for words in [
        "Message shown to user.",
        "Count the calls first.",
        "Apply the change?",
        "for the model",
        "for you",
    ] {
        assert!(page.body.contains(words), "{words}");
    }
}

#[tokio::test]
async fn a_text_in_pieces_is_one_message() {
    let page = TestServer::new().get(&format!("/c/{NOTE}")).await;
    assert_eq!(page.body.matches("class=\"row assistant\"").count(), 1);
    assert!(page.body.contains("the third file is read-only:</p>"));
}

#[tokio::test]
async fn the_state_has_no_text_that_stands_in_the_page_but_the_last() {
    let page = TestServer::new().get(&format!("/c/{NOTE}")).await;
    let state = state(&page.body);
    assert_eq!(state.window.items.len(), 7);
    let skeletons = state
        .window
        .items
        .iter()
        .filter(|item| item.is_skeleton)
        .count();
    assert_eq!(skeletons, 5, "all but the two pieces of the last message");
    let json = serde_json::to_string(&state.window.items[..5]).expect("JSON");
    for text in ["Move every call of `old_name` to", "\"text\":\"**Phase 1**"] {
        assert!(!json.contains(text), "{text}");
    }
}

#[tokio::test]
async fn a_page_can_begin_at_an_event() {
    let server = TestServer::new();
    let page = server.get(&format!("/c/{NOTE}?view=raw&at=a1b2c3e")).await;
    assert!(page.body.contains("id=\"e-a1b2c3e\""));
    let missing = server.get(&format!("/c/{NOTE}?at=none")).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    assert!(missing.body.contains("there is no event"));
}

#[tokio::test]
async fn other_spellings_lead_to_the_one_address() {
    let answer = TestServer::new().get("/c/jp-c17800000001?view=raw").await;
    assert_eq!(answer.status, StatusCode::PERMANENT_REDIRECT);
    assert_eq!(answer.header("location"), format!("/c/{NOTE}?view=raw"));
}

#[tokio::test]
async fn the_list_links_every_conversation_and_says_what_is_broken() {
    let page = TestServer::new().get("/").await;
    for words in [
        "href=\"/c/jp~c17800000001-fix01#end\"",
        "A note in the middle",
        "Partly unreadable",
        "Archived",
        "metadata.json cannot be read",
    ] {
        assert!(page.body.contains(words), "{words}");
    }
}

#[tokio::test]
async fn the_address_of_the_list_filters_and_limits() {
    let server = TestServer::new();
    let n_entries = |page: &str| page.matches("<li data-state=").count();
    assert_eq!(n_entries(&server.get("/").await.body), 7);
    let filtered = server.get("/?filter=THE%20middle").await.body;
    assert_eq!(n_entries(&filtered), 1);
    assert!(filtered.contains("A note in the middle") && filtered.contains("1 of 7"));
    let limited = server.get("/?limit=3").await.body;
    assert_eq!(n_entries(&limited), 3);
    assert!(limited.contains("Show more (4)"));
    assert_eq!(
        n_entries(&server.get("/?limit=many").await.body),
        7,
        "a bad limit is the usual one"
    );
}

#[tokio::test]
async fn an_empty_store_says_where_it_looked_and_what_helps() {
    let root = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(root.path().join(".jp/conversations")).expect("a folder");
    let page = TestServer::at(root.path()).get("/").await;
    for words in [
        "No conversations here yet.",
        "jp query",
        &root.path().display().to_string(),
    ] {
        assert!(page.body.contains(words), "{words}");
    }
}

#[tokio::test]
async fn a_broken_conversation_shows_what_is_readable_and_what_is_wrong() {
    let page = TestServer::new().get(&format!("/c/{CUT_OFF}")).await;
    assert!(page.body.contains("Still here."));
    assert!(page.body.contains("ends in the middle of event 2"));
}

#[tokio::test]
async fn text_of_any_field_is_never_markup() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join(".jp/conversations/17800000001");
    std::fs::create_dir_all(&folder).expect("a folder");
    let evil = "</script><img src=x onerror=alert(1)>";
    let events = serde_json::json!([
        {"timestamp": evil, "type": "chat_request", "content": evil, "author": evil, "event_id": evil},
        {"timestamp": evil, "type": "tool_call_request", "id": evil, "name": evil, "arguments": {evil: evil}},
        {"timestamp": evil, "type": "tool_call_response", "id": evil, "content": [
            {"type": evil, evil: evil}, {"type": "image", "mimeType": evil, "data": "AAAA"},
            {"type": "text", "text": evil, "mimeType": evil, "annotations": {"audience": ["user"]}}]},
        {"timestamp": evil, "type": evil, evil: evil},
        {"timestamp": evil, "type": "chat_response", "message": evil},
    ]);
    std::fs::write(folder.join("events.json"), events.to_string()).expect("written");
    let metadata = serde_json::json!({"title": evil, "last_activated_at": evil});
    std::fs::write(folder.join("metadata.json"), metadata.to_string()).expect("written");
    let server = TestServer::at(root.path());
    for path in [
        "/",
        "/c/17800000001",
        "/c/17800000001?view=raw",
        "/c/17800000001?view=provider",
    ] {
        let path = match server.get(path).await {
            answer if answer.status.is_redirection() => answer.header("location").to_owned(),
            _ => path.to_owned(),
        };
        let page = server.get(&path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(!page.body.contains("<img"), "{path}");
        assert!(!page.body.contains("</script><"), "{path}");
    }
}

#[tokio::test]
async fn the_cookies_set_theme_and_zone() {
    let server = TestServer::new();
    let cookies =
        "serve-web-theme-8765=dark; serve-web-zone-8765=Pacific%2FApia; serve-web-theme-1=light";
    let request = Request::get(format!("/c/{NOTE}"))
        .header(header::HOST, "localhost:8765")
        .header(header::COOKIE, cookies);
    let page = server.ask(request).await;
    assert!(
        page.body
            .contains("data-theme=\"dark\" data-zone=\"Pacific/Apia\"")
    );
    assert!(
        page.body.contains("title=\"30 May 2026, 08:42:36\""),
        "the clock of Apia"
    );
    assert!(page.body.contains("datetime=\"2026-05-29T19:42:36Z\""));
}

#[tokio::test]
async fn every_kind_has_a_row_in_the_raw_view() {
    let page = TestServer::new()
        .get(&format!("/c/{EVERY_KIND}?view=raw"))
        .await;
    for words in [
        "compaction",
        "event_overlay",
        "something_new",
        "config_delta",
        "inquiry_response",
        "interrupted",
        "Put in by the host",
    ] {
        assert!(page.body.contains(words), "{words}");
    }
    assert!(page.body.contains("Structured answer"));
}
