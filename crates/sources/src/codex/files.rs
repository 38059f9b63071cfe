//! The files of a store: rollouts in folders for each day, and all that older versions wrote.

use super::head::Head;
use conversation::EventKey;
use std::{
    collections::HashMap,
    fs::{self, Metadata},
    path::{Path, PathBuf},
    time::SystemTime,
};

/// How deep folders lie in each other: a year, a month, a day.
const DEEPEST: usize = 3;

/// A place where rollouts are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// A folder of rollouts, or one rollout.
    pub path: PathBuf,
    /// What is in it was put away.
    pub is_archive: bool,
}

/// A rollout's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub path: PathBuf,
    /// The thread's id, as URLs can have it.
    pub thread: String,
    pub is_archived: bool,
    pub form: Form,
    pub stamp: FileStamp,
}

/// How a rollout is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// Lines, but compressed.
    Compressed,
    /// One JSON text, as the first versions wrote.
    Items,
    /// A record on each line.
    Lines,
}

/// Tells one state of a file from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileStamp {
    pub bytes: u64,
    pub modified: Option<SystemTime>,
    inode: u64,
}

impl FileStamp {
    pub(super) fn of(metadata: &Metadata) -> Self {
        Self {
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
            inode: inode(metadata),
        }
    }
}

impl Form {
    /// The form that a file's name says.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let forms = [
            (".jsonl.zst", Self::Compressed),
            (".jsonl", Self::Lines),
            (".json", Self::Items),
        ];
        let found = forms.into_iter().find(|(end, _)| name.ends_with(end));
        found.map(|(_, form)| form)
    }
}

impl Found {
    /// The file at a path, whatever it is called; nothing where there is none.
    pub(super) fn at(path: &Path, is_archived: bool) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy();
        let metadata = fs::metadata(path).ok().filter(Metadata::is_file)?;
        let form = Form::of_name(&name)?;
        let stem = name.split(".json").next().unwrap_or_default();
        let named = id_in_name(stem).map(str::to_owned);
        let thread = named.unwrap_or_else(|| {
            let id = Head::read(path, form).id;
            EventKey::from_native(id.as_deref().unwrap_or(stem)).to_string()
        });
        Some(Self {
            path: path.to_owned(),
            thread,
            is_archived,
            form,
            stamp: FileStamp::of(&metadata),
        })
    }

    /// Of two files of one thread the one that counts: what can be read, then what changed last.
    fn counts_more_than(&self, other: &Self) -> bool {
        let rank = |found: &Self| (found.form, found.stamp.modified, !found.is_archived);
        rank(self) > rank(other)
    }
}

/// All rollouts at some places, one for each thread.
pub(super) fn find(places: &[Place]) -> HashMap<String, Found> {
    let mut all: HashMap<String, Found> = HashMap::new();
    for place in places {
        walk(&place.path, 0, &mut |path| {
            let Some(found) = Found::at(path, place.is_archive) else {
                return;
            };
            let is_best = all
                .get(&found.thread)
                .is_none_or(|other| found.counts_more_than(other));
            if is_best {
                all.insert(found.thread.clone(), found);
            }
        });
    }
    all
}

/// Whether there is any rollout at or below a folder.
pub(super) fn is_any_in(folder: &Path) -> bool {
    let mut is_any = false;
    walk(folder, 0, &mut |_| is_any = true);
    is_any
}

/// The folders in which rollouts come and go: a place, and the latest year, month and day in it.
pub(super) fn latest_folders(place: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    let mut latest = Some(place.to_owned()).filter(|place| place.is_dir());
    while let Some(folder) = latest {
        latest = (folders.len() < DEEPEST)
            .then(|| {
                let entries = fs::read_dir(&folder).ok()?.flatten();
                let dated = entries.map(|entry| entry.path());
                dated.filter(|path| is_dated(path) && path.is_dir()).max()
            })
            .flatten();
        folders.push(folder);
    }
    folders
}

/// Calls `take` with every rollout. A place that is itself a file is one by whatever name. Links to
/// folders above lead no deeper than folders do.
fn walk(place: &Path, depth: usize, take: &mut dyn FnMut(&Path)) {
    if depth == 0 && place.is_file() {
        take(place);
        return;
    }
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let path = entry.path();
        if is_rollout(&path) {
            take(&path);
        } else if depth < DEEPEST && is_dated(&path) {
            walk(&path, depth + 1, take);
        }
    }
}

/// Whether a file is named as Codex names rollouts.
pub(super) fn is_rollout(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with("rollout-") && Form::of_name(name).is_some())
}

fn is_dated(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit()))
}

/// The thread's id at the end of a file's name.
fn id_in_name(stem: &str) -> Option<&str> {
    let id = stem.get(stem.len().checked_sub(36)?..)?;
    let is_hyphen = |n: usize| matches!(n, 8 | 13 | 18 | 23);
    let is_id = id.bytes().enumerate().all(|(n, b)| {
        if is_hyphen(n) {
            b == b'-'
        } else {
            b.is_ascii_hexdigit()
        }
    });
    is_id.then_some(id)
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01a22cde-960b-75a1-bb3a-240524e571e1";

    #[test]
    fn names_end_with_the_threads_id() {
        for (stem, id) in [
            (
                "rollout-2026-11-30T14-31-54-01a22cde-960b-75a1-bb3a-240524e571e1",
                Some(ID),
            ),
            (
                "rollout-2025-05-07-01a22cde-960b-75a1-bb3a-240524e571e1",
                Some(ID),
            ),
            ("rollout-note", None),
            ("rollout-é2cde-960b-75a1-bb3a-240524e571e1", None),
            ("", None),
        ] {
            assert_eq!(id_in_name(stem), id, "{stem}");
        }
    }

    #[test]
    fn forms_have_their_endings() {
        for (name, form) in [
            ("a.jsonl", Some(Form::Lines)),
            ("a.json", Some(Form::Items)),
            ("a.jsonl.zst", Some(Form::Compressed)),
            ("a.txt", None),
        ] {
            assert_eq!(Form::of_name(name), form, "{name}");
        }
    }

    #[test]
    fn files_of_every_version_are_found_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "").expect("written");
        };
        write(&format!(
            "2026/11/30/rollout-2026-11-30T14-31-54-{ID}.jsonl"
        ));
        write(&format!(
            "2026/11/30/rollout-2026-11-30T14-31-54-{ID}.jsonl.zst"
        ));
        write("rollout-2025-05-07-01a22cde-960b-75a1-bb3a-240524e571e2.jsonl");
        write("rollout-2025-04-20-01a22cde-960b-75a1-bb3a-240524e571e3.json");
        write("2026/11/30/notes.jsonl");
        write("other/rollout-x.jsonl");
        fs::create_dir(folder.path().join("rollout-folder.jsonl")).expect("a folder");
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path(), folder.path().join("2027")).expect("a link");
        let places = [Place {
            path: folder.path().to_owned(),
            is_archive: false,
        }];
        let found = find(&places);
        let mut found: Vec<_> = found
            .values()
            .map(|found| (&*found.thread, found.form))
            .collect();
        found.sort_unstable();
        let expected = [
            (ID, Form::Lines),
            ("01a22cde-960b-75a1-bb3a-240524e571e2", Form::Lines),
            ("01a22cde-960b-75a1-bb3a-240524e571e3", Form::Items),
        ];
        assert_eq!(found, expected);
    }
}
