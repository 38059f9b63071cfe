//! Parameters of addresses.

use super::HttpError;
use crate::follow::Cursor;
use conversation::View;
use serde::Deserialize;
use sources::Position;

/// What an address may say of a conversation: `view`, and at most one place.
#[derive(Debug, Default, Deserialize)]
pub(super) struct ConversationQuery {
    view: Option<String>,
    after: Option<String>,
    before: Option<String>,
    limit: Option<String>,
    /// The key of an event.
    pub at: Option<String>,
    /// Where a stream goes on.
    position: Option<String>,
    /// `1` asks for all of it on one page.
    print: Option<String>,
}

/// How many events are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventLimit {
    /// At most so many.
    AtMost(usize),
    /// All there are.
    All,
}

/// The events of an answer that names no number.
const USUAL_LIMIT: usize = 1000;
/// The most that one answer may have.
const LARGEST_LIMIT: usize = 10_000;

impl ConversationQuery {
    /// The view, or the usual one.
    pub(super) fn view(&self, usual: View) -> Result<View, HttpError> {
        self.view
            .as_deref()
            .map_or(Ok(usual), |name| Ok(name.parse()?))
    }

    pub(super) fn after(&self) -> Result<Option<Cursor>, HttpError> {
        cursor("after", self.after.as_deref())
    }

    pub(super) fn before(&self) -> Result<Option<Cursor>, HttpError> {
        cursor("before", self.before.as_deref())
    }

    /// A position that does not count is no fault here: the reader gets a reset.
    pub(super) fn resume_position(&self) -> Option<Position> {
        self.position.as_deref()?.parse().ok()
    }

    /// Whether all of the conversation is asked for, to be printed.
    pub(super) fn is_for_print(&self) -> bool {
        self.print.as_deref() == Some("1")
    }

    pub(super) fn limit(&self) -> Result<EventLimit, HttpError> {
        match self.limit.as_deref() {
            None => Ok(EventLimit::AtMost(USUAL_LIMIT)),
            Some("all") => Ok(EventLimit::All),
            Some(text) => match text.parse() {
                Ok(n @ 1..=LARGEST_LIMIT) => Ok(EventLimit::AtMost(n)),
                _ => Err(HttpError::bad_parameter(format!(
                    "limit is {text:?}; it can be a number from 1 to {LARGEST_LIMIT}, or all"
                ))),
            },
        }
    }
}

fn cursor(name: &str, text: Option<&str>) -> Result<Option<Cursor>, HttpError> {
    let parse = |text: &str| text.parse::<Cursor>();
    text.map(parse).transpose().map_err(|error| {
        HttpError::bad_parameter(format!(
            "{name} is {error}: use a cursor from an earlier answer"
        ))
    })
}
