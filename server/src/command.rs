//! Commands that serve nothing, and what all commands share.

mod cache;
mod log;
mod print;

pub use cache::{CacheError, clear_cache};
pub use log::{LogError, log_filter};
pub use print::{completions, manual_page};
