//! Commands that serve nothing, and what all commands share.

mod cache;
mod generate;
mod log;
mod sources;

pub use cache::{CacheError, clear_cache};
pub use generate::{completions, manual_page};
pub use log::{LogError, log_filter};
pub use sources::sources;
