//! The ids of conversations. goose counts its sessions of each day from 1, so that another store
//! has the same ids: a hash of the store's place tells them apart.

use conversation::EventKey;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// What ids in URLs begin with.
const PREFIX: &str = "goose~";

/// Tells the ids of one store from those of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoreMark(String);

impl StoreMark {
    /// The mark of the store in a folder.
    pub(super) fn of(folder: &Path) -> Self {
        let hash = xxh3_64(folder.as_os_str().as_encoded_bytes());
        Self(format!("{:06x}", hash & 0x00ff_ffff))
    }

    /// The id in URLs of the session that goose calls `native`.
    pub(super) fn url_id(&self, native: &str) -> String {
        format!("{PREFIX}{}-{}", in_url(native), self.0)
    }

    /// Whether a person may mean the session `native` by `spelled`: in URLs' form with or without
    /// the mark, or as goose calls it.
    pub(super) fn is_named(&self, native: &str, spelled: &str) -> bool {
        let Some(named) = spelled.strip_prefix(PREFIX) else {
            return spelled == native;
        };
        let in_url = in_url(native);
        let behind = named.strip_prefix(in_url.as_str());
        behind.is_some_and(|behind| {
            behind.is_empty() || behind.strip_prefix('-') == Some(self.0.as_str())
        })
    }

    /// Whether a name is in the form that URLs have, but of another agent.
    pub(super) fn is_another_agents(spelled: &str) -> bool {
        spelled.contains('~') && !spelled.starts_with(PREFIX)
    }

    /// Whether a name may stand for one that cannot stand in a URL.
    pub(super) fn may_be_hashed(spelled: &str) -> bool {
        let named = spelled.strip_prefix(PREFIX);
        named.is_some_and(|named| named.starts_with("h-"))
    }

    /// What goose may call the session that a person names so.
    pub(super) fn candidates<'a>(&self, spelled: &'a str) -> Vec<&'a str> {
        let Some(named) = spelled.strip_prefix(PREFIX) else {
            return vec![spelled];
        };
        let unmarked = named.strip_suffix(self.0.as_str());
        let unmarked = unmarked.and_then(|rest| rest.strip_suffix('-'));
        unmarked.into_iter().chain([named]).collect()
    }
}

/// A name as it can stand in a URL; one that cannot is replaced by a hash.
fn in_url(native: &str) -> String {
    EventKey::from_native(native).to_string()
}

/// A word as a shell reads it.
pub(super) fn quoted(word: &str) -> String {
    let is_plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':' | '=');
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_has_three_names() {
        let mark = StoreMark::of(Path::new("/h/goose/sessions"));
        let id = mark.url_id("20261130_1");
        assert_eq!(id, format!("goose~20261130_1-{}", mark.0));
        for spelled in [id.as_str(), "goose~20261130_1", "20261130_1"] {
            assert!(mark.is_named("20261130_1", spelled), "{spelled}");
            assert!(
                mark.candidates(spelled).contains(&"20261130_1"),
                "{spelled}"
            );
        }
        for spelled in [
            "",
            "goose~",
            "goose~20261130_12",
            "goose~20261130_1-",
            "goose~20261130_1-000000",
            "jp~20261130_1",
        ] {
            assert!(!mark.is_named("20261130_1", spelled), "{spelled}");
        }
    }

    #[test]
    fn names_of_any_kind_can_stand_in_urls() {
        let mark = StoreMark::of(Path::new("/h/goose/sessions"));
        for native in ["a name/with marks?", "ö", "my-project", ""] {
            let id = mark.url_id(native);
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "~-_.".contains(c);
            assert!(id.chars().all(is_plain), "{id}");
            assert!(mark.is_named(native, &id), "{id}");
        }
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("20261130_1"), "20261130_1");
        assert_eq!(quoted("it's; rm"), r"'it'\''s; rm'");
        assert_eq!(quoted(""), "''");
    }
}
