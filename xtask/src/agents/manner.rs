//! The ways of following a conversation.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use conversation::View;
use wire::FramesBody;

use super::fold::Fold;
use super::http::{EventStream, Look};

/// A way of following.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) name: &'static str,
    pub(super) view: View,
    /// Hangs up after each batch, and goes on with the position at another server.
    moves_on: bool,
}

/// What is done with every conversation.
pub(super) const MANNERS: [Manner; 3] = [
    Manner {
        name: "raw",
        view: View::Raw,
        moves_on: false,
    },
    Manner {
        name: "user",
        view: View::User,
        moves_on: false,
    },
    Manner {
        name: "raw, moving on",
        view: View::Raw,
        moves_on: true,
    },
];

impl Manner {
    /// Follows a conversation, which all of these servers show, until all is over.
    pub(super) fn follow(
        self,
        authorities: &[String],
        id: &str,
        fold: &Mutex<Fold>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<()> {
        let mut authorities = authorities.iter().cycle();
        while let Some(authority) = authorities.next().filter(|_| !is_over()) {
            let path = path(id, self.view, lock(fold).position());
            let mut stream = EventStream::open(authority, &path)?;
            let mut n_messages = 0;
            // The first says what came while nobody listened, the second is new.
            while !(is_over() || self.moves_on && n_messages == 2) {
                match stream.look()? {
                    Look::Nothing => {}
                    Look::End => bail!("the server closed the stream"),
                    Look::Data(text) => {
                        let body: FramesBody =
                            wire::read(&text).with_context(|| format!("no frames: {text}"))?;
                        lock(fold).take(Instant::now(), body);
                        n_messages += 1;
                    }
                }
            }
        }
        Ok(())
    }
}

fn path(id: &str, view: View, position: Option<&str>) -> String {
    let position = position.map_or_else(String::new, |position| format!("&position={position}"));
    format!("/api/conversations/{id}/stream?view={view}{position}")
}

/// A reader that panicked is told when it is joined.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
