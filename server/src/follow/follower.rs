//! One conversation, read again whenever it changes, and what changed, for all its readers.

use super::{Batch, EventLog, Limit, Replaced, log::Stretch};
use conversation::{Change, Item, Kind, Status, View, Window, changes_between, policy::Policy};
use sources::{Conversation, Position, SourceError, Splice, State, Summary, WatchGuard, Watcher};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::sync::{Notify, broadcast};

/// How many batches may wait for a reader. One that is further behind gets a reset.
const QUEUE: usize = 256;
/// How many events a reader may be behind, and get them one by one rather than a reset.
const LONGEST_CATCH_UP: usize = 1000;
/// How many items may change at once, and be told one by one rather than by a reset.
const MOST_CHANGES: usize = 500;
/// How often a followed conversation is looked at when nothing says that it changed.
const POLL: Duration = Duration::from_secs(1);

/// An opened conversation.
#[derive(Debug)]
pub(crate) struct Follower {
    inner: Mutex<Inner>,
    raw: broadcast::Sender<Arc<Batch>>,
    user: broadcast::Sender<Arc<Batch>>,
    provider: broadcast::Sender<Arc<Batch>>,
    is_following: AtomicBool,
    wake: Arc<Notify>,
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
}

/// What a reader gets first, and what follows.
#[derive(Debug)]
pub(crate) struct Subscription {
    pub first: Batch,
    pub receiver: broadcast::Receiver<Arc<Batch>>,
}

/// A stretch of a view with its cursors.
#[derive(Debug)]
pub(crate) struct Page {
    pub items: Vec<Item>,
    pub before: Option<String>,
    /// The cursor behind the last item.
    pub after: String,
    /// Whether the view shows anything behind it.
    pub has_more: bool,
}

impl Follower {
    pub(crate) fn new(
        conversation: Box<dyn Conversation>,
        settings: Settings,
        list: Arc<Notify>,
    ) -> Self {
        let Settings { policy, folder } = settings;
        let sender = || broadcast::channel(QUEUE).0;
        let inner = Inner {
            log: EventLog::new(conversation.reading(), policy, folder),
            conversation,
            status: Status::default(),
            problem: None,
        };
        Self {
            inner: Mutex::new(inner),
            raw: sender(),
            user: sender(),
            provider: sender(),
            is_following: AtomicBool::new(false),
            wake: Arc::new(Notify::new()),
            list,
        }
    }

    /// Reads what has changed in the store and tells the readers.
    pub(crate) fn refresh(&self) -> Result<(), SourceError> {
        let mut inner = self.lock();
        let status_before = inner.status.clone();
        let has_new_events = match self.read(&mut inner) {
            Ok(has_new_events) => has_new_events,
            Err(error) => {
                let status = Status {
                    state: State::Broken.name().to_owned(),
                    problem: Some(error.to_string()),
                    ..inner.status.clone()
                };
                // The next look, a second later, finds the same.
                if inner.status != status {
                    inner.status = status;
                    self.tell_status(&inner);
                }
                return Err(error);
            }
        };
        if has_new_events {
            inner.problem = inner.conversation.problem();
        }
        inner.renew_status();
        let has_new_status = inner.status != status_before;
        if has_new_status {
            self.tell_status(&inner);
        }
        if has_new_status || has_new_events {
            self.list.notify_one();
        }
        Ok(())
    }

    /// Whether somebody reads it live.
    pub(crate) fn has_readers(&self) -> bool {
        [&self.raw, &self.user, &self.provider]
            .iter()
            .any(|sender| sender.receiver_count() > 0)
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
    fn attach(&self, view: View, position: Option<Position>) -> Subscription {
        let inner = self.lock();
        let receiver = self.sender(view).subscribe();
        Subscription {
            first: inner.first_batch(view, position),
            receiver,
        }
    }

    /// Everything anew, for a reader that fell behind.
    pub(crate) fn reset(&self, view: View) -> Batch {
        self.lock().first_batch(view, None)
    }

    /// A page of a view: the end.
    pub(crate) fn end(&self, view: View, limit: Limit) -> (Page, Status) {
        let inner = self.lock();
        (
            inner.page(view, inner.log.before(view, inner.log.len(), limit)),
            inner.status.clone(),
        )
    }

    /// A page of a view around an event; nothing where there is no such event.
    pub(crate) fn around(&self, view: View, key: &str) -> Option<(Page, Status)> {
        let inner = self.lock();
        let index = inner.log.index_of(key)?;
        let before = inner.log.before(view, index, Limit::BEFORE_EVENT);
        let mut stretch = inner.log.after(view, index, Limit::PAGE);
        stretch.start = before.start;
        stretch.items.splice(0..0, before.items);
        Some((inner.page(view, stretch), inner.status.clone()))
    }

    /// A page of a view before a position; nothing where the position is not one of this
    /// conversation.
    pub(crate) fn before(
        &self,
        view: View,
        position: Position,
        limit: Limit,
    ) -> Option<(Page, Status)> {
        self.page_at(view, position, |log| log.before(view, position.n, limit))
    }

    /// A page of a view behind a position, likewise.
    pub(crate) fn after(
        &self,
        view: View,
        position: Position,
        limit: Limit,
    ) -> Option<(Page, Status)> {
        self.page_at(view, position, |log| log.after(view, position.n, limit))
    }

    fn page_at(
        &self,
        view: View,
        position: Position,
        stretch: impl FnOnce(&EventLog) -> Stretch,
    ) -> Option<(Page, Status)> {
        let inner = self.lock();
        let is_here = inner.conversation.has(position);
        is_here.then(|| (inner.page(view, stretch(&inner.log)), inner.status.clone()))
    }

    /// Calls `read` with the events as read so far.
    pub(crate) fn with_log<T>(&self, read: impl FnOnce(&EventLog) -> T) -> T {
        read(&self.lock().log)
    }

    /// The position behind the first `n` events.
    pub(crate) fn position_at(&self, n: usize) -> Position {
        self.lock().conversation.position(n)
    }

    /// Whether a position is one of this conversation.
    pub(crate) fn has(&self, position: Position) -> bool {
        self.lock().conversation.has(position)
    }

    /// What a list says of it.
    pub(crate) fn summary(&self) -> Option<(Summary, u64)> {
        let mut inner = self.lock();
        Some((inner.conversation.summary()?, inner.log.len() as u64))
    }

    /// An event's record as it is stored; nothing where there is none.
    pub(crate) fn stored(&self, key: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let inner = self.lock();
        let Some(index) = inner.log.index_of(key) else {
            return Ok(None);
        };
        match inner.log.event(index) {
            Some(event) => inner.conversation.stored(event.key()),
            None => Ok(None),
        }
    }

    /// Reads all that has changed, and says whether anything has.
    fn read(&self, inner: &mut Inner) -> Result<bool, SourceError> {
        let mut has_changed = false;
        while let Some(splice) = inner.conversation.refresh()? {
            let has_more = splice.has_more;
            self.take(inner, splice);
            has_changed = true;
            if !has_more {
                break;
            }
        }
        Ok(has_changed)
    }

    fn take(&self, inner: &mut Inner, splice: Splice) {
        let replaced = inner.log.splice(splice, MOST_CHANGES);
        let position = inner.conversation.position(inner.log.len()).to_string();
        for view in [View::Raw, View::User, View::Provider] {
            let sender = self.sender(view);
            if sender.receiver_count() == 0 {
                continue;
            }
            let changes = inner.changes(view, &replaced);
            // Without readers left there is nobody to tell.
            drop(sender.send(Arc::new(Batch::new(position.clone(), changes))));
        }
    }

    fn tell_status(&self, inner: &Inner) {
        let position = inner.conversation.position(inner.log.len()).to_string();
        let batch = Arc::new(Batch::new(
            position,
            vec![Change::Status(inner.status.clone())],
        ));
        for view in [View::Raw, View::User, View::Provider] {
            drop(self.sender(view).send(Arc::clone(&batch)));
        }
    }

    /// Looks whenever the folder changes, and every second, while anybody reads.
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
        let mut watched: Vec<PathBuf> = Vec::new();
        let mut _guards: Vec<WatchGuard> = Vec::new();
        while self.has_readers() {
            let folders = self.lock().conversation.watched_folders();
            if folders != watched {
                _guards = folders
                    .iter()
                    .filter_map(|folder| self.watch(watcher, folder))
                    .collect();
                watched = folders;
            }
            let this = Arc::clone(self);
            let refreshed = tokio::task::spawn_blocking(move || this.refresh()).await;
            if let Ok(Err(error)) = refreshed {
                tracing::debug!("{error}");
            }
            // Both ends of the wait lead to a look.
            drop(tokio::time::timeout(POLL, self.wake.notified()).await);
        }
    }

    fn watch(&self, watcher: &Watcher, folder: &Path) -> Option<WatchGuard> {
        let wake = Arc::clone(&self.wake);
        let watch = watcher.watch(folder, move || wake.notify_one());
        watch.inspect_err(|error| tracing::warn!("{error}")).ok()
    }

    fn sender(&self, view: View) -> &broadcast::Sender<Arc<Batch>> {
        match view {
            View::Raw => &self.raw,
            View::User => &self.user,
            View::Provider => &self.provider,
        }
    }

    /// A panic while holding the lock leaves what was read; the next refresh reads on.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn page(&self, view: View, stretch: Stretch) -> Page {
        let has_before = self.log.has_any_before(view, stretch.start);
        Page {
            before: has_before.then(|| self.conversation.position(stretch.start).to_string()),
            after: self.conversation.position(stretch.end).to_string(),
            has_more: self.log.has_any_after(view, stretch.end),
            items: stretch.items,
        }
    }

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
