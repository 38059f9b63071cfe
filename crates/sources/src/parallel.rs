//! Reading many files at once.

use std::{
    num::NonZero,
    sync::LazyLock,
    thread::{self, available_parallelism},
};

/// How many files are worth a thread of their own.
const WORTH_A_THREAD: usize = 50;
/// The most threads that one list reads with: it is not to take a machine for itself.
const MOST: usize = 8;

/// How many threads there are to read with. The system is asked once: it reads files for the answer.
static N_THREADS: LazyLock<usize> =
    LazyLock::new(|| available_parallelism().map_or(1, NonZero::get).min(MOST));

/// What `read` makes of each entry, in their order. An entry at which it panicked, and those behind
/// it that the same thread was to read, are what `unread` makes of them.
pub(crate) fn map<T: Sync, R: Send>(
    entries: &[T],
    read: impl Fn(&T) -> R + Sync,
    unread: impl Fn(&T) -> R,
) -> Vec<R> {
    let per_thread = entries.len().div_ceil(*N_THREADS).max(WORTH_A_THREAD);
    if entries.len() <= per_thread {
        return entries.iter().map(read).collect();
    }
    let read = &read;
    thread::scope(|scope| {
        let parts: Vec<_> = entries
            .chunks(per_thread)
            .map(|part| {
                let read = move || part.iter().map(read).collect::<Vec<R>>();
                (part, scope.spawn(read))
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|(part, thread)| {
                let read = thread.join();
                read.unwrap_or_else(|_| part.iter().map(&unread).collect())
            })
            .collect()
    })
}
