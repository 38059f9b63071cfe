//! The viewer over an agent's home, as a process of its own.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

/// Where agents are told that they keep conversations, and viewers what is theirs.
const PLACES: [&str; 8] = [
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "GOOSE_PATH_ROOT",
    "JP_USER_DATA_DIR",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
];

/// A server that shows what the agents of one home keep. It ends with the value.
#[derive(Debug)]
pub(super) struct Viewer {
    child: Child,
    /// `127.0.0.1:1234`
    pub(super) authority: String,
}

impl Viewer {
    /// Starts it and waits until it says its address.
    pub(super) fn start(server: &Path, home: &Path) -> Result<Self> {
        let mut command = Command::new(server);
        command.args(["--new", "--port", "0", "--no-open"]);
        for place in PLACES {
            command.env_remove(place);
        }
        // What it leaves while it runs is not where others look for servers, nor in the agent's home.
        let own = home.with_extension("viewer");
        command.env("HOME", home).env("XDG_STATE_HOME", &own);
        command.env("XDG_CACHE_HOME", &own).current_dir(home);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start {}", server.display()))?;
        let stdout = child.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let authority = authority_in(&line).map(str::to_owned);
        let mut viewer = Self {
            child,
            authority: String::new(),
        };
        viewer.authority = authority.with_context(|| format!("the server said {line:?}"))?;
        Ok(viewer)
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        // It keeps nothing that it would have to put in order.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn authority_in(line: &str) -> Option<&str> {
    let address = line.trim().strip_prefix("serve-web: http://")?;
    address.strip_suffix('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_stands_in_the_first_line() {
        let line = "serve-web: http://127.0.0.1:40123/\n";
        assert_eq!(authority_in(line), Some("127.0.0.1:40123"));
        assert_eq!(authority_in(""), None);
    }
}
