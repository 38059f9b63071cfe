//! The bytes behind blocks.

use super::{open, reading};
use crate::{
    App,
    http::{HttpError, query::ConversationQuery},
};
use axum::{
    extract::{Path, Query, State},
    http::header,
    response::{IntoResponse, Response},
};
use conversation::{MediaKind, View, blob::Blob};

/// What a blob may do when somebody opens it by itself: nothing. An SVG keeps its own style.
const BLOB_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/// Characters that need no encoding in a file's name (RFC 8187).
const PLAIN_IN_NAMES: &[u8] = b"!#$&+-.^_`|~";

/// `GET /api/conversations/{id}/blob/{key}/{n}?view=`: the bytes of the entry `n` of a result's
/// content, or of a file that came with words, as the view has them. Images and sounds that a page
/// shows are sent as such, everything else as a file to be saved.
pub(in crate::http) async fn find_blob(
    State(app): State<App>,
    Path((id, key, n)): Path<(String, String, String)>,
    Query(query): Query<ConversationQuery>,
) -> Result<Response, HttpError> {
    let view = query.view(View::Raw)?;
    let found = open(&app, id).await?;
    let name = format!("{key}/{n}");
    let blob = reading(move || {
        let n = n.parse().ok()?;
        found.follower.with_log(|log| {
            let event = log.event(log.index_of(&key)?)?;
            Blob::of(&view.project(&event)?, n)
        })
    });
    let blob = blob.await?;
    Ok(respond(
        blob.ok_or_else(|| HttpError::not_found("blob", &name))?,
    ))
}

fn respond(blob: Blob) -> Response {
    let is_shown = matches!(blob.kind(), MediaKind::Image | MediaKind::Sound);
    let media_type = match (&blob.media_type, is_shown) {
        (Some(media_type), true) => media_type.clone(),
        _ => "application/octet-stream".to_owned(),
    };
    let disposition = if is_shown { "inline" } else { "attachment" };
    let name = blob.name.as_deref().map(encoded_name).unwrap_or_default();
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CONTENT_DISPOSITION, format!("{disposition}{name}")),
        (header::CONTENT_SECURITY_POLICY, BLOB_POLICY.to_owned()),
    ];
    (headers, blob.bytes).into_response()
}

/// A name in the form that takes every character.
fn encoded_name(name: &str) -> String {
    let encode = |byte: u8| {
        if byte.is_ascii_alphanumeric() || PLAIN_IN_NAMES.contains(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    let encoded: String = name.bytes().map(encode).collect();
    format!("; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_parameter() {
        for (name, expected) in [
            ("a b.txt", "a%20b.txt"),
            ("é\"\r\n;x", "%C3%A9%22%0D%0A%3Bx"),
            ("../x", "..%2Fx"),
        ] {
            assert_eq!(encoded_name(name), format!("; filename*=UTF-8''{expected}"));
        }
    }
}
