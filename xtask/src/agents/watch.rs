//! Finding an agent's conversations while it works, and following each in several ways at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};

use super::fold::Fold;
use super::http::get;
use super::manner::{MANNERS, Manner, lock};

/// How often new conversations are looked for.
const PAUSE: Duration = Duration::from_millis(50);
/// A stream that says nothing for so long says nothing more: the server looks every second.
const QUIET: Duration = Duration::from_millis(2500);
/// How long streams may go on after the agent has ended.
const LONGEST_END: Duration = Duration::from_mins(1);

/// A conversation and what the ways of following it have, the raw view first.
#[derive(Debug)]
pub(super) struct Followed {
    pub(super) id: String,
    pub(super) folds: Vec<(Manner, Fold)>,
}

/// Follows all conversations of a home.
#[derive(Debug)]
pub(super) struct Watch {
    shared: Arc<Shared>,
    finder: JoinHandle<Result<()>>,
}

#[derive(Debug)]
struct Shared {
    authorities: [String; 2],
    is_over: AtomicBool,
    found: Mutex<Vec<Arc<Reading>>>,
}

/// A conversation that is being followed.
#[derive(Debug)]
struct Reading {
    id: String,
    folds: Vec<(Manner, Mutex<Fold>)>,
}

impl Watch {
    /// Begins to look for conversations, which two servers show.
    pub(super) fn start(authorities: [&str; 2]) -> Self {
        let shared = Arc::new(Shared {
            authorities: authorities.map(str::to_owned),
            is_over: AtomicBool::new(false),
            found: Mutex::default(),
        });
        let of_finder = Arc::clone(&shared);
        let finder = thread::spawn(move || find_all(&of_finder));
        Self { shared, finder }
    }

    /// The conversation that was found first. Waits a while for it.
    pub(super) fn first(&self) -> Option<String> {
        let asked = Instant::now();
        while asked.elapsed() < QUIET {
            if let Some(first) = lock(&self.shared.found).first() {
                return Some(first.id.clone());
            }
            thread::sleep(PAUSE);
        }
        None
    }

    /// Waits until all streams are quiet, and gives what they have told.
    pub(super) fn finish(self) -> Result<Vec<Followed>> {
        let ended = Instant::now();
        while self
            .shared
            .last_batch()
            .unwrap_or(ended)
            .max(ended)
            .elapsed()
            < QUIET
        {
            if ended.elapsed() > LONGEST_END {
                bail!("the streams go on although the agent has ended");
            }
            thread::sleep(PAUSE);
        }
        self.shared.is_over.store(true, Ordering::SeqCst);
        join(self.finder)?;
        let shared = Arc::into_inner(self.shared).context("a reader is left")?;
        let found = shared.found.into_inner().unwrap_or_default();
        found.into_iter().map(followed).collect()
    }
}

impl Shared {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    fn last_batch(&self) -> Option<Instant> {
        let found = lock(&self.found);
        let folds = found.iter().flat_map(|reading| &reading.folds);
        folds.filter_map(|(_, fold)| lock(fold).last()).max()
    }
}

fn followed(reading: Arc<Reading>) -> Result<Followed> {
    let reading = Arc::into_inner(reading).context("a reader is left")?;
    let folds = reading.folds.into_iter().map(|(manner, fold)| {
        let fold = fold.into_inner().unwrap_or_else(PoisonError::into_inner);
        (manner, fold)
    });
    Ok(Followed {
        id: reading.id,
        folds: folds.collect(),
    })
}

/// Looks for conversations until all is over, and starts readers of each.
fn find_all(shared: &Arc<Shared>) -> Result<()> {
    let mut readers = BTreeMap::new();
    while !shared.is_over() {
        for id in open_ids(shared)? {
            readers
                .entry(id.clone())
                .or_insert_with(|| start_readers(shared, id));
        }
        thread::sleep(PAUSE);
    }
    for reader in readers.into_values().flatten() {
        join(reader)?;
    }
    Ok(())
}

/// The conversations that can be opened now: those of the list, and those of sub-agents that
/// somebody has named.
fn open_ids(shared: &Shared) -> Result<Vec<String>> {
    let authority = &shared.authorities[0];
    let list = get(authority, "/api/conversations")?;
    let list: serde_json::Value = serde_json::from_str(&list)?;
    let entries = list["data"].as_array().into_iter().flatten();
    let mut ids: Vec<String> = entries
        .filter_map(|entry| Some(entry["id"].as_str()?.to_owned()))
        .collect();
    for helper in helpers(shared) {
        let path = format!("/api/conversations/{helper}");
        if !ids.contains(&helper) && get(authority, &path).is_ok() {
            ids.push(helper);
        }
    }
    Ok(ids)
}

fn helpers(shared: &Shared) -> Vec<String> {
    let found = lock(&shared.found);
    let raw = found.iter().filter_map(|reading| reading.folds.first());
    raw.flat_map(|(_, fold)| lock(fold).helpers().to_vec())
        .collect()
}

fn start_readers(shared: &Arc<Shared>, id: String) -> Vec<JoinHandle<Result<()>>> {
    let folds = MANNERS.map(|manner| (manner, Mutex::default()));
    let reading = Arc::new(Reading {
        id,
        folds: folds.into(),
    });
    lock(&shared.found).push(Arc::clone(&reading));
    let start = |index: usize| {
        let (shared, reading) = (Arc::clone(shared), Arc::clone(&reading));
        thread::spawn(move || {
            let (manner, fold) = &reading.folds[index];
            let is_over = || shared.is_over();
            manner
                .follow(&shared.authorities, &reading.id, fold, &is_over)
                .with_context(|| format!("following {} ({})", reading.id, manner.name))
        })
    };
    (0..MANNERS.len()).map(start).collect()
}

fn join(thread: JoinHandle<Result<()>>) -> Result<()> {
    let ended = thread.join();
    ended.map_err(|_| anyhow!("a reader panicked"))?
}
