//! How a session stands. goose takes no lock and writes no status: what is stored last tells it,
//! and whether the database is in use.

use crate::State;
use conversation::{Event, Kind};
use std::time::{SystemTime, UNIX_EPOCH};

/// For how long goose is taken to be at work on what it owes, in milliseconds: it stores nothing
/// while a tool runs.
const LONGEST_STEP_MS: i64 = 10 * 60 * 1000;
/// For how long a question counts as open, in milliseconds: goose may end without an answer.
const LONGEST_QUESTION_MS: i64 = 24 * 60 * 60 * 1000;

/// What the last messages of a session say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// The last event is the person's, or a tool's: goose has to go on.
    pub owes_answer: bool,
    /// The last event asks something.
    pub asks: bool,
    /// The latest time.
    pub last_ms: Option<i64>,
}

impl Facts {
    /// Takes the next event. What goose tells the model beside it changes nothing.
    pub(super) fn take(&mut self, event: &Event) {
        self.last_ms = self.last_ms.max(event.at_ms());
        match event.kind() {
            Kind::HostNote | Kind::Unknown => {}
            kind => {
                self.asks = kind == Kind::InquiryRequest;
                self.owes_answer = matches!(
                    kind,
                    Kind::TurnStart
                        | Kind::ChatRequest
                        | Kind::ToolCallRequest
                        | Kind::ToolCallResponse
                        | Kind::InquiryResponse
                );
            }
        }
    }

    /// How the session stands.
    pub(super) fn state(self, is_archived: bool, is_in_use: bool, now_ms: i64) -> State {
        let is_within = |ms| {
            self.last_ms
                .is_some_and(|last| now_ms.saturating_sub(last) < ms)
        };
        if is_archived {
            State::Archived
        } else if self.asks && is_within(LONGEST_QUESTION_MS) {
            State::Waiting
        } else if self.owes_answer && is_in_use && is_within(LONGEST_STEP_MS) {
            State::Running
        } else {
            State::Settled
        }
    }
}

/// The time in milliseconds since the Unix epoch.
pub(super) fn milliseconds(time: SystemTime) -> Option<i64> {
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_millis()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_owed_is_worked_on_for_a_while() {
        let owing = Facts {
            owes_answer: true,
            asks: false,
            last_ms: Some(1000),
        };
        let asking = Facts {
            owes_answer: false,
            asks: true,
            ..owing
        };
        for (facts, is_archived, is_in_use, now_ms, expected) in [
            (owing, false, true, 2000, State::Running),
            (owing, false, false, 2000, State::Settled),
            (owing, false, true, LONGEST_STEP_MS + 1000, State::Settled),
            (owing, true, true, 2000, State::Archived),
            (asking, false, false, LONGEST_STEP_MS, State::Waiting),
            (asking, false, true, i64::MAX, State::Settled),
            (Facts::default(), false, true, 0, State::Settled),
            // The clock was set back since, or goes ahead.
            (owing, false, true, 1000 - LONGEST_STEP_MS, State::Running),
            (owing, false, true, LONGEST_STEP_MS, State::Running),
            (asking, false, true, i64::MIN, State::Waiting),
        ] {
            assert_eq!(facts.state(is_archived, is_in_use, now_ms), expected);
        }
    }
}
