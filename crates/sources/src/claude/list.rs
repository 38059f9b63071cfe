//! The list of a store.

use super::{
    ClaudeStore,
    digests::Overlap,
    ends::Ends,
    files::{SessionFile, sessions_in},
    id::ClaudeId,
    known::{Part, Setting},
    record::Id,
    summary::{Titles, summary},
};
use crate::{Cost, List, SourceError, Summary};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

/// Lists a store again and again, and reads only the ends of files that have changed. Sub-agents that
/// are stored between the lines of their session are not listed: what started them leads to them.
#[derive(Debug)]
pub struct ClaudeList {
    store: ClaudeStore,
    last: HashMap<PathBuf, Arc<Summary>>,
}

impl ClaudeList {
    pub(super) fn new(store: ClaudeStore) -> Self {
        Self {
            store,
            last: HashMap::new(),
        }
    }

    /// How much reading the ends of files has cost so far.
    pub fn cost(&self) -> Cost {
        self.store.digests().cost()
    }
}

impl List for ClaudeList {
    fn refresh(&mut self) -> Result<Vec<Arc<Summary>>, SourceError> {
        let files = self.store.files()?;
        self.store.digests().keep_only(&files);
        let all = self.store.summaries(&files, SystemTime::now());
        let mut last = HashMap::new();
        let mut list: Vec<Arc<Summary>> = Vec::new();
        for summary in all {
            // What did not change stays the same object, which is quick to compare.
            let known = self
                .last
                .remove(&summary.path)
                .filter(|known| **known == summary);
            let summary = known.unwrap_or_else(|| Arc::new(summary));
            last.insert(summary.path.clone(), Arc::clone(&summary));
            list.push(summary);
        }
        self.last = last;
        list.sort_by(|a, b| (b.updated_at_ms, &b.id).cmp(&(a.updated_at_ms, &a.id)));
        // Of a session in several folders the last active counts.
        let mut seen = HashSet::new();
        list.retain(|summary| seen.insert(summary.id.clone()));
        Ok(list)
    }
}

impl ClaudeStore {
    /// What a list says of the conversation that is this part of a file.
    pub(super) fn summary(&self, id: &ClaudeId, path: &Path, part: &Part) -> Summary {
        let file = SessionFile::new(path.to_owned(), id.clone());
        let ends = match part {
            Part::Main | Part::Whole => self.digests().of_one(&file, self.restoration()),
            Part::Side(_) | Part::Reported(_) => {
                let setting = Setting::new(&id.session, part.clone(), self.restoration());
                let stamp = file.stamp.as_ref().ok();
                let ends = stamp.and_then(|stamp| Ends::read(path, *stamp, &setting).ok());
                ends.map(Arc::new)
            }
        };
        // Only what older versions wrote has its title in another file.
        let is_titled = ends.as_ref().is_none_or(|ends| ends.has_title());
        let others = match path.parent() {
            Some(project) if !is_titled && *part == Part::Main => sessions_in(project),
            _ => Vec::new(),
        };
        let of_others = self.digests().of(&others, self.restoration());
        let titles = Titles::of(of_others.iter().flatten().map(Arc::as_ref));
        summary(&file, ends.as_deref(), &titles, SystemTime::now())
    }

    /// What a list says of the conversations in files.
    fn summaries(&self, files: &[SessionFile], now: SystemTime) -> Vec<Summary> {
        let ends = self.digests().of(files, self.restoration());
        let copied = self.copied(files, &ends);
        let titles = Titles::of(ends.iter().flatten().map(Arc::as_ref));
        let is_listed = |(n, _): &(usize, (&SessionFile, &Option<Arc<Ends>>))| !copied.contains(n);
        files
            .iter()
            .zip(&ends)
            .enumerate()
            .filter(is_listed)
            .filter(|(_, (_, ends))| !ends.as_ref().is_some_and(|ends| ends.has_no_messages))
            .map(|(_, (file, ends))| summary(file, ends.as_deref(), &titles, now))
            .collect()
    }

    /// The files all of whose messages are in another one of their project, where a session went on.
    fn copied(&self, files: &[SessionFile], ends: &[Option<Arc<Ends>>]) -> HashSet<usize> {
        let mut same: BTreeMap<(Option<&Path>, Id), Vec<usize>> = BTreeMap::new();
        for (n, (file, ends)) in files.iter().zip(ends).enumerate() {
            if let Some(first) = ends.as_ref().and_then(|ends| ends.first_message) {
                same.entry((file.path.parent(), first)).or_default().push(n);
            }
        }
        let mut copied = HashSet::new();
        for group in same.values().filter(|group| group.len() > 1) {
            let others = |n: usize| group.iter().copied().filter(move |other| *other != n);
            let is_copied = |n: &usize| others(*n).any(|other| self.is_copied(files, *n, other));
            copied.extend(group.iter().copied().filter(is_copied));
        }
        copied
    }

    /// Whether a file has nothing that another has not. Of two that are the same the older one has.
    fn is_copied(&self, files: &[SessionFile], old: usize, new: usize) -> bool {
        let (Some(old_file), Some(new_file)) = (files.get(old), files.get(new)) else {
            return false;
        };
        let age = |file: &SessionFile| {
            let stamp = file.stamp.as_ref().ok();
            (stamp.and_then(|stamp| stamp.modified), file.id.clone())
        };
        match self.digests().compare(old_file, new_file) {
            Overlap::None => false,
            Overlap::Within => true,
            Overlap::Same => age(old_file) < age(new_file),
        }
    }
}
