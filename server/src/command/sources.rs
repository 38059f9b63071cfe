//! What was found where: `serve-web sources`.

use serde_json::{Value, json};
use sources::{Polled, SourceError, State, Store, Summary, Watched, Watcher};
use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
};

/// What one store holds.
#[derive(Debug)]
struct Found {
    agent: &'static str,
    path: String,
    all: Result<Vec<Arc<Summary>>, SourceError>,
    /// The folders that the system does not watch, and why.
    polled: Vec<(PathBuf, Polled)>,
}

impl Found {
    fn of(store: &Arc<dyn Store>, watcher: &Watcher) -> Self {
        Self {
            agent: store.agent(),
            path: store.path().display().to_string(),
            all: store.listing().refresh(),
            polled: polled(store.list_folders(), watcher),
        }
    }

    fn n_at_work(&self) -> usize {
        let is_at_work =
            |summary: &&Arc<Summary>| matches!(summary.state, State::Running | State::Waiting);
        self.summaries().iter().filter(is_at_work).count()
    }

    fn summaries(&self) -> &[Arc<Summary>] {
        self.all.as_deref().unwrap_or_default()
    }

    fn newest_ms(&self) -> Option<i64> {
        let times = self.summaries().iter();
        times.filter_map(|summary| summary.updated_at_ms).max()
    }

    /// What cannot be read, and why.
    fn problems(&self) -> Vec<String> {
        let of_store = self.all.as_ref().err().map(ToString::to_string);
        let of_each = self
            .summaries()
            .iter()
            .filter_map(|summary| Some(format!("{}: {}", summary.id, summary.problem.as_ref()?)));
        of_store.into_iter().chain(of_each).collect()
    }
}

/// The folders that a watcher leaves to polling. All are watched at once, as they are while a list is
/// followed, so that a limit shows.
fn polled(folders: Vec<PathBuf>, watcher: &Watcher) -> Vec<(PathBuf, Polled)> {
    let watch = |folder: PathBuf| Some((watcher.watch(Watched::all(&folder), || {}).ok()?, folder));
    let watched: Vec<_> = folders.into_iter().filter_map(watch).collect();
    let polled = watched.into_iter();
    polled
        .filter_map(|(guard, folder)| Some((folder, guard.polled()?)))
        .collect()
}

/// Tells what the stores hold, as lines for people, or as JSON. `now_ms` is the time since the Unix
/// epoch, in milliseconds, `watcher` what would watch their folders.
pub fn sources(
    stores: &[Arc<dyn Store>],
    watcher: &Watcher,
    is_json: bool,
    now_ms: i64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let found: Vec<Found> = stores
        .iter()
        .map(|store| Found::of(store, watcher))
        .collect();
    if is_json {
        let data: Vec<Value> = found.iter().map(as_json).collect();
        return writeln!(out, "{:#}", json!({ "data": data }));
    }
    if found.is_empty() {
        return writeln!(out, "No agent keeps conversations here.");
    }
    for found in &found {
        writeln!(out, "{:<8}{}", found.agent, found.path)?;
        writeln!(out, "        {}", told(found, now_ms))?;
        for problem in found.problems() {
            writeln!(out, "        ! {problem}")?;
        }
        if let Some(polled) = told_polled(found) {
            writeln!(out, "        ~ {polled}")?;
        }
    }
    Ok(())
}

fn told(found: &Found, now_ms: i64) -> String {
    let n = match found.summaries().len() {
        1 => "1 conversation".to_owned(),
        n => format!("{n} conversations"),
    };
    let newest = found.newest_ms();
    let newest = newest.map(|newest| format!("the last {}", ago(now_ms - newest)));
    let at_work = match found.n_at_work() {
        0 => None,
        n => Some(format!("{n} at work")),
    };
    let parts = [Some(n), newest, at_work];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Which folders are looked at again and again, by the first of them: nearly always all have one reason.
fn told_polled(found: &Found) -> Option<String> {
    let (folder, why) = found.polled.first()?;
    let others = match found.polled.len() - 1 {
        0 => String::new(),
        1 => " and another folder".to_owned(),
        n => format!(" and {n} other folders"),
    };
    let folder = folder.display();
    Some(format!("polled: {folder}{others}, because {why}"))
}

/// How long ago something was, in the largest whole unit.
fn ago(ms: i64) -> String {
    let units = [("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000)];
    let unit = units.into_iter().find(|(_, length)| ms >= *length);
    match unit.map(|(name, length)| (name, ms / length)) {
        None => "just now".to_owned(),
        Some((name, 1)) => format!("1 {name} ago"),
        Some((name, n)) => format!("{n} {name}s ago"),
    }
}

fn as_json(found: &Found) -> Value {
    let newest = found
        .newest_ms()
        .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok())
        .map(|newest| newest.to_string());
    json!({
        "agent": found.agent,
        "path": found.path,
        "conversations": found.summaries().len(),
        "at_work": found.n_at_work(),
        "updated_at": newest,
        "problems": found.problems(),
        "watched": if found.polled.is_empty() { "events" } else { "polled" },
        "polled": found.polled.iter().map(|(folder, why)| json!({
            "folder": folder.display().to_string(),
            "why": why.to_string(),
        })).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sources::jp::JpStore;
    use std::fs;

    fn written(is_json: bool) -> String {
        written_by(&Watcher::polling(Polled::Exhausted), is_json)
    }

    fn written_by(watcher: &Watcher, is_json: bool) -> String {
        let root = tempfile::tempdir().expect("a folder");
        let conversations = root.path().join(".jp/conversations");
        for (id, events) in [("17800000001", "[]"), ("17800000002", "{")] {
            let folder = conversations.join(id);
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("events.json"), events).expect("written");
            let metadata = r#"{"title":"t","last_activated_at":"2026-01-01 00:00:00.0"}"#;
            fs::write(folder.join("metadata.json"), metadata).expect("written");
        }
        let store = JpStore::at(root.path(), None).expect("a store");
        let mut out = Vec::new();
        let now_ms = 1_767_225_600_000 + 2 * 3_600_000;
        sources(&[Arc::new(store)], watcher, is_json, now_ms, &mut out).expect("written");
        let out = String::from_utf8(out).expect("text");
        let root = fs::canonicalize(root.path()).expect("a path");
        out.replace(&root.display().to_string(), "ROOT")
    }

    #[test]
    fn it_says_what_is_where_and_how_fresh() {
        let told = written(false);
        let beginning =
            "jp      ROOT/.jp/conversations\n        2 conversations, the last 2 hours ago\n";
        assert!(told.starts_with(beginning), "{told}");
    }

    #[test]
    fn programs_get_the_same_as_json() {
        let told: Value = serde_json::from_str(&written(true)).expect("JSON");
        let store = &told["data"][0];
        assert_eq!(store["agent"], "jp");
        assert_eq!(store["conversations"], 2);
        assert_eq!(store["updated_at"], "2026-01-01T00:00:00Z");
    }

    #[test]
    fn folders_that_are_polled_are_said_to_be_with_the_reason() {
        let told = written(false);
        let line = "        ~ polled: ROOT/.jp/conversations";
        let line = told.lines().find(|told| told.starts_with(line));
        let line = line.expect("a line");
        assert!(line.contains("limit of watches is used up"), "{line}");
        let told: Value = serde_json::from_str(&written(true)).expect("JSON");
        let store = &told["data"][0];
        assert_eq!(store["watched"], "polled");
        assert_eq!(store["polled"][0]["folder"], "ROOT/.jp/conversations");
        let why = store["polled"][0]["why"].as_str().expect("a reason");
        assert!(why.contains("max_user_watches"), "{why}");
    }

    #[test]
    fn folders_that_are_watched_need_no_word() {
        let watcher = Watcher::new();
        let told: Value = serde_json::from_str(&written_by(&watcher, true)).expect("JSON");
        assert_eq!(told["data"][0]["watched"], "events");
        assert_eq!(told["data"][0]["polled"], json!([]));
        assert!(!written_by(&watcher, false).contains('~'));
    }

    #[test]
    fn times_have_the_largest_whole_unit() {
        for (ms, expected) in [
            (0, "just now"),
            (60_000, "1 minute ago"),
            (7_300_000, "2 hours ago"),
            (86_400_000 * 3, "3 days ago"),
        ] {
            assert_eq!(ago(ms), expected);
        }
    }
}
