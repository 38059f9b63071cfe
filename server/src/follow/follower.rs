//! One conversation, read again whenever it changes, and what changed, for all its readers.

mod pages;

pub(crate) use pages::Page;

use super::{Batch, EventLog, Limit, Queue, Receiver, Replaced, glimpse::Glimpse};
use conversation::{Change, Item, Kind, Status, View, Window, changes_between, policy::Policy};
use sources::{Conversation, Position, SourceError, State, WatchGuard, Watched, Watcher};
use std::{
    path::PathBuf,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};
use tokio::sync::Notify;

/// How many events a reader may be behind, and get them one by one rather than a reset.
const LONGEST_CATCH_UP: usize = 1000;
/// How many items may change at once, and be told one by one rather than by a reset.
const MOST_CHANGES: usize = 500;
/// How much text may be told one by one at once, in bytes, rather than by a reset.
const LONGEST_TEXTS: u64 = 2 * 1024 * 1024;
/// Nobody has counted the events.
const UNKNOWN: u64 = u64::MAX;
/// How often a followed conversation is looked at when nothing says that it changed.
pub(crate) const POLL: Duration = Duration::from_secs(1);
/// What a reader is told beside the reason why nothing more can be read.
const STAYS: &str = "What was read stays; it goes on when it can be read again.";

/// An opened conversation.
#[derive(Debug)]
pub(crate) struct Follower {
    inner: Mutex<Inner>,
    /// What is shown of a long conversation while another thread reads all of it, and has the lock
    /// of the rest. Whoever needs both locks takes this one first.
    glimpse: Mutex<Option<Glimpse>>,
    /// Tells that all has been read.
    has_read: Condvar,
    /// How many events there are; [`UNKNOWN`] before they were read.
    n_events: AtomicU64,
    settings: Settings,
    raw: Arc<Queue>,
    user: Arc<Queue>,
    provider: Arc<Queue>,
    is_following: AtomicBool,
    wake: Arc<Notify>,
    /// Whose turn it is to have a window made.
    turn: tokio::sync::Mutex<()>,
    /// Tells the list that something has changed.
    list: Arc<Notify>,
}

#[derive(Debug)]
struct Inner {
    conversation: Box<dyn Conversation>,
    log: EventLog,
    status: Status,
    /// What is wrong with it, as of its last change.
    problem: Option<String>,
}

/// What all followers share.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// How the page shows what tools return.
    pub policy: Arc<Policy>,
    /// Where what is too much for memory may be put away.
    pub folder: PathBuf,
    /// How often a followed conversation is looked at when nothing says that it changed.
    pub poll: Duration,
}

/// What a reader gets first, and what follows.
#[derive(Debug)]
pub(crate) struct Subscription {
    pub first: Batch,
    pub receiver: Receiver,
}

impl Follower {
    pub(crate) fn new(
        conversation: Box<dyn Conversation>,
        settings: Settings,
        list: Arc<Notify>,
    ) -> Self {
        let inner = Inner {
            log: EventLog::new(conversation.reading(), &settings),
            conversation,
            status: Status::default(),
            problem: None,
        };
        Self {
            inner: Mutex::new(inner),
            glimpse: Mutex::default(),
            has_read: Condvar::new(),
            n_events: AtomicU64::new(UNKNOWN),
            settings,
            raw: Arc::default(),
            user: Arc::default(),
            provider: Arc::default(),
            is_following: AtomicBool::new(false),
            wake: Arc::new(Notify::new()),
            turn: tokio::sync::Mutex::default(),
            list,
        }
    }

    /// Reads what has changed in the store and tells the readers. All of a long conversation is read
    /// in another thread, while its end is at hand.
    pub(crate) fn refresh(self: &Arc<Self>) -> Result<(), SourceError> {
        {
            let mut glimpse = self.glimpse();
            if glimpse.is_none() && self.n_events().is_none() {
                *glimpse = self.look_at_end();
                if glimpse.is_some() {
                    let this = Arc::clone(self);
                    thread::spawn(move || this.read_all());
                }
            }
            if glimpse.is_some() {
                return Ok(());
            }
        }
        self.read_on()
    }

    /// The end of a conversation that takes long to read. A thread of its own makes it, with which
    /// goes the memory that it takes: the other threads keep theirs for what comes next.
    fn look_at_end(&self) -> Option<Glimpse> {
        let mut inner = self.lock();
        let conversation = &mut *inner.conversation;
        thread::scope(|scope| {
            let looking = scope.spawn(|| Glimpse::of(conversation, &self.settings));
            looking.join().unwrap_or_default()
        })
    }

    /// Reads all of a long conversation, and tells its readers then.
    fn read_all(&self) {
        let mut inner = self.lock();
        let end = EndGlimpse(self);
        let Inner {
            conversation, log, ..
        } = &mut *inner;
        let read = conversation.read(&mut |splice| drop(log.splice(splice, 0)));
        let renewed = self.renew(&mut inner, read.map(|()| true));
        drop(end);
        if let Err(error) = renewed {
            tracing::warn!("{error}");
        }
        // Not the status by itself: whoever has its position has what comes before it.
        for view in [View::Raw, View::User, View::Provider] {
            if self.queue(view).has_readers() {
                let batch = Arc::new(inner.first_batch(view, None));
                self.queue(view).send(batch);
            }
        }
        self.list.notify_one();
    }

    fn read_on(&self) -> Result<(), SourceError> {
        let mut inner = self.lock();
        let read = self.read(&mut inner);
        let mut has_new_events = matches!(read, Ok(true));
        let status_before = inner.status.clone();
        let mut renewed = self.renew(&mut inner, read);
        if renewed.is_ok() && inner.status.state != status_before.state {
            // An agent's last words may have come after they were looked for and before it was seen
            // that it has ended: nobody is to be told that first.
            let read = self.read(&mut inner);
            has_new_events |= matches!(read, Ok(true));
            renewed = self.renew(&mut inner, read);
        }
        // One that cannot be read is found so again a second later.
        let has_new_status = inner.status != status_before;
        if has_new_status {
            self.tell_status(&inner);
        }
        if has_new_status || has_new_events {
            self.list.notify_one();
        }
        renewed
    }

    /// Takes note of how it stands after it was read, or could not be.
    fn renew(&self, inner: &mut Inner, read: Result<bool, SourceError>) -> Result<(), SourceError> {
        self.n_events
            .store(inner.log.len() as u64, Ordering::Relaxed);
        match read {
            Ok(has_new_events) => {
                if has_new_events {
                    inner.problem = inner.conversation.problem();
                }
                inner.renew_status();
                Ok(())
            }
            Err(error) => {
                inner.status = Status {
                    state: State::Broken.name().to_owned(),
                    problem: Some(format!("{error}. {STAYS}")),
                    ..inner.status.clone()
                };
                Err(error)
            }
        }
    }

    /// How many events there are, once they have been read. It does not wait.
    pub(crate) fn n_events(&self) -> Option<u64> {
        Some(self.n_events.load(Ordering::Relaxed)).filter(|n| *n != UNKNOWN)
    }

    /// Whether somebody reads it live.
    pub(crate) fn has_readers(&self) -> bool {
        [&self.raw, &self.user, &self.provider]
            .iter()
            .any(|queue| queue.has_readers())
    }

    /// Subscribes to a view, and follows the conversation while anybody does: first what comes after
    /// `position`, or a reset where that cannot be.
    pub(crate) fn subscribe(
        self: &Arc<Self>,
        view: View,
        position: Option<Position>,
        watcher: &Arc<Watcher>,
    ) -> Subscription {
        let subscription = self.attach(view, position);
        self.keep_following(watcher);
        subscription
    }

    /// What a subscription begins with and where its batches come from, at one moment.
    pub(super) fn attach(&self, view: View, position: Option<Position>) -> Subscription {
        if let Some(glimpse) = &*self.glimpse() {
            let status = Change::Status(glimpse.status().clone());
            // Once all is read, everybody gets a reset.
            return Subscription {
                receiver: self.queue(view).subscribe(),
                first: Batch::new(glimpse.position(), vec![status]),
            };
        }
        let inner = self.lock();
        let receiver = self.queue(view).subscribe();
        Subscription {
            first: inner.first_batch(view, position),
            receiver,
        }
    }

    /// Waits for its turn to ask for a window. Making one takes much memory for a moment, of which each
    /// thread that has done it keeps some; the lock lets no two be made at once anyway.
    pub(crate) async fn turn(&self) -> impl Drop + '_ {
        self.turn.lock().await
    }

    /// Everything anew, for a reader that fell behind.
    pub(crate) fn reset(&self, view: View) -> Batch {
        self.whole().first_batch(view, None)
    }

    /// Reads all that has changed, tells it part by part, and says whether anything has.
    fn read(&self, inner: &mut Inner) -> Result<bool, SourceError> {
        let mut has_changed = false;
        while let Some(splice) = inner.conversation.refresh()? {
            let has_more = splice.has_more;
            let replaced = inner.log.splice(splice, MOST_CHANGES);
            self.tell(inner, &replaced);
            has_changed = true;
            if !has_more {
                break;
            }
        }
        Ok(has_changed)
    }

    fn tell(&self, inner: &Inner, replaced: &Replaced) {
        let position = inner.conversation.position(inner.log.len()).to_string();
        for view in [View::Raw, View::User, View::Provider] {
            let queue = self.queue(view);
            if queue.has_readers() {
                let changes = inner.changes(view, replaced);
                queue.send(Arc::new(Batch::new(position.clone(), changes)));
            }
        }
    }

    fn tell_status(&self, inner: &Inner) {
        let position = inner.conversation.position(inner.log.len()).to_string();
        let batch = Arc::new(Batch::new(
            position,
            vec![Change::Status(inner.status.clone())],
        ));
        for view in [View::Raw, View::User, View::Provider] {
            self.queue(view).send(Arc::clone(&batch));
        }
    }

    /// Looks whenever its part of the store changes, and every second, while anybody reads.
    fn keep_following(self: &Arc<Self>, watcher: &Arc<Watcher>) {
        if self.is_following.swap(true, Ordering::SeqCst) {
            return;
        }
        let (this, watcher) = (Arc::clone(self), Arc::clone(watcher));
        tokio::spawn(async move {
            this.follow(&watcher).await;
            this.is_following.store(false, Ordering::SeqCst);
            // A reader may have come between the last look and now.
            if this.has_readers() {
                this.keep_following(&watcher);
            }
        });
    }

    async fn follow(self: &Arc<Self>, watcher: &Watcher) {
        let mut watched: Vec<Watched> = Vec::new();
        let mut _guards: Vec<WatchGuard> = Vec::new();
        while self.has_readers() {
            let this = Arc::clone(self);
            let looked = tokio::task::spawn_blocking(move || {
                let refreshed = this.refresh();
                (refreshed, this.watched(), this.look_again())
            });
            let mut pause = self.settings.poll;
            if let Ok((refreshed, wanted, again)) = looked.await {
                pause = again.map_or(pause, |again| again.min(pause));
                if let Err(error) = refreshed {
                    tracing::debug!("{error}");
                }
                if wanted != watched {
                    _guards = wanted
                        .iter()
                        .filter_map(|wanted| self.watch(watcher, wanted))
                        .collect();
                    watched = wanted;
                    // What was written in between woke nobody.
                    continue;
                }
            }
            // Both ends of the wait lead to a look.
            drop(tokio::time::timeout(pause, self.wake.notified()).await);
        }
    }

    /// How soon something is to be looked for of which no change of a file tells.
    fn look_again(&self) -> Option<Duration> {
        if self.glimpse().is_some() {
            return None;
        }
        self.lock().conversation.look_again()
    }

    /// What to watch; nothing while all of it is being read, which ends with the newest.
    fn watched(&self) -> Vec<Watched> {
        if self.glimpse().is_some() {
            return Vec::new();
        }
        self.lock().conversation.watched()
    }

    fn watch(&self, watcher: &Watcher, wanted: &Watched) -> Option<WatchGuard> {
        let wake = Arc::clone(&self.wake);
        let watch = watcher.watch(wanted.clone(), move || wake.notify_one());
        watch.inspect_err(|error| tracing::warn!("{error}")).ok()
    }

    fn queue(&self, view: View) -> &Arc<Queue> {
        match view {
            View::Raw => &self.raw,
            View::User => &self.user,
            View::Provider => &self.provider,
        }
    }

    pub(super) fn glimpse(&self) -> MutexGuard<'_, Option<Glimpse>> {
        self.glimpse.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was read, once all of it was.
    fn whole(&self) -> MutexGuard<'_, Inner> {
        let is_read = self
            .has_read
            .wait_while(self.glimpse(), |glimpse| glimpse.is_some());
        drop(is_read.unwrap_or_else(PoisonError::into_inner));
        self.lock()
    }

    /// A panic while holding the lock leaves what was read; the next refresh reads on.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the glimpse when it is dropped, also where reading panics: others wait for that.
struct EndGlimpse<'a>(&'a Follower);

impl Drop for EndGlimpse<'_> {
    fn drop(&mut self) {
        *self.0.glimpse() = None;
        self.0.has_read.notify_all();
    }
}

impl Inner {
    fn window(&self, view: View) -> Window {
        let page = self.page(view, self.log.before(view, self.log.len(), Limit::PAGE));
        Window {
            items: page.items,
            before: page.before,
        }
    }

    fn first_batch(&self, view: View, position: Option<Position>) -> Batch {
        let known = position.filter(|position| {
            self.conversation.has(*position) && self.log.len() - position.n <= LONGEST_CATCH_UP
        });
        let mut changes = match known {
            Some(position) => self.changes(view, &Replaced::of_none(position.n)),
            None => vec![Change::reset(self.window(view))],
        };
        changes.push(Change::Status(self.status.clone()));
        Batch::new(
            self.conversation.position(self.log.len()).to_string(),
            changes,
        )
    }

    /// How a view changes with a change of the store.
    fn changes(&self, view: View, replaced: &Replaced) -> Vec<Change> {
        let n_new = self.log.n_shown_from(view, replaced.keep);
        let Some(behind) = replaced
            .behind
            .as_ref()
            .filter(|_| n_new <= LONGEST_CATCH_UP)
        else {
            return vec![Change::reset(self.window(view))];
        };
        let of = |event, context| self.log.item_of(view, event, context);
        let mut changes = Vec::new();
        for (index, event, context) in &replaced.revised {
            let old: Vec<Item> = of(event, context).into_iter().collect();
            let new: Vec<Item> = self.log.item(view, *index).into_iter().collect();
            let before = self.log.last_key_before(view, *index);
            changes.extend(changes_between(before.as_ref(), &old, &new));
        }
        let old = behind.iter().filter_map(|(e, context)| of(e, context));
        let old: Vec<Item> = old.collect();
        let new: Vec<Item> = (replaced.keep..self.log.len())
            .filter_map(|index| self.log.item(view, index))
            .collect();
        // A window is bounded, however long the texts are.
        if new.iter().map(Item::text_bytes).sum::<u64>() > LONGEST_TEXTS {
            return vec![Change::reset(self.window(view))];
        }
        let before = self.log.last_key_before(view, replaced.keep);
        changes.extend(changes_between(before.as_ref(), &old, &new));
        changes
    }

    fn renew_status(&mut self) {
        let last = self.log.len().checked_sub(1);
        let last = last.and_then(|last| self.log.event(last));
        let has_open_question = last.is_some_and(|event| event.kind() == Kind::InquiryRequest);
        let state = match (self.conversation.state(has_open_question), &self.problem) {
            (State::Settled, Some(_)) => State::Broken,
            (state, _) => state,
        };
        self.status = Status {
            state: state.name().to_owned(),
            last_activity_ms: self.log.last_activity_ms(),
            problem: self.problem.clone(),
        };
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod wakes;
