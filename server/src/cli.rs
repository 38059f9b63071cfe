//! The command line.

use clap::Parser;
use std::path::PathBuf;

/// Read what your AI agents tell you, live.
#[derive(Clone, Debug, Parser)]
#[command(name = "serve-web", version, about)]
pub struct Cli {
    /// What to read: a JP workspace, its .jp folder, a conversations folder or one conversation's
    /// folder. Without one, the nearest workspace at or above the current folder.
    pub paths: Vec<PathBuf>,

    /// The port; 0 for any. Without one, 8765, or the next that is free.
    #[arg(long)]
    pub port: Option<u16>,

    /// Do not open a browser.
    #[arg(long)]
    pub no_open: bool,

    /// Read the frontend from this folder at each request (for work on the frontend).
    #[arg(long, value_name = "DIR", hide = true)]
    pub assets: Option<PathBuf>,
}
