//! The frontend's files, embedded at build time or read from a folder while it is worked on.

use serde::Deserialize;
use std::{borrow::Cow, collections::BTreeMap, fs, path::PathBuf};

/// Where the frontend's files come from.
#[derive(Clone, Debug)]
pub enum Assets {
    /// What was embedded when the binary was built, if a frontend was there.
    Embedded,
    /// A folder that Trunk builds into, read anew each time.
    Folder(PathBuf),
}

/// The names of the files that a page refers to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Manifest {
    pub js: String,
    pub wasm: String,
    pub style: String,
    pub boot: String,
    /// What a page's program loads when it first needs it, by name.
    pub modules: BTreeMap<String, Module>,
}

/// The names of a module's two files.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Module {
    pub js: String,
    pub wasm: String,
}

/// A file as it is sent.
#[derive(Debug)]
pub(crate) struct Asset {
    pub media: &'static str,
    /// How the content is packed; nothing for as it is.
    pub encoding: Option<&'static str>,
    pub content: Cow<'static, [u8]>,
}

struct EmbeddedFile {
    name: &'static str,
    identity: &'static [u8],
    br: Option<&'static [u8]>,
    gz: Option<&'static [u8]>,
}

static EMBEDDED: Option<(&str, &[EmbeddedFile])> =
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

impl Assets {
    /// The names of the frontend's files; nothing where it was not built.
    pub(crate) fn manifest(&self) -> Option<Manifest> {
        match self {
            Self::Embedded => serde_json::from_str(EMBEDDED?.0).ok(),
            Self::Folder(folder) => {
                let text = fs::read_to_string(folder.join("manifest.json")).ok()?;
                serde_json::from_str(&text).ok()
            }
        }
    }

    /// A file by its name, packed in a way that `accepted` (an `Accept-Encoding`) names.
    pub(crate) fn file(&self, name: &str, accepted: &str) -> Option<Asset> {
        let media = media_type(name)?;
        match self {
            Self::Embedded => {
                let file = EMBEDDED?.1.iter().find(|file| file.name == name)?;
                let (encoding, content) = file.packed_for(accepted);
                Some(Asset {
                    media,
                    encoding,
                    content: content.into(),
                })
            }
            Self::Folder(folder) => {
                let is_plain_name = name
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
                let path = is_plain_name.then(|| folder.join(name))?;
                let content = fs::read(path).ok()?;
                Some(Asset {
                    media,
                    encoding: None,
                    content: content.into(),
                })
            }
        }
    }
}

impl EmbeddedFile {
    fn packed_for(&self, accepted: &str) -> (Option<&'static str>, &'static [u8]) {
        let accepts = |encoding| {
            let mut offered = accepted
                .split(',')
                .map(|part| part.split(';').next().unwrap_or(part));
            offered.any(|name| name.trim() == encoding)
        };
        match (
            self.br.filter(|_| accepts("br")),
            self.gz.filter(|_| accepts("gzip")),
        ) {
            (Some(br), _) => (Some("br"), br),
            (None, Some(gz)) => (Some("gzip"), gz),
            (None, None) => (None, self.identity),
        }
    }
}

/// The media type of the files that are served; others are not.
fn media_type(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    match ending {
        "js" => Some("text/javascript; charset=utf-8"),
        "wasm" => Some("application/wasm"),
        "css" => Some("text/css; charset=utf-8"),
        _ => None,
    }
}
