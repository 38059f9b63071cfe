//! What the machine says of itself (Linux).

use std::fs;

/// Its load averages of the last 1, 5 and 15 minutes; empty where it does not tell them.
pub(crate) fn load_average() -> String {
    let stored = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let averages: Vec<&str> = stored.split_whitespace().take(3).collect();
    averages.join(" ")
}
