//! Which conversation of which server is meant.

use conversation::View;
use std::str::FromStr;

/// A view of a conversation of a running server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host and port.
    pub(super) authority: String,
    /// The conversation's id as it stands in the address.
    pub(super) id: String,
    pub(super) view: View,
}

/// A text is no address of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is something else.
    #[error(
        "{0:?} is no address of a conversation: give that of its page, such as http://127.0.0.1:8765/c/ID"
    )]
    Other(String),
    /// The view is none.
    #[error(transparent)]
    View(#[from] conversation::UnknownView),
}

/// What stands before the id, and the view that is meant where none is named.
const PATHS: [(&str, View); 2] = [("/c/", View::User), ("/api/conversations/", View::Raw)];

impl Address {
    /// The path of the stream, from a position on.
    pub(super) fn stream(&self, position: Option<&str>) -> String {
        let Self { id, view, .. } = self;
        let position = position.map(|position| format!("&position={position}"));
        let position = position.unwrap_or_default();
        format!("/api/conversations/{id}/stream?view={view}{position}")
    }

    /// The path of the events before a cursor.
    pub(super) fn events_before(&self, cursor: &str) -> String {
        let Self { id, view, .. } = self;
        format!("/api/conversations/{id}/events?view={view}&before={cursor}")
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let other = || AddressError::Other(text.to_owned());
        let rest = text.strip_prefix("http://").ok_or_else(other)?;
        let rest = rest.split('#').next().unwrap_or_default();
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = path.split_at(path.find('/').ok_or_else(other)?);
        let in_path = |(start, usual): (&str, View)| Some((path.strip_prefix(start)?, usual));
        let (id, usual) = PATHS.into_iter().find_map(in_path).ok_or_else(other)?;
        let id = id.split('/').next().unwrap_or_default();
        let is_sound = |c: char| !c.is_whitespace() && !c.is_control();
        if id.is_empty() || authority.is_empty() || !rest.chars().all(is_sound) {
            return Err(other());
        }
        let named = query.split('&').find_map(|pair| pair.strip_prefix("view="));
        Ok(Self {
            authority: authority.to_owned(),
            id: id.to_owned(),
            view: named.map_or(Ok(usual), str::parse)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_the_api_name_conversations() {
        for (text, authority, view) in [
            (
                "http://127.0.0.1:8765/c/jp~c1-w",
                "127.0.0.1:8765",
                View::User,
            ),
            (
                "http://localhost/c/jp~c1-w?view=raw#e-1",
                "localhost",
                View::Raw,
            ),
            (
                "http://[::1]:1/c/jp~c1-w?at=x&view=provider",
                "[::1]:1",
                View::Provider,
            ),
            ("http://h:1/api/conversations/jp~c1-w", "h:1", View::Raw),
            (
                "http://h:1/api/conversations/jp~c1-w/stream?view=user",
                "h:1",
                View::User,
            ),
        ] {
            let address: Address = text.parse().expect("an address");
            assert_eq!(
                (address.authority.as_str(), address.view),
                (authority, view)
            );
            assert_eq!(address.id, "jp~c1-w", "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused_in_one_line() {
        for text in [
            "",
            "jp~c1-w",
            "http://127.0.0.1:8765",
            "http://127.0.0.1:8765/",
            "http://127.0.0.1:8765/c/",
            "http:///c/x",
            "https://127.0.0.1/c/x",
            "http://127.0.0.1:8765/c/a b",
            "http://127.0.0.1:8765/c/a?view=chat",
        ] {
            let error = text.parse::<Address>().expect_err(text).to_string();
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
