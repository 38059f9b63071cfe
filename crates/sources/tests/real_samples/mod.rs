//! Where real conversations are, if they are at hand: `SERVE_WEB_SHARED`, by default `../shared`.

#![expect(clippy::print_stdout, reason = "a skipped test says so")]

use std::path::{Path, PathBuf};

/// A file or folder of the samples; says that it is skipped where it is not there.
pub(crate) fn sample(path: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("SERVE_WEB_SHARED").map_or(beside, PathBuf::from);
    let sample = shared.join("samples").join(path);
    if !sample.exists() {
        println!("skipped: no samples at {}", sample.display());
        return None;
    }
    Some(sample)
}
