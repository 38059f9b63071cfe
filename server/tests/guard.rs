//! Who may ask, and what every answer says of what a page may do.

mod support;

use axum::http::{Method, Request, StatusCode, header};
use support::{NOTE, TestServer};

async fn status(headers: &[(&str, &str)]) -> StatusCode {
    let mut request = Request::get("/api/conversations");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    TestServer::new().ask(request).await.status
}

#[tokio::test]
async fn other_hosts_are_refused() {
    for host in [
        "localhost:8765",
        "127.0.0.1:8765",
        "[::1]:8765",
        "LOCALHOST",
    ] {
        assert_eq!(status(&[("host", host)]).await, StatusCode::OK, "{host}");
    }
    for host in [
        "evil.example:8765",
        "127.0.0.1.evil.example",
        "0.0.0.0:8765",
        "localhost.:8765",
    ] {
        assert_eq!(
            status(&[("host", host)]).await,
            StatusCode::FORBIDDEN,
            "{host}"
        );
    }
    assert_eq!(status(&[]).await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn other_origins_are_refused() {
    let host = ("host", "localhost:8765");
    assert_eq!(
        status(&[host, ("origin", "http://localhost:8765")]).await,
        StatusCode::OK
    );
    for origin in [
        "http://evil.example",
        "http://localhost:9999",
        "null",
        "https://localhost",
    ] {
        assert_eq!(
            status(&[host, ("origin", origin)]).await,
            StatusCode::FORBIDDEN,
            "{origin}"
        );
    }
}

#[tokio::test]
async fn requests_that_another_site_makes_are_refused_and_links_are_followed() {
    let host = ("host", "localhost:8765");
    for site in ["cross-site", "same-site"] {
        let site = ("sec-fetch-site", site);
        assert_eq!(status(&[host, site]).await, StatusCode::FORBIDDEN);
        let frame = [
            host,
            site,
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "iframe"),
        ];
        assert_eq!(status(&frame).await, StatusCode::FORBIDDEN);
        let link = [
            host,
            site,
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert_eq!(status(&link).await, StatusCode::OK);
    }
    assert_eq!(
        status(&[host, ("sec-fetch-site", "same-origin")]).await,
        StatusCode::OK
    );
}

#[tokio::test]
async fn every_answer_has_the_policy() {
    let server = TestServer::new();
    let long = format!("/c/{NOTE}");
    for path in [
        "/",
        &long,
        "/c/none",
        "/none",
        "/api/none",
        "/api/conversations",
        "/assets/none.js",
        "/favicon.svg",
    ] {
        let answer = server.get(path).await;
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe-inline"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
    }
    let refused = server
        .ask(Request::get("/").header(header::HOST, "evil.example"))
        .await;
    assert!(
        refused
            .header("content-security-policy")
            .contains("default-src 'none'")
    );
}

#[tokio::test]
async fn nothing_but_reading_is_answered() {
    let server = TestServer::new();
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
        let request = Request::builder().method(method).uri("/api/conversations");
        let answer = server.ask(request.header(header::HOST, "localhost")).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(answer.json()["error"]["code"], "method_not_allowed");
    }
}
