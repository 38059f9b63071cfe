//! A script as moments: single events, each with the pause before it.

use super::{
    encode,
    script::{Script, What},
};
use serde_json::{Map, Value};
use std::{io, iter, time::Duration};

/// How long a piece of a text takes to arrive.
const PIECE: Duration = Duration::from_millis(280);
/// How long a note takes to be shown.
const SHOWN: Duration = Duration::from_millis(40);

/// What is written at one moment.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub pause: Duration,
    /// The event without its time.
    pub event: Map<String, Value>,
}

impl Moment {
    pub(super) fn begins_turn(&self) -> bool {
        self.event
            .get("type")
            .is_some_and(|kind| kind == "turn_start")
    }
}

/// All moments of a script.
pub(super) fn moments(script: &Script) -> io::Result<Vec<Moment>> {
    let mut moments = Vec::new();
    for step in script.chapters.iter().copied().flatten() {
        let first = Duration::from_millis(step.after_ms.into());
        let later = match step.what {
            What::Says(_) => PIECE,
            _ => SHOWN,
        };
        let pauses = iter::once(first).chain(iter::repeat(later));
        for (pause, event) in pauses.zip(encode::events(&step.what)?) {
            let Value::Object(event) = event else {
                return Err(io::Error::other("an event is no object"));
            };
            moments.push(Moment { pause, event });
        }
    }
    Ok(moments)
}
