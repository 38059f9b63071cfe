//! How often markdown was rendered.

use std::cell::Cell;

thread_local! {
    // One count per thread and not per process, so that tests that run side by side do not see
    // each other's. A browser has one thread.
    static RENDERS: Cell<u64> = const { Cell::new(0) };
}

/// The number of calls of [`render`](crate::render) and [`render_blocks`](crate::render_blocks)
/// that this thread has made: in a browser, the page.
///
/// A page that takes over what the server rendered must find it unchanged afterwards.
pub fn renders() -> u64 {
    RENDERS.get()
}

pub(crate) fn add_one() {
    RENDERS.set(RENDERS.get().saturating_add(1));
}
