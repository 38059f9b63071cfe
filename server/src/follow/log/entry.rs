//! What is asked of all events without looking at each.

use super::shelf::Put;
use conversation::{Context, Event, View};
use sources::rows::{Row, number};
use xxhash_rust::xxh3::xxh3_64;

/// What is remembered of an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Where it is, once it was put away.
    pub put: Put,
    /// A hash of its key.
    pub key: u64,
    pub at_ms: Option<i64>,
    /// Its context. Of a call there are many copies: it is made again from its request.
    pub turn: u32,
    pub region: Option<u32>,
    /// The index of the request that its context has.
    pub request: Option<u32>,
    /// Which views show it, a bit each.
    pub shown: u8,
}

/// Stands for no number.
const NONE: u32 = u32::MAX;

impl Entry {
    pub(super) fn of(event: &Event, context: &Context) -> Self {
        Self {
            put: Put { at: 0, len: 0 },
            key: hash(event.key().as_str()),
            at_ms: event.at_ms(),
            turn: context.turn,
            region: context.region,
            request: context.call.as_ref().map(|call| call.index),
            shown: shown(event),
        }
    }

    pub(super) fn is_in(self, view: View) -> bool {
        self.shown & bit(view) != 0
    }
}

impl Row for Entry {
    const BYTES: usize = 6 * 8;

    fn write(&self, to: &mut Vec<u8>) {
        let at_ms = self.at_ms.unwrap_or(i64::MIN);
        for number in [self.put.at, self.key, at_ms.cast_unsigned()] {
            to.extend(number.to_le_bytes());
        }
        let (region, request) = (self.region.unwrap_or(NONE), self.request.unwrap_or(NONE));
        for number in [
            self.put.len,
            self.turn,
            region,
            request,
            self.shown.into(),
            0,
        ] {
            to.extend(number.to_le_bytes());
        }
    }

    fn read(from: &[u8]) -> Self {
        let half = |both: u64| u32::try_from(both & u64::from(u32::MAX)).unwrap_or_default();
        let halves = |at: usize| [number(from, at), number(from, at) >> 32].map(half);
        let at_ms = number(from, 16).cast_signed();
        let ([len, turn], [region, request]) = (halves(24), halves(32));
        Self {
            put: Put {
                at: number(from, 0),
                len,
            },
            key: number(from, 8),
            at_ms: Some(at_ms).filter(|at_ms| *at_ms != i64::MIN),
            turn,
            region: Some(region).filter(|region| *region != NONE),
            request: Some(request).filter(|request| *request != NONE),
            shown: from.get(40).copied().unwrap_or_default(),
        }
    }
}

pub(super) fn hash(key: &str) -> u64 {
    xxh3_64(key.as_bytes())
}

/// The views that show an event.
pub(super) fn shown(event: &Event) -> u8 {
    let views = [View::Raw, View::User, View::Provider];
    let shown = views
        .into_iter()
        .filter(|view| view.project(event).is_some());
    shown.fold(0, |shown, view| shown | bit(view))
}

fn bit(view: View) -> u8 {
    match view {
        View::Raw => 1,
        View::User => 2,
        View::Provider => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let entry = Entry {
            put: Put {
                at: 1 << 40,
                len: 7,
            },
            key: u64::MAX,
            at_ms: Some(-5),
            turn: 3,
            region: None,
            request: Some(9),
            shown: 5,
        };
        let other = Entry {
            at_ms: None,
            region: Some(1),
            request: None,
            ..entry
        };
        for entry in [entry, other] {
            let mut written = Vec::new();
            entry.write(&mut written);
            assert_eq!(written.len(), Entry::BYTES);
            assert_eq!(format!("{:?}", Entry::read(&written)), format!("{entry:?}"));
        }
    }
}
