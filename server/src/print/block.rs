//! One block of a result, as the policy shows it.

use super::{
    clean::{Clean, Colours},
    fence::{close_fence, unfenced},
    lay_out::{cut, lay_out},
    part::{Form, Shown},
};
use conversation::{
    block::{Block, decoded_len, media_type},
    policy::Setting,
};
use serde_json::{Map, Value};

/// The longest word that is taken for a language, in bytes.
const LONGEST_LANGUAGE: usize = 32;

/// Draws blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockDrawer {
    pub colours: Colours,
}

impl BlockDrawer {
    /// What is shown of a block: for some a line that says what they are, and a text.
    pub(super) fn draw(self, block: &Block<'_>, setting: Setting) -> Vec<Shown> {
        if setting == Setting::Off {
            return Vec::new();
        }
        match (block.kind(), block.text("text"), resource(block)) {
            ("text", Some(text), _) => {
                let media = media_type(block.fields);
                self.text(text, media.as_deref(), setting)
                    .into_iter()
                    .collect()
            }
            ("resource", _, Some(resource)) => self.resource(resource, setting),
            ("image" | "audio" | "resource_link", ..) => {
                vec![Shown::line(&description(block.kind(), block.fields))]
            }
            (kind, ..) => {
                let line = Shown::line(&format!("[{kind}]"));
                let json = self.fenced(&format!("{:#}", block.value), "json", setting);
                vec![line, json]
            }
        }
    }

    /// What is said by a block that is speech: as it is, without colours.
    pub(super) fn speech(block: &Block<'_>) -> Vec<Shown> {
        let Some(text) = block.text("text").filter(|_| block.kind() == "text") else {
            let without_colours = Self {
                colours: Colours::Dropped,
            };
            return without_colours.draw(block, Setting::Full);
        };
        let text = Clean::speech(text);
        if text.is_blank() {
            return Vec::new();
        }
        let is_markdown = media_type(block.fields).as_deref() == Some("text/markdown");
        let form = if is_markdown {
            Form::Markdown
        } else {
            Form::Plain(Clean::default())
        };
        vec![Shown {
            form,
            text,
            cut_to: None,
        }]
    }

    /// A text that is drawn by its media type; nothing where there is nothing to see.
    pub(super) fn text(self, text: &str, media: Option<&str>, setting: Setting) -> Option<Shown> {
        if Clean::foreign(text, Colours::Dropped).is_blank() {
            return None;
        }
        let text = text.trim_start_matches(['\n', '\r']);
        if media == Some("text/markdown") {
            let (text, cut_to) = cut(text, setting);
            let text = cut_to.map_or_else(|| text.to_owned(), |_| close_fence(text));
            let shown = Shown::markdown(Clean::foreign(&text, self.colours));
            return Some(Shown { cut_to, ..shown });
        }
        if let Some(json) = lay_out(text) {
            return Some(self.fenced(&json, "json", setting));
        }
        let of_type = media.map(language).unwrap_or_default();
        Some(match unfenced(text) {
            Some((language, inner)) => self.fenced(inner, language, setting),
            None => self.fenced(text, of_type, setting),
        })
    }

    fn resource(self, resource: &Map<String, Value>, setting: Setting) -> Vec<Shown> {
        let line = Shown::line(&description("resource", resource));
        let media = media_type(resource);
        let text = resource.get("text").and_then(Value::as_str);
        let text = text.and_then(|text| self.text(text, media.as_deref(), setting));
        [line].into_iter().chain(text).collect()
    }

    fn fenced(self, text: &str, language: &str, setting: Setting) -> Shown {
        let (text, cut_to) = cut(text, setting);
        Shown {
            form: Form::Plain(Clean::name(word(language))),
            text: Clean::foreign(text, self.colours),
            cut_to,
        }
    }
}

fn resource<'a>(block: &Block<'a>) -> Option<&'a Map<String, Value>> {
    block.fields.get("resource")?.as_object()
}

/// What something that is no text is, in one line: `[image image/png, 1234 bytes]`.
pub(super) fn description(kind: &str, fields: &Map<String, Value>) -> String {
    let field = |name: &str| {
        let text = fields.get(name)?.as_str()?;
        (!text.trim().is_empty()).then(|| text.to_owned())
    };
    let name = field("title").or_else(|| field("name"));
    let address = field("uri").filter(|uri| Some(uri) != name.as_ref());
    let kind = match kind {
        "resource_link" => "link",
        kind => kind,
    };
    let parts = [Some(kind.to_owned()), name, address, media_type(fields)];
    let words: Vec<String> = parts.into_iter().flatten().collect();
    let data = field("data").or_else(|| field("blob"));
    let bytes = match (
        data,
        field("text"),
        fields.get("size").and_then(Value::as_u64),
    ) {
        (Some(data), ..) => Some(decoded_len(&data) as u64),
        (None, Some(text), _) => Some(text.len() as u64),
        (None, None, size) => size,
    };
    let bytes = bytes.map(|n| format!(", {n} bytes")).unwrap_or_default();
    format!("[{}{bytes}]", words.join(" "))
}

/// The word for a media type as a fence's language: `text/x-rust` is `rust`.
fn language(media: &str) -> &str {
    let subtype = media.split_once('/').map_or("", |(_, subtype)| subtype);
    match subtype.strip_prefix("x-").unwrap_or(subtype) {
        "plain" | "octet-stream" => "",
        word => word,
    }
}

/// A language as it can stand behind a fence; nothing where it is no word.
fn word(language: &str) -> &str {
    let is_word = language.len() <= LONGEST_LANGUAGE
        && language
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'#' | b'.' | b'_'));
    if is_word { language } else { "" }
}
