//! The parts of one answer of the model stand on several lines, each with the usage so far.

use super::{held::Held, record::Id};
use crate::mapping::{Events, Handle};
use serde_json::Value;
use std::collections::VecDeque;

/// How many answers may be written at the same time.
const MOST: usize = 16;
/// The entry of the metadata.
pub(super) const USAGE: &str = "usage";

/// The answers that may go on.
#[derive(Debug, Default)]
pub(super) struct Answers(VecDeque<Answer>);

#[derive(Debug)]
struct Answer {
    message: Id,
    last: Handle,
    usage: Value,
}

impl Answers {
    /// The usage of an answer with that of another line of it. It is taken from the event that was
    /// the answer's last one.
    pub(super) fn go_on(
        &mut self,
        message: Id,
        usage: Option<&Value>,
        held: &mut Held,
        events: &mut Events<'_>,
    ) -> Value {
        let new = usage.cloned().unwrap_or_default();
        let at = self.0.iter().position(|answer| answer.message == message);
        let Some(before) = at.and_then(|at| self.0.remove(at)) else {
            return new;
        };
        if !before.usage.is_null() {
            held.note(before.last, USAGE, None, events);
        }
        merged(before.usage, &new)
    }

    /// The last event of an answer is this one.
    pub(super) fn ends_with(&mut self, message: Id, last: Handle, usage: Value) {
        let answer = Answer {
            message,
            last,
            usage,
        };
        self.0.push_back(answer);
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }
}

/// The larger of two numbers, and the later of two values of other types.
fn merged(old: Value, new: &Value) -> Value {
    match (old, new) {
        (Value::Object(mut old), Value::Object(new)) => {
            for (name, new) in new {
                let before = old.get(name).cloned().unwrap_or_default();
                old.insert(name.clone(), merged(before, new));
            }
            Value::Object(old)
        }
        (Value::Number(old), Value::Number(new)) => {
            let is_larger = old.as_f64() > new.as_f64();
            Value::Number(if is_larger { old } else { new.clone() })
        }
        (old, Value::Null) => old,
        (_, new) => new.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::merged;
    use serde_json::json;

    #[test]
    fn usage_only_grows() {
        let old = json!({"in": 4, "out": 9, "cache": {"5m": 3}, "tier": "a", "kept": 1});
        let new = json!({"in": 4, "out": 7, "cache": {"5m": 5}, "tier": "b", "kept": null});
        let expected = json!({"in": 4, "out": 9, "cache": {"5m": 5}, "tier": "b", "kept": 1});
        assert_eq!(merged(old, &new), expected);
        assert_eq!(merged(json!(null), &json!({"in": 1})), json!({"in": 1}));
        assert_eq!(merged(json!({"in": 1}), &json!(null)), json!({"in": 1}));
    }
}
