//! Batches on their way to the readers of a view.
//!
//! What waits is bounded by number and by bytes, and goes as soon as everybody has had it. Whoever
//! is further behind than that is told so, and takes everything anew.

use super::Batch;
use std::{
    collections::VecDeque,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;

/// How many batches may wait for the slowest reader.
pub(crate) const MOST_BATCHES: usize = 256;
/// How many bytes. One batch may wait however long it is.
pub(crate) const MOST_BYTES: usize = 4 * 1024 * 1024;

/// What waits for the readers of a view.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    inner: Mutex<Inner>,
    arrived: Notify,
}

#[derive(Debug, Default)]
struct Inner {
    waiting: VecDeque<Waiting>,
    /// The number of the first of these among all that were ever sent.
    first: u64,
    bytes: usize,
    n_readers: usize,
}

#[derive(Debug)]
struct Waiting {
    batch: Arc<Batch>,
    /// How many readers have not had it yet.
    n_left: usize,
}

/// A reader's place in a queue.
#[derive(Debug)]
pub(crate) struct Receiver {
    queue: Arc<Queue>,
    next: u64,
}

/// What a reader finds where there is no batch for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Nothing is waiting.
    Nothing,
    /// What comes next is gone.
    Gone,
}

/// A reader is too far behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behind;

impl Queue {
    /// Whether anybody reads.
    pub(crate) fn has_readers(&self) -> bool {
        self.lock().n_readers > 0
    }

    /// A new reader, who gets what is sent from now on.
    pub(crate) fn subscribe(self: &Arc<Self>) -> Receiver {
        let mut inner = self.lock();
        inner.n_readers += 1;
        Receiver {
            next: inner.end(),
            queue: Arc::clone(self),
        }
    }

    /// Sends a batch to all readers.
    pub(crate) fn send(&self, batch: Arc<Batch>) {
        let mut inner = self.lock();
        let n_left = inner.n_readers;
        inner.bytes += batch.json.len();
        inner.waiting.push_back(Waiting { batch, n_left });
        while inner.is_overfull() {
            inner.drop_first();
        }
        inner.drop_taken();
        drop(inner);
        self.arrived.notify_waiters();
    }

    /// A panic while holding the lock leaves what waits.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn end(&self) -> u64 {
        self.first + self.waiting.len() as u64
    }

    fn is_overfull(&self) -> bool {
        let n = self.waiting.len();
        n > MOST_BATCHES || (n > 1 && self.bytes > MOST_BYTES)
    }

    fn drop_first(&mut self) {
        if let Some(waiting) = self.waiting.pop_front() {
            self.bytes -= waiting.batch.json.len();
            self.first += 1;
        }
    }

    /// What everybody has had goes.
    fn drop_taken(&mut self) {
        while self.waiting.front().is_some_and(|first| first.n_left == 0) {
            self.drop_first();
        }
    }

    /// Lets a reader that stands at `next` have all that waits.
    fn pass(&mut self, next: u64) {
        let skipped = usize::try_from(next.saturating_sub(self.first)).unwrap_or(usize::MAX);
        for waiting in self.waiting.iter_mut().skip(skipped) {
            waiting.n_left -= 1;
        }
        self.drop_taken();
    }
}

impl Receiver {
    /// Waits for the next batch.
    pub(crate) async fn recv(&mut self) -> Result<Arc<Batch>, Behind> {
        let queue = Arc::clone(&self.queue);
        loop {
            let mut arrived = pin!(queue.arrived.notified());
            // From here on nothing that is sent is missed.
            arrived.as_mut().enable();
            match self.try_recv() {
                Ok(batch) => return Ok(batch),
                Err(Missing::Gone) => return Err(Behind),
                Err(Missing::Nothing) => arrived.await,
            }
        }
    }

    /// The next batch, if there is one.
    pub(crate) fn try_recv(&mut self) -> Result<Arc<Batch>, Missing> {
        let mut inner = self.queue.lock();
        let at = self.next.checked_sub(inner.first).ok_or(Missing::Gone)?;
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        let waiting = inner.waiting.get_mut(at).ok_or(Missing::Nothing)?;
        waiting.n_left -= 1;
        let batch = Arc::clone(&waiting.batch);
        inner.drop_taken();
        self.next += 1;
        Ok(batch)
    }

    /// Leaves all that waits: what is sent from now on is next.
    pub(crate) fn skip(&mut self) {
        let mut inner = self.queue.lock();
        inner.pass(self.next);
        self.next = inner.end();
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        let mut inner = self.queue.lock();
        inner.pass(self.next);
        inner.n_readers -= 1;
    }
}

#[cfg(test)]
mod tests;
