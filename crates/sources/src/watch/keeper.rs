//! Keeps watches where they are asked for. A watch goes with its folder where that is moved, and
//! ends with it where it is deleted: what is at the path afterwards is not watched by itself.

use super::Shared;
use std::{
    sync::{Arc, Weak, atomic::Ordering},
    thread::{self, sleep},
};

/// Looks after the watches from now on, while there are any.
pub(super) fn keep(shared: &Arc<Shared>) {
    if shared.is_kept.swap(true, Ordering::SeqCst) {
        return;
    }
    let kept = Arc::downgrade(shared);
    let pause = shared.keep;
    let keeper = thread::Builder::new().name("watches".to_owned());
    let begun = keeper.spawn(move || {
        while look(&kept) {
            sleep(pause);
        }
    });
    // Without it the poll behind the watches finds what changes.
    if begun.is_err() {
        shared.is_kept.store(false, Ordering::SeqCst);
    }
}

/// Looks once, and says whether there is anything left to look after.
fn look(kept: &Weak<Shared>) -> bool {
    let Some(shared) = kept.upgrade() else {
        return false;
    };
    if shared.folders.is_empty() {
        shared.is_kept.store(false, Ordering::SeqCst);
        // A watch may have begun between the two: then this thread stays, unless another began.
        return !shared.folders.is_empty() && !shared.is_kept.swap(true, Ordering::SeqCst);
    }
    for folder in shared.folders.lost() {
        shared.begin_again(&folder);
    }
    true
}
