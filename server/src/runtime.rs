//! Who runs already: each server leaves a file that names its port and what it shows, so that a
//! second start for the same finds it.

mod ask;
mod file;
mod roots;

pub use file::{Record, RuntimeFile};
pub use roots::roots_of;

use std::{fs, path::Path, time::Duration};

/// How long a server may take to answer before it counts as not there.
const PATIENCE: Duration = Duration::from_secs(2);

/// The server of this version that shows just these roots, if one runs and answers. Files of
/// servers that are gone are deleted.
pub fn find_running(folder: &Path, roots: &[String]) -> Option<Record> {
    if !file::is_ours_alone(folder) {
        return None;
    }
    file::files_in(folder).into_iter().find_map(|path| {
        let record = Record::read(&path);
        if !record.as_ref().is_some_and(Record::is_alive) {
            // Whoever else deletes it at the same time has done the work.
            drop(fs::remove_file(&path));
            return None;
        }
        record.filter(|record| {
            record.version == env!("CARGO_PKG_VERSION")
                && record.roots == roots
                && ask::answers(record.port, PATIENCE)
        })
    })
}

#[cfg(test)]
mod tests;
