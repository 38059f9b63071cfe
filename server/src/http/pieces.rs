//! Answers that are written piece by piece, so that neither side holds the whole.

use super::api::reading;
use axum::body::{Body, Bytes};
use futures_util::stream::unfold;
use std::convert::Infallible;

/// A body of pieces, each made when there is room for it on the connection: whoever asks and does not
/// read holds no thread.
pub(super) fn streamed(pieces: impl Iterator<Item = String> + Send + 'static) -> Body {
    let next = |mut pieces| async {
        let made = reading(move || (Iterator::next(&mut pieces), pieces)).await;
        let (piece, rest) = made.ok()?;
        Some((Ok::<_, Infallible>(Bytes::from(piece?)), rest))
    };
    Body::from_stream(unfold(pieces, next))
}
