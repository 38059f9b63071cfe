//! A server over the invented workspace, asked without a network.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::allow_attributes,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "each test uses a part of it, stops at what it did not expect, and says what it skips"
)]

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request, StatusCode, header},
    response::Response,
};
use http_body_util::BodyExt as _;
use serde_json::Value;
use server::{App, Assets, Stop, config::Config, router};
use sources::jp::JpStore;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tower::ServiceExt as _;

pub const NOTE: &str = "jp~c17800000001-fix01";
pub const EVERY_KIND: &str = "jp~c17700000002-fix01";
pub const CUT_OFF: &str = "jp~c17500000004-fix01";
pub const NO_LIST: &str = "jp~c17500000005-fix01";

pub struct TestServer {
    router: Router,
    pub stop: Stop,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl TestServer {
    pub fn new() -> Self {
        Self::at(&fixtures().join("jp/workspace"))
    }

    pub fn at(path: &Path) -> Self {
        drop(any_spawner::Executor::init_tokio());
        let store = JpStore::at(path, None).expect("a store");
        let (app, stop) = App::new(vec![Arc::new(store)], Config::default(), Assets::Embedded);
        Self {
            router: router(app),
            stop,
        }
    }

    /// A server that is there already.
    pub fn of(router: Router, stop: Stop) -> Self {
        Self { router, stop }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Request::get(path).header(header::HOST, "localhost:8765"))
            .await
    }

    pub async fn ask(&self, request: axum::http::request::Builder) -> Answer {
        let (parts, body) = self.response(request).await.into_parts();
        let body = body.collect().await.expect("a body").to_bytes();
        let body = String::from_utf8_lossy(&body).into_owned();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    /// The beginning of an answer that does not end.
    pub async fn first_chunk(&self, request: axum::http::request::Builder) -> String {
        let mut body = self.response(request).await.into_body();
        let frame = body.frame().await.expect("a frame").expect("a good one");
        let bytes = frame.into_data().expect("data");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    async fn response(&self, request: axum::http::request::Builder) -> Response {
        let request = request.body(Body::empty()).expect("a request");
        let response = self.router.clone().oneshot(request).await;
        response.expect("an answer")
    }

    pub fn router(&self) -> Router {
        self.router.clone()
    }
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }
}

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}

/// Where real conversations are, if they are at hand.
pub fn samples(agent: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = std::env::var_os("SERVE_WEB_SHARED").map_or(beside, PathBuf::from);
    let folder = shared.join("samples").join(agent);
    if !folder.is_dir() {
        println!("skipped: no samples at {}", folder.display());
        return None;
    }
    Some(folder)
}
