//! Blocks that are no text: images, sounds, files and links.

use crate::{
    block::media_type,
    read::{FromJson, tag},
    readable,
};
use serde::Serialize;
use serde_json::{Map, Value};

/// Image types that a page shows in place. An SVG is safe there, since an image runs no script.
const IMAGES: [&str; 6] = [
    "image/png",
    "image/jpeg",
    // Not a registered type, but a common one.
    "image/jpg",
    "image/gif",
    "image/webp",
    "image/svg+xml",
];
/// Sound types that a page plays.
const SOUNDS: [&str; 12] = [
    "audio/wav",
    "audio/x-wav",
    "audio/wave",
    "audio/mpeg",
    "audio/mp3",
    "audio/ogg",
    "audio/webm",
    "audio/mp4",
    "audio/aac",
    "audio/flac",
    "audio/x-flac",
    "audio/opus",
];

/// How something that is no text is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MediaKind {
    /// In place.
    Image,
    /// With controls.
    Sound,
    /// By its name, to be saved.
    File,
    /// By where it leads.
    Link,
}

impl MediaKind {
    /// How data of a media type is shown.
    pub fn of_type(media_type: Option<&str>) -> Self {
        match media_type {
            Some(image) if IMAGES.contains(&image) => Self::Image,
            Some(sound) if SOUNDS.contains(&sound) => Self::Sound,
            _ => Self::File,
        }
    }
}

impl FromJson for MediaKind {
    fn from_json(value: Value) -> Option<Self> {
        match value.as_str()? {
            "image" => Some(Self::Image),
            "sound" => Some(Self::Sound),
            "file" => Some(Self::File),
            "link" => Some(Self::Link),
            _ => None,
        }
    }
}

/// Something that is no text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Media {
    /// How it is shown.
    pub kind: MediaKind,
    /// What it is called: its title, its name, or the end of its address.
    pub name: String,
    /// Its media type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    /// How many bytes it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Where a link leads, or what a file is the content of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// What its author says of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// An image's width in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// An image's height in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
}

readable! {
    Media { kind, name; media_type, bytes, address, description, width, height }
}

impl Media {
    /// The media that a block is, in the form in which base64 has been taken out; nothing where it
    /// is another kind of block, or has no data.
    pub(crate) fn of_block(block: &Map<String, Value>) -> Option<Self> {
        match block.get("type")?.as_str()? {
            "image" | "audio" => Self::of_data(block),
            "resource" => Self::of_resource(block.get("resource")?.as_object()?),
            "resource_link" => Self::of_link(block),
            _ => None,
        }
    }

    /// The media that a resource is.
    pub(crate) fn of_resource(resource: &Map<String, Value>) -> Option<Self> {
        let text = resource.get("text").and_then(Value::as_str);
        let Some(text) = text else {
            return Self::of_data(resource);
        };
        Some(Self {
            kind: MediaKind::File,
            bytes: Some(text.len() as u64),
            ..Self::named(resource)
        })
    }

    fn of_data(fields: &Map<String, Value>) -> Option<Self> {
        let bytes = fields.get("blob").and(fields.get("bytes"))?.as_u64()?;
        let pixels = |name: &str| fields.get(name)?.as_u64()?.try_into().ok();
        let named = Self::named(fields);
        let (width, height) = (pixels("width"), pixels("height"));
        let kind = match MediaKind::of_type(named.media_type.as_deref()) {
            // One without a size is none: a page could not show it.
            MediaKind::Image if width.and(height).is_none() => MediaKind::File,
            kind => kind,
        };
        Some(Self {
            kind,
            bytes: Some(bytes),
            width,
            height,
            ..named
        })
    }

    fn of_link(block: &Map<String, Value>) -> Option<Self> {
        block.get("uri")?.as_str()?;
        Some(Self {
            kind: MediaKind::Link,
            bytes: block.get("size").and_then(Value::as_u64),
            ..Self::named(block)
        })
    }

    fn named(fields: &Map<String, Value>) -> Self {
        let text = |name: &str| {
            let text = fields.get(name)?.as_str()?.trim();
            (!text.is_empty()).then(|| text.replace(is_deceptive, "\u{FFFD}"))
        };
        let address = text("uri");
        let name = text("title").or_else(|| text("name"));
        Self {
            kind: MediaKind::File,
            name: name
                .or_else(|| Some(last_segment(address.as_deref()?)))
                .unwrap_or_default(),
            media_type: media_type(fields),
            bytes: None,
            address,
            description: text("description"),
            width: None,
            height: None,
        }
    }

    /// The address that a page may link to: on the web, and nowhere else. One of which a character
    /// had to be replaced leads nowhere.
    pub fn web_address(&self) -> Option<&str> {
        let address = self.address.as_deref()?;
        let is_web = ["https://", "http://"].iter().any(|scheme| {
            let beginning = address.get(..scheme.len());
            beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(scheme))
        });
        let is_whole = !address.contains(char::REPLACEMENT_CHARACTER);
        (is_web && is_whole).then_some(address)
    }
}

/// Whether a character makes a name or an address look like another one: controls, and what turns
/// the direction of other characters.
pub(crate) fn is_deceptive(c: char) -> bool {
    let is_space = matches!(c, '\n' | '\r' | '\t');
    c.is_control() && !is_space || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// What stands behind the last slash of an address that is more than its host, or all of it.
fn last_segment(address: &str) -> String {
    let path = address.trim_end_matches('/');
    let segment = path
        .rsplit('/')
        .next()
        .filter(|segment| !segment.is_empty());
    segment.unwrap_or(address).to_owned()
}

/// Whether an entry is a block that base64 can be taken out of, and the object that holds it.
pub(crate) fn data_of(entry: &mut Value) -> Option<(&mut Map<String, Value>, &'static str)> {
    let field = match tag(entry)? {
        "image" | "audio" => "data",
        "resource" => return Some((entry.get_mut("resource")?.as_object_mut()?, "blob")),
        _ => return None,
    };
    Some((entry.as_object_mut()?, field))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(block: &Value, expected: Option<(MediaKind, &str)>) {
        let fields = block.as_object().expect("an object");
        let media = Media::of_block(fields);
        let told = media
            .as_ref()
            .map(|media| (media.kind, media.name.as_str()));
        assert_eq!(told, expected, "{block}");
    }

    #[test]
    fn data_is_shown_by_its_type() {
        let image = |media: &str| json!({"type": "image", "blob": "k/0", "bytes": 3, "width": 1, "height": 1, "mimeType": media});
        check(&image("image/png"), Some((MediaKind::Image, "")));
        check(&image("IMAGE/JPEG; q=1"), Some((MediaKind::Image, "")));
        check(&image("image/tiff"), Some((MediaKind::File, "")));
        check(&image("text/html"), Some((MediaKind::File, "")));
        check(
            &json!({"type": "audio", "blob": "k/0", "bytes": 3, "mimeType": "audio/wav"}),
            Some((MediaKind::Sound, "")),
        );
        check(
            &json!({"type": "image", "blob": "k/0", "bytes": 3, "mimeType": "image/png"}),
            Some((MediaKind::File, "")),
        );
        check(&json!({"type": "image", "data": 3}), None);
        check(&json!({"type": "question"}), None);
    }

    #[test]
    fn a_resource_is_called_by_title_name_or_the_end_of_its_address() {
        let resource = |fields: Value| json!({"type": "resource", "resource": fields});
        check(
            &resource(json!({"uri": "file:///p/a.rs", "text": "x"})),
            Some((MediaKind::File, "a.rs")),
        );
        check(
            &resource(json!({"uri": "file:///p/a.rs", "name": "N", "text": "x"})),
            Some((MediaKind::File, "N")),
        );
        check(
            &resource(json!({"uri": "file:///p/", "title": " T ", "name": "N", "text": ""})),
            Some((MediaKind::File, "T")),
        );
        check(
            &resource(json!({"uri": "file:///p/", "text": ""})),
            Some((MediaKind::File, "p")),
        );
        check(
            &resource(json!({"uri": "///", "text": ""})),
            Some((MediaKind::File, "///")),
        );
        check(
            &resource(json!({"uri": "u:x", "blob": "k/0", "bytes": 1, "mimeType": "audio/wav"})),
            Some((MediaKind::Sound, "u:x")),
        );
        check(&resource(json!({"uri": "u:x"})), None);
        check(&resource(json!([])), None);
    }

    #[test]
    fn a_name_cannot_look_like_another_one() {
        let block =
            json!({"type": "resource_link", "uri": "u", "title": "a\u{202E}gpj.exe\u{1b}\u{2066}"});
        check(
            &block,
            Some((MediaKind::Link, "a\u{FFFD}gpj.exe\u{FFFD}\u{FFFD}")),
        );
    }

    #[test]
    fn only_addresses_on_the_web_are_linked() {
        for (uri, is_linked) in [
            ("https://example.org/a", true),
            ("HTTP://example.org", true),
            ("javascript:alert(1)", false),
            ("data:text/html,x", false),
            ("file:///etc/passwd", false),
            (" https://example.org", true),
            ("//example.org", false),
            ("https://example.org/\u{202E}gpj.exe", false),
            ("https://example.org/\0", false),
        ] {
            let block = json!({"type": "resource_link", "uri": uri, "name": "n"});
            let media = Media::of_block(block.as_object().expect("an object")).expect("a link");
            assert_eq!(media.web_address().is_some(), is_linked, "{uri}");
        }
    }
}
