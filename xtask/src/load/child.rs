//! The server as a process of its own.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};

/// How many ticks of its clock Linux counts in a second.
const TICKS: f64 = 100.0;

/// A server that runs. It is killed when it is dropped, as nothing can prepare for.
#[derive(Debug)]
pub(super) struct Server {
    child: Child,
    pub(super) port: u16,
}

impl Server {
    /// Starts it for one store; on any port for 0.
    pub(super) fn start(binary: &Path, store: &Path, port: u16) -> Result<Self> {
        let mut command = Command::new(binary);
        command.arg(store).args(["--new", "--no-open", "--port"]);
        command.arg(port.to_string());
        // It finds no configuration, and leaves nothing behind.
        for name in [
            "HOME",
            "XDG_RUNTIME_DIR",
            "XDG_CONFIG_HOME",
            "XDG_CACHE_HOME",
        ] {
            command.env(name, store.with_file_name("home"));
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().context("the server does not start")?;
        let stdout = child.stdout.take().context("it has no output")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let port = line.trim().trim_end_matches('/').rsplit(':').next();
        let port = port.and_then(|port| port.parse().ok());
        Ok(Self {
            child,
            port: port.with_context(|| format!("it says {line:?}"))?,
        })
    }

    /// Its memory that is in no file, in bytes.
    pub(super) fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = line.and_then(|line| line.split_whitespace().next());
        let kib: u64 = kib.context("no RssAnon")?.parse()?;
        Ok(kib * 1024)
    }

    /// The time of the processor that it has used.
    pub(super) fn processor(&self) -> Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let (_, fields) = stat.rsplit_once(')').context("no stat")?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let ticks = |n: usize| fields.get(n).and_then(|field| field.parse::<f64>().ok());
        let used = ticks(11).zip(ticks(12)).context("no times")?;
        Ok(Duration::from_secs_f64((used.0 + used.1) / TICKS))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
