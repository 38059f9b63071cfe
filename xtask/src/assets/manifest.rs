//! `manifest.json`: which file plays which part. The server embeds what it names.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};

const FILE_NAME: &str = "manifest.json";
const VERSION: u32 = 1;

/// What `dist/` holds.
#[derive(Debug, Deserialize, Serialize, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// Changes when a reader of the old form could misread the new one.
    pub(crate) version: u32,
    #[serde(flatten)]
    pub(crate) roles: Roles,
    /// What a page loads when it first needs it, by name.
    pub(crate) modules: BTreeMap<String, Module>,
    /// Every file, sorted by name, without the compressed copies and the manifest itself.
    pub(crate) files: Vec<Asset>,
}

/// The names of the files that each page refers to.
#[derive(Debug, Deserialize, Serialize, PartialEq, Eq)]
pub(crate) struct Roles {
    /// The module that wasm-bindgen wrote.
    pub(crate) js: String,
    pub(crate) wasm: String,
    pub(crate) style: String,
    /// The classic script that starts the module.
    pub(crate) boot: String,
}

/// The two files of a module that wasm-bindgen wrote.
#[derive(Debug, Deserialize, Serialize, PartialEq, Eq)]
pub(crate) struct Module {
    pub(crate) js: String,
    pub(crate) wasm: String,
}

/// One file.
#[derive(Debug, Deserialize, Serialize, PartialEq, Eq)]
pub(crate) struct Asset {
    /// Its path below `dist/`, with `/` between folders.
    pub(crate) name: String,
    /// The value of its `Content-Type`.
    pub(crate) media: String,
    pub(crate) bytes: u64,
    /// The size of `<name>.br`, if it is there.
    pub(crate) br: Option<u64>,
    /// The size of `<name>.gz`, if it is there.
    pub(crate) gz: Option<u64>,
}

impl Manifest {
    pub(crate) fn new(
        roles: Roles,
        modules: BTreeMap<String, Module>,
        mut files: Vec<Asset>,
    ) -> Self {
        files.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Self {
            version: VERSION,
            roles,
            modules,
            files,
        }
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        let path = folder.join(FILE_NAME);
        let text = serde_json::to_string_pretty(self)? + "\n";
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Reads the manifest of a folder.
pub(crate) fn read(folder: &Path) -> Result<Manifest> {
    let path = folder.join(FILE_NAME);
    let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text).with_context(|| format!("{} is damaged", path.display()))
}

fn parse(text: &[u8]) -> Result<Manifest> {
    let manifest: Manifest = serde_json::from_slice(text)?;
    if manifest.version != VERSION {
        bail!("version {} instead of {VERSION}", manifest.version);
    }
    Ok(manifest)
}

/// The media type of a file, by the ending of its name.
pub(crate) fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asset(name: &str, br: Option<u64>) -> Asset {
        Asset {
            name: name.to_owned(),
            media: media_type(name).to_owned(),
            bytes: 7,
            br,
            gz: br,
        }
    }

    fn roles() -> Roles {
        Roles {
            js: "app-1.js".to_owned(),
            wasm: "app-2.wasm".to_owned(),
            style: "style-3.css".to_owned(),
            boot: "boot-4.js".to_owned(),
        }
    }

    #[test]
    fn the_form_that_the_server_reads() {
        let rich = Module {
            js: "rich-5.js".to_owned(),
            wasm: "rich-6.wasm".to_owned(),
        };
        let manifest = Manifest::new(
            roles(),
            BTreeMap::from([("rich".to_owned(), rich)]),
            vec![asset("b.css", None), asset("a.wasm", Some(3))],
        );
        let expected = serde_json::json!({
            "version": 1,
            "js": "app-1.js",
            "wasm": "app-2.wasm",
            "style": "style-3.css",
            "boot": "boot-4.js",
            "modules": { "rich": { "js": "rich-5.js", "wasm": "rich-6.wasm" } },
            "files": [
                { "name": "a.wasm", "media": "application/wasm", "bytes": 7, "br": 3, "gz": 3 },
                { "name": "b.css", "media": "text/css; charset=utf-8", "bytes": 7, "br": null, "gz": null },
            ],
        });
        assert_eq!(serde_json::to_value(&manifest).unwrap(), expected);
        assert_eq!(parse(expected.to_string().as_bytes()).unwrap(), manifest);
    }

    #[test]
    fn another_version_is_refused() {
        let mut manifest = Manifest::new(roles(), BTreeMap::new(), Vec::new());
        manifest.version = 2;
        let text = serde_json::to_vec(&manifest).unwrap();
        assert_eq!(
            parse(&text).unwrap_err().to_string(),
            "version 2 instead of 1"
        );
    }
}
