//! What is known of the files of a store, read again where they change.

use super::{
    ends::Ends,
    files::{SessionFile, Stamp},
    known::{Part, Setting},
    record::{Id, id},
};
use crate::restore::Restoration;
use serde::Deserialize;
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    fs::File,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, available_parallelism},
};

/// How many files are worth a thread of their own.
const WORTH_A_THREAD: usize = 50;

/// What is known of files.
#[derive(Debug, Default)]
pub(super) struct Digests(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    ends: HashMap<PathBuf, (Stamp, Arc<Ends>)>,
    /// Whether all messages of one file are in another, which only grows.
    contained: HashMap<(PathBuf, PathBuf), (Stamp, u64, bool)>,
}

impl Digests {
    /// The ends of files, in their order; nothing of a file that cannot be read.
    pub(super) fn of(
        &self,
        files: &[SessionFile],
        restoration: &Arc<Restoration>,
    ) -> Vec<Option<Arc<Ends>>> {
        let n_threads = available_parallelism().map_or(1, usize::from).min(8);
        let per_thread = files.len().div_ceil(n_threads).max(WORTH_A_THREAD);
        thread::scope(|scope| {
            let read = |part: &'_ [SessionFile]| -> Vec<_> {
                part.iter()
                    .map(|file| self.of_one(file, restoration))
                    .collect()
            };
            let parts: Vec<_> = files
                .chunks(per_thread)
                .map(|part| (part.len(), scope.spawn(move || read(part))))
                .collect();
            // A thread that panicked leaves its files unread.
            parts
                .into_iter()
                .flat_map(|(n, part)| part.join().unwrap_or_else(|_| vec![None; n]))
                .collect()
        })
    }

    /// The ends of one file.
    pub(super) fn of_one(
        &self,
        file: &SessionFile,
        restoration: &Arc<Restoration>,
    ) -> Option<Arc<Ends>> {
        let stamp = *file.stamp.as_ref().ok()?;
        if let Some((known, ends)) = self.lock().ends.get(&file.path)
            && *known == stamp
        {
            return Some(Arc::clone(ends));
        }
        let part = match file.id.agent {
            None => Part::Main,
            Some(_) => Part::Whole,
        };
        let setting = Setting::new(&file.id.session, part, restoration);
        let ends = Arc::new(Ends::read(&file.path, stamp, &setting).ok()?);
        let known = (stamp, Arc::clone(&ends));
        self.lock().ends.insert(file.path.clone(), known);
        Some(ends)
    }

    /// Whether all messages of `old` are in `new` too: it was copied when the session was resumed.
    pub(super) fn contains(&self, new: &SessionFile, old: &SessionFile) -> bool {
        let (Ok(new_stamp), Ok(old_stamp)) = (&new.stamp, &old.stamp) else {
            return false;
        };
        let pair = (new.path.clone(), old.path.clone());
        // What was copied stands at the beginning: what is added later changes nothing.
        if let Some((stamp, inode, is_contained)) = self.lock().contained.get(&pair)
            && stamp == old_stamp
            && *inode == new_stamp.inode
        {
            return *is_contained;
        }
        let messages = messages(&old.path);
        let is_contained = !messages.is_empty() && messages.is_subset(&self::messages(&new.path));
        let known = (*old_stamp, new_stamp.inode, is_contained);
        self.lock().contained.insert(pair, known);
        is_contained
    }

    /// Forgets files that are gone.
    pub(super) fn keep_only(&self, files: &[SessionFile]) {
        let paths: HashSet<&Path> = files.iter().map(|file| file.path.as_path()).collect();
        self.lock()
            .ends
            .retain(|path, _| paths.contains(path.as_path()));
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What of a line says whether it is a message.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    uuid: Cow<'a, str>,
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
}

/// The ids of all messages of a file.
fn messages(path: &Path) -> HashSet<Id> {
    let Ok(file) = File::open(path) else {
        return HashSet::new();
    };
    let lines = BufReader::new(file).split(b'\n').map_while(Result::ok);
    let message = |line: Vec<u8>| {
        let line: Line<'_> = serde_json::from_slice(&line).ok()?;
        matches!(&*line.kind, "user" | "assistant").then(|| id(&line.uuid))
    };
    lines.filter_map(message).collect()
}
