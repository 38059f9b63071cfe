//! What is known of the files of a store, read again where they change.

use super::{
    ends::Ends,
    files::{SessionFile, Stamp, part_of},
    known::Setting,
    meta::Meta,
    record::{Id, id},
};
use crate::{Cost, parallel, restore::Restoration};
use serde::Deserialize;
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    fs::File,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What is known of files.
#[derive(Debug, Default)]
pub(super) struct Digests(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    ends: HashMap<PathBuf, (Stamp, Arc<Ends>)>,
    /// How the messages of two files compare.
    overlaps: HashMap<(PathBuf, PathBuf), KnownOverlap>,
    cost: Cost,
}

/// How the messages of a file are those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlap {
    /// Some are not in the other.
    None,
    /// All are, and the other has more.
    Within,
    /// All are, and the other has no more.
    Same,
}

#[derive(Debug)]
struct KnownOverlap {
    old: Stamp,
    new: Stamp,
    overlap: Overlap,
}

impl KnownOverlap {
    /// What was copied stands at the beginning of a file: only whether there is more behind it
    /// changes as the file grows.
    fn holds(&self, old: &Stamp, new: &Stamp) -> bool {
        let has_grown = self.new.inode == new.inode && self.new.bytes <= new.bytes;
        let is_settled = has_grown && self.overlap != Overlap::Same;
        self.old == *old && (self.new == *new || is_settled)
    }
}

impl Digests {
    /// The ends of files, in their order; nothing of a file that cannot be read.
    pub(super) fn of(
        &self,
        files: &[SessionFile],
        restoration: &Arc<Restoration>,
    ) -> Vec<Option<Arc<Ends>>> {
        let mut all = self.known(files);
        let places = all.iter().zip(files).enumerate();
        let new = places.filter(|(_, (known, file))| known.is_none() && file.stamp.is_ok());
        let new: Vec<(usize, &SessionFile)> = new.map(|(n, (_, file))| (n, file)).collect();
        // A thread that panicked leaves its files unread.
        let read = parallel::map(&new, |(_, file)| self.of_one(file, restoration), |_| None);
        for ((n, _), ends) in new.into_iter().zip(read) {
            if let Some(place) = all.get_mut(n) {
                *place = ends;
            }
        }
        all
    }

    /// What is known already of files as they are now.
    fn known(&self, files: &[SessionFile]) -> Vec<Option<Arc<Ends>>> {
        let known = &self.lock().ends;
        let one = |file: &SessionFile| {
            let stamp = file.stamp.as_ref().ok()?;
            let (seen, ends) = known.get(&file.path)?;
            (seen == stamp).then(|| Arc::clone(ends))
        };
        files.iter().map(one).collect()
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
        let part = part_of(&file.path, &file.id);
        let setting = Setting::new(&file.id.session, part, restoration);
        let mut ends = Ends::read(&file.path, stamp, &setting).ok()?;
        ends.meta = Meta::beside(&file.path, &file.id);
        let ends = Arc::new(ends);
        let known = (stamp, Arc::clone(&ends));
        let mut all = self.lock();
        all.cost.bytes_read += ends.cost.bytes_read;
        all.cost.records_parsed += ends.cost.records_parsed;
        all.ends.insert(file.path.clone(), known);
        Some(ends)
    }

    /// Whether all messages of `old` are in `new` too, as they are when it was copied to go on there.
    pub(super) fn compare(&self, old: &SessionFile, new: &SessionFile) -> Overlap {
        let (Ok(old_stamp), Ok(new_stamp)) = (&old.stamp, &new.stamp) else {
            return Overlap::None;
        };
        let pair = (old.path.clone(), new.path.clone());
        if let Some(known) = self.lock().overlaps.get(&pair)
            && known.holds(old_stamp, new_stamp)
        {
            return known.overlap;
        }
        let (old_messages, new_messages) = (messages(&old.path), messages(&new.path));
        let is_in = !old_messages.is_empty() && old_messages.is_subset(&new_messages);
        let overlap = match (is_in, old_messages.len() == new_messages.len()) {
            (false, _) => Overlap::None,
            (true, true) => Overlap::Same,
            (true, false) => Overlap::Within,
        };
        let known = KnownOverlap {
            old: *old_stamp,
            new: *new_stamp,
            overlap,
        };
        self.lock().overlaps.insert(pair, known);
        overlap
    }

    /// How much reading the ends has cost so far.
    pub(super) fn cost(&self) -> Cost {
        self.lock().cost
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
    #[serde(default, rename = "isSidechain")]
    is_sidechain: bool,
}

/// The ids of all messages of a session's file.
fn messages(path: &Path) -> HashSet<Id> {
    let Ok(file) = File::open(path) else {
        return HashSet::new();
    };
    let lines = BufReader::new(file).split(b'\n').map_while(Result::ok);
    let message = |line: Vec<u8>| {
        let line: Line<'_> = serde_json::from_slice(&line).ok()?;
        let is_message = matches!(&*line.kind, "user" | "assistant") && !line.is_sidechain;
        is_message.then(|| id(&line.uuid))
    };
    lines.filter_map(message).collect()
}
