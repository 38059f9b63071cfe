//! The bytes behind a block: what a page fetches instead of base64.

use crate::{
    block::media_type,
    media::{MediaKind, is_deceptive},
    stored_base64::decoded,
    view::Projection,
};
use serde_json::{Map, Value};

/// The bytes of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Their media type, where one is stored.
    pub media_type: Option<String>,
    /// What to call a file that they are saved as.
    pub name: Option<String>,
}

impl Blob {
    /// The bytes of the part number `n` of what a view shows of an event: of the entry `n` of a
    /// result's content, or of the resource `n` (from 1) of what somebody said. Nothing where the
    /// view shows no such part, or the part has no bytes.
    pub fn of(shown: &Projection<'_>, n: u32) -> Option<Self> {
        let kind = shown.whole_field("type").and_then(Value::as_str);
        if kind == Some("tool_call_response") {
            return Self::of_block(shown.entry(n)?);
        }
        let index = usize::try_from(n).ok()?.checked_sub(1)?;
        Self::of_resource(shown.whole_field("resources")?.get(index)?.as_object()?)
    }

    fn of_block(block: &Value) -> Option<Self> {
        let fields = block.as_object()?;
        match fields.get("type")?.as_str()? {
            "image" | "audio" => Self::of_base64(fields, "data"),
            "resource" => Self::of_resource(fields.get("resource")?.as_object()?),
            _ => None,
        }
    }

    fn of_resource(resource: &Map<String, Value>) -> Option<Self> {
        match resource.get("text").and_then(Value::as_str) {
            Some(text) => Some(Self {
                bytes: text.as_bytes().to_vec(),
                ..Self::empty(resource)
            }),
            None => Self::of_base64(resource, "blob"),
        }
    }

    fn of_base64(fields: &Map<String, Value>, name: &str) -> Option<Self> {
        Some(Self {
            bytes: decoded(fields.get(name)?.as_str()?)?,
            ..Self::empty(fields)
        })
    }

    fn empty(fields: &Map<String, Value>) -> Self {
        let text = |name: &str| fields.get(name).and_then(Value::as_str);
        let address = || text("uri")?.trim_end_matches('/').rsplit('/').next();
        Self {
            bytes: Vec::new(),
            media_type: media_type(fields),
            name: text("name").or_else(address).and_then(file_name),
        }
    }

    /// How a page shows them.
    pub fn kind(&self) -> MediaKind {
        MediaKind::of_type(self.media_type.as_deref())
    }
}

/// A name that is safe for a file in any folder.
fn file_name(name: &str) -> Option<String> {
    let segment = name.trim().rsplit(['/', '\\']).next()?;
    let name = segment.replace(|c: char| c.is_control() || is_deceptive(c), "_");
    (!name.trim_matches('.').is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, EventKey, View};
    use serde_json::json;

    fn blob(view: View, event: &Value, n: u32) -> Option<Blob> {
        let fields = event.as_object().expect("an object").clone();
        let event = Event::new(EventKey::from_native("e"), None, fields);
        Blob::of(&view.project(&event)?, n)
    }

    #[test]
    fn a_view_gives_only_the_blocks_that_it_shows() {
        let event = json!({"type": "tool_call_response", "content": [
            {"type": "image", "data": "YQ==", "mimeType": "image/png", "annotations": {"audience": ["assistant"]}},
            {"type": "audio", "data": "Yg", "mimeType": "audio/wav"},
            {"type": "resource", "resource": {"uri": "file:///p/x.txt", "text": "c"}},
            {"type": "resource", "resource": {"uri": "u", "blob": "Y\nw=="}},
            {"type": "text", "text": "d"},
            {"type": "image", "data": "?"},
        ]});
        let bytes = |view, n| blob(view, &event, n).map(|blob| blob.bytes);
        assert_eq!(bytes(View::Raw, 0).as_deref(), Some(b"a".as_slice()));
        assert_eq!(bytes(View::User, 0), None);
        assert_eq!(bytes(View::Provider, 1), None);
        for (n, expected) in [(1, "b"), (2, "c"), (3, "c")] {
            for view in [View::Raw, View::User] {
                assert_eq!(bytes(view, n).as_deref(), Some(expected.as_bytes()), "{n}");
            }
        }
        for n in [4, 5, 6, u32::MAX] {
            assert_eq!(bytes(View::Raw, n), None, "{n}");
        }
        let file = blob(View::User, &event, 2).expect("bytes");
        assert_eq!(file.name.as_deref(), Some("x.txt"));
    }

    #[test]
    fn the_persons_files_are_numbered_from_1() {
        let event = json!({"type": "chat_request", "content": "look", "resources": [
            {"uri": "a.png", "mimeType": "image/png", "blob": "YQ=="}]});
        assert_eq!(blob(View::User, &event, 0), None);
        let file = blob(View::User, &event, 1).expect("bytes");
        assert_eq!(
            (file.bytes, file.media_type.as_deref()),
            (b"a".to_vec(), Some("image/png"))
        );
        assert_eq!(blob(View::User, &event, 2), None);
    }

    #[test]
    fn a_file_is_called_by_a_name_and_not_by_a_path() {
        for (name, expected) in [
            ("a b.txt", Some("a b.txt")),
            ("../../etc/passwd", Some("passwd")),
            ("C:\\Users\\x.exe", Some("x.exe")),
            ("a\u{202E}gpj.exe\r\n", Some("a_gpj.exe")),
            ("a\nb\0", Some("a_b_")),
            ("..", None),
            ("a/", None),
            ("", None),
        ] {
            assert_eq!(file_name(name).as_deref(), expected, "{name:?}");
        }
    }
}
