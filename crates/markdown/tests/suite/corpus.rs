//! Texts of assistants: the invented ones of `fixtures/answers`, and real ones where they are at
//! hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The invented answers, in the order of their names.
pub(crate) fn invented() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/answers");
    let answers: BTreeMap<String, String> = files(&folder)
        .into_iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .filter(|(name, _)| name != "README.md")
        .collect();
    assert!(answers.len() >= 30);
    answers
}

/// Every different text of an assistant in the samples, by the file it first stands in and its
/// number there; `None`, and a word about it, where there are no samples.
pub(crate) fn real() -> Option<BTreeMap<String, String>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SERVE_WEB_SHARED").map_or(beside, PathBuf::from);
    let folder = shared.join("samples");
    if !folder.exists() {
        println!("skipped: no samples at {}", folder.display());
        return None;
    }
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for path in files(&folder) {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        let mut texts = Vec::new();
        for value in values(&path) {
            collect(&value, &mut texts);
        }
        for (n, text) in texts.into_iter().enumerate() {
            names.entry(text).or_insert_with(|| format!("{name} {n}"));
        }
    }
    Some(names.into_iter().map(|(text, name)| (name, text)).collect())
}

/// All files in a folder and those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    let inside = |path: PathBuf| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    };
    entries.into_iter().flat_map(inside).collect()
}

/// What a file holds: one value, one a line, or nothing that is JSON.
fn values(path: &Path) -> Vec<Value> {
    let Ok(text) = fs::read_to_string(path) else {
        return Vec::new();
    };
    match serde_json::from_str(&text) {
        Ok(value) => vec![value],
        Err(_) => text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect(),
    }
}

/// Collects what an assistant says in any of the agents' formats.
fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let is =
                |name: &str, wanted: &str| fields.get(name).is_some_and(|value| value == wanted);
            if is("role", "assistant") || is("type", "gemini") || is("type", "chat_response") {
                collect_words(value, texts);
            } else {
                fields.values().for_each(|value| collect(value, texts));
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, texts)),
        _ => {}
    }
}

fn collect_words(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| collect_words(value, texts)),
        Value::Object(fields) => {
            let kind = fields.get("type").and_then(Value::as_str);
            if !matches!(
                kind,
                Some("tool_use" | "tool_result" | "thinking" | "reasoning")
            ) {
                ["content", "message", "text", "parts"]
                    .iter()
                    .filter_map(|name| fields.get(*name))
                    .for_each(|value| collect_words(value, texts));
            }
        }
        _ => {}
    }
}
