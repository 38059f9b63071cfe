//! Many readers of many conversations: whether each gets everything once, how fast, and what it costs
//! the server. Nothing here is a part of `xtask test`.

mod child;
mod latency;
mod parts;
mod reader;
mod store;
mod tally;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::machine::load_average;
use crate::server;
use crate::workspace::Workspace;

/// The bounds that are to be held.
const SLOWEST: Duration = Duration::from_millis(250);
const MOST_MEMORY: u64 = 300_000_000;
const MOST_IDLE: f64 = 1.0;
/// What a line of a long conversation may cost for ever, in bytes of memory.
const MOST_A_LINE: u64 = 100;

/// How much load.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Options {
    /// Only this part (may be given more than once)
    #[arg(long, value_enum)]
    only: Vec<Part>,
    /// How many writes of each kind are measured for how long they take to arrive
    #[arg(long, default_value_t = 200)]
    samples: usize,
    /// Write what is measured of these to a file, as JSON
    #[arg(long)]
    json: Option<PathBuf>,
    /// A server that is built already; without one it is built
    #[arg(long)]
    server: Option<PathBuf>,
    /// How many readers
    #[arg(long, default_value_t = 5000)]
    readers: usize,
    /// How many conversations
    #[arg(long, default_value_t = 100)]
    conversations: usize,
    /// How many readers share a WebSocket, 64 at most
    #[arg(long, default_value_t = 50)]
    per_connection: usize,
    /// How many lines are appended in a second, in all
    #[arg(long, default_value_t = 50)]
    appends: u32,
    /// For how many seconds
    #[arg(long, default_value_t = 20)]
    seconds: u32,
    /// How many readers are there when the server is killed
    #[arg(long, default_value_t = 1000)]
    survivors: usize,
    /// How many lines the long conversation gets
    #[arg(long, default_value_t = 200_000)]
    long: usize,
}

/// A part of the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// From a write to a reader
    Latency,
    /// Nothing happens
    Idle,
    /// Many readers
    Live,
    /// The server is killed
    Killed,
    /// A conversation that becomes very long
    Long,
}

impl Options {
    fn has(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

/// A folder that is deleted in the end.
#[derive(Debug)]
struct TempFolder(PathBuf);

impl TempFolder {
    fn new(name: &str) -> Result<Self> {
        let name = format!("serve-web-load-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).context("cannot make a folder")?;
        Ok(Self(folder))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Runs all parts, and fails where a bound is missed.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let binary = match &options.server {
        Some(path) => path.clone(),
        None => server::build(workspace)?,
    };
    println!("load averages before: {}", load_average());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let missed = runtime.block_on(parts::all(&binary, options))?;
    println!("load averages after: {}", load_average());
    if missed.is_empty() {
        return Ok(());
    }
    bail!("missed: {}", missed.join("; "))
}
