//! The one error type of the HTTP edge: a JSON envelope for programs, a page for people.

use super::pages::error_page;
use crate::App;
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    response::{Html, IntoResponse, Response},
};
use conversation::UnknownView;
use sources::SourceError;
use wire::{ErrorBody, ErrorDetails};

/// What is answered instead of what was asked for.
#[derive(Debug)]
pub(crate) struct HttpError {
    status: StatusCode,
    details: ErrorDetails,
}

impl HttpError {
    fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        let details = ErrorDetails {
            code: code.to_owned(),
            message: message.into(),
            detail: None,
        };
        Self { status, details }
    }

    fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.details.detail = Some(detail.into());
        self
    }

    /// There is no such thing.
    pub(crate) fn not_found(what: &str, name: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            format!("there is no {what} {name:?} here"),
        )
    }

    /// A parameter has a value that it cannot have.
    pub(crate) fn bad_parameter(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_parameter", message)
    }

    /// A cursor is none of this conversation (any more).
    pub(crate) fn unknown_position() -> Self {
        Self::new(
            StatusCode::GONE,
            "unknown_position",
            "the conversation does not have this position: it was written anew since. Read it again without a cursor",
        )
    }

    /// Somebody asks who may not.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "refused", message)
    }

    /// Something failed that is nobody's fault who asks.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }

    /// The envelope's content.
    pub(crate) fn details(&self) -> &ErrorDetails {
        &self.details
    }

    /// The answer for a person.
    pub(crate) fn into_page(self, app: &App, headers: &HeaderMap) -> Response {
        (self.status, Html(error_page(&self.details, app, headers))).into_response()
    }
}

impl From<UnknownView> for HttpError {
    fn from(error: UnknownView) -> Self {
        Self::bad_parameter(error.to_string())
    }
}

impl From<SourceError> for HttpError {
    fn from(error: SourceError) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "unreadable",
            error.to_string(),
        )
        .with_detail("the other conversations can still be opened")
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        (
            self.status,
            Json(ErrorBody {
                error: self.details,
            }),
        )
            .into_response()
    }
}

/// No path of this server.
pub(super) async fn find_nothing(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    let error = HttpError::not_found("page", uri.path());
    match uri.path().starts_with("/api/") {
        true => error.into_response(),
        false => error.into_page(&app, &headers),
    }
}

/// A path of this server, but it only reads.
pub(super) async fn refuse_method() -> HttpError {
    HttpError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "serve-web only reads: every path is to be asked with GET",
    )
}
