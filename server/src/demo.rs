//! An invented conversation that goes on as if an agent were at work, for whoever has none yet.
//!
//! The script is a table; the player writes it to a workspace in a temporary folder, step by step,
//! as JP writes. From there on it is read like any other store.

mod encode;
mod finished;
mod moments;
mod player;
mod running;
mod script;
mod workspace;

use jiff::Timestamp;
use player::Player;
use std::{
    io,
    path::PathBuf,
    sync::mpsc::{RecvTimeoutError, Sender, channel},
    thread::{self, JoinHandle},
    time::Duration,
};
use tempfile::TempDir;
use workspace::Workspace;

/// The demo, for as long as it is shown: dropping it ends the player and deletes the folder.
#[derive(Debug)]
pub struct Demo {
    folder: TempDir,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Demo {
    /// Writes both conversations, and begins to play the one that goes on, `speed` times faster
    /// than an agent is; 0 means that it is complete at once.
    pub fn start(speed: f64) -> io::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("serve-web-demo-")
            .tempdir()?;
        let workspace = Workspace::create(&folder.path().join(script::PROJECT))?;
        let mut player = begin(&workspace, Timestamp::now())?;
        while player
            .pause()
            .is_some_and(|pause| faster(pause, speed).is_zero())
        {
            player.step(Timestamp::now())?;
        }
        let (stop, stopped) = channel();
        let thread = thread::Builder::new()
            .name("demo".to_owned())
            .spawn(move || {
                while let Some(pause) = player.pause() {
                    // It wakes early only where the demo is dropped.
                    if stopped.recv_timeout(faster(pause, speed)) != Err(RecvTimeoutError::Timeout)
                    {
                        break;
                    }
                    if let Err(error) = player.step(Timestamp::now()) {
                        tracing::error!("the demo stops: {error}");
                        break;
                    }
                }
            })?;
        Ok(Self {
            folder,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// The workspace that it writes.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join(script::PROJECT)
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // The folder is deleted when nobody writes to it any more.
            drop(thread.join());
        }
    }
}

/// Writes the finished conversation whole, as of yesterday, and gives the player of the other.
fn begin(workspace: &Workspace, now: Timestamp) -> io::Result<Player> {
    let yesterday = now - jiff::SignedDuration::from_hours(26);
    let mut clock = yesterday;
    let mut finished = Player::new(workspace, &finished::SCRIPT, yesterday)?;
    while let Some(pause) = finished.pause() {
        clock += pause;
        finished.step(clock)?;
    }
    Player::new(workspace, &running::SCRIPT, now)
}

fn faster(pause: Duration, speed: f64) -> Duration {
    let seconds = pause.as_secs_f64() / speed;
    // Nothing divides by a speed of 0: it is no pause.
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|_| speed > 0.0)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
