//! Whether anybody still reads what is written.

use std::{io, time::Duration};

/// How often that is looked at while nothing is written.
const LOOK: Duration = Duration::from_millis(500);

/// Waits until the reader of stdout has gone away. What is no pipe has no reader that could.
pub(super) async fn gone() -> io::Error {
    loop {
        tokio::time::sleep(LOOK).await;
        if is_gone() {
            return io::ErrorKind::BrokenPipe.into();
        }
    }
}

#[cfg(unix)]
fn is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    let mut asked = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let found = poll(&mut asked, Some(&at_once));
    found.is_ok_and(|n| n > 0) && asked[0].revents().contains(PollFlags::ERR)
}

/// Elsewhere the next write tells.
#[cfg(not(unix))]
fn is_gone() -> bool {
    false
}
