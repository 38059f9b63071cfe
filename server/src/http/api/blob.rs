//! The bytes behind blocks.

use super::{open, reading};
use crate::{
    App,
    http::{HttpError, query::ConversationQuery},
};
use axum::{
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use conversation::{MediaKind, View, blob::Blob};
use std::ops::Range;

/// What a blob may do when somebody opens it by itself: nothing. An SVG keeps its own style.
const BLOB_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/// Characters that need no encoding in a file's name (RFC 8187).
const PLAIN_IN_NAMES: &[u8] = b"!#$&+-.^_`|~";

/// `GET /api/conversations/{id}/blob/{key}/{n}?view=`: the bytes of the entry `n` of a result's
/// content, or of a file that came with words, as the view has them. Images and sounds that a page
/// shows are sent as such, everything else as a file to be saved. A part of them is sent where a
/// request says which: Safari plays no sound otherwise.
pub(in crate::http) async fn find_blob(
    State(app): State<App>,
    Path((id, key, n)): Path<(String, String, String)>,
    Query(query): Query<ConversationQuery>,
    headers: HeaderMap,
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
    let blob = blob.ok_or_else(|| HttpError::not_found("blob", &name))?;
    let wanted = headers.get(header::RANGE);
    Ok(respond(blob, wanted.and_then(|range| range.to_str().ok())))
}

fn respond(mut blob: Blob, wanted: Option<&str>) -> Response {
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
        (header::ACCEPT_RANGES, "bytes".to_owned()),
    ];
    let all = blob.bytes.len();
    let Some(part) = wanted.and_then(|wanted| part(wanted, all)) else {
        return (headers, blob.bytes).into_response();
    };
    if part.is_empty() {
        let size = [(header::CONTENT_RANGE, format!("bytes */{all}"))];
        return (StatusCode::RANGE_NOT_SATISFIABLE, size).into_response();
    }
    let last = part.end.saturating_sub(1);
    let range = format!("bytes {}-{last}/{all}", part.start);
    blob.bytes.truncate(part.end);
    let bytes = blob.bytes.split_off(part.start);
    let range = [(header::CONTENT_RANGE, range)];
    (StatusCode::PARTIAL_CONTENT, headers, range, bytes).into_response()
}

/// The part of `all` bytes that a `Range` header asks for, an empty one where it is beyond them.
/// Nothing where the header asks for several parts, or is none: then all is sent.
fn part(wanted: &str, all: usize) -> Option<Range<usize>> {
    let (first, last) = wanted.strip_prefix("bytes=")?.trim().split_once('-')?;
    let last = (!last.is_empty()).then(|| last.parse::<usize>());
    let last = last.transpose().ok()?;
    let (start, end) = match (first, last) {
        ("", last) => (all.saturating_sub(last?), all),
        (first, last) => {
            let first: usize = first.parse().ok()?;
            if last.is_some_and(|last| last < first) {
                return None;
            }
            let end = last.map_or(usize::MAX, |last| last.saturating_add(1));
            (first, end)
        }
    };
    Some(start.min(all)..end.min(all))
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
    fn a_part_is_what_a_request_asks_for() {
        for (wanted, expected) in [
            ("bytes=0-", Some(0..10)),
            ("bytes=0-1", Some(0..2)),
            ("bytes=9-9", Some(9..10)),
            ("bytes=4-99", Some(4..10)),
            ("bytes=-3", Some(7..10)),
            ("bytes=-99", Some(0..10)),
            ("bytes=-0", Some(10..10)),
            ("bytes=10-", Some(10..10)),
            ("bytes=11-", Some(10..10)),
            (
                "bytes=18446744073709551615-18446744073709551615",
                Some(10..10),
            ),
            ("bytes=2-1", None),
            ("bytes=0-1,3-4", None),
            ("bytes=-", None),
            ("bytes=a-b", None),
            ("lines=0-1", None),
        ] {
            assert_eq!(part(wanted, 10), expected, "{wanted}");
        }
    }

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
