//! Folders of which the system does not tell what changes.

use sources::Polled;
use std::path::Path;

/// Says that a folder is looked at again and again.
pub(crate) fn tell_polled(folder: &Path, why: &Polled) {
    tracing::warn!(
        "polling {} (opened conversations every second, the list every ten): {why}",
        folder.display()
    );
}
