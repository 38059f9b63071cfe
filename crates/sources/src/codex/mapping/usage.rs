//! How many tokens a turn took.

use serde_json::{Map, Value};

/// What was counted so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    is_begun: bool,
    /// The turn's, where records say it.
    turn: Option<Value>,
    /// The thread's, when the turn began and now.
    total_before: Map<String, Value>,
    total: Map<String, Value>,
}

impl Usage {
    pub(super) fn start_turn(&mut self) {
        self.is_begun = true;
        self.turn = None;
        self.total_before.clone_from(&self.total);
    }

    /// What the turn took by now.
    pub(super) fn tell_turn(&mut self, usage: Option<&Value>) {
        if let Some(usage) = usage.filter(|usage| usage.is_object()) {
            self.turn = Some(usage.clone());
        }
    }

    /// What the thread took by now.
    pub(super) fn tell_total(&mut self, total: Option<&Map<String, Value>>) {
        if let Some(total) = total {
            self.total.clone_from(total);
        }
    }

    /// What the turn took.
    pub(super) fn of_turn(&self) -> Option<Value> {
        if self.turn.is_some() || self.total.is_empty() {
            return self.turn.clone();
        }
        // Without a beginning there is nothing to count from.
        if !self.is_begun {
            return None;
        }
        let before = |name: &str| self.total_before.get(name).and_then(Value::as_u64);
        let taken = self.total.iter().filter_map(|(name, total)| {
            let taken = total.as_u64()?.saturating_sub(before(name).unwrap_or(0));
            Some((name.clone(), taken.into()))
        });
        Some(Value::Object(taken.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_turn_took_what_the_thread_has_more() {
        let mut usage = Usage::default();
        assert_eq!(usage.of_turn(), None);
        let total = |n: u64| json!({"total_tokens": n, "plan": "pro"});
        usage.tell_total(total(10).as_object());
        assert_eq!(usage.of_turn(), None);
        usage.start_turn();
        usage.tell_total(total(25).as_object());
        assert_eq!(usage.of_turn(), Some(json!({"total_tokens": 15})));
        usage.tell_turn(Some(&json!({"total_tokens": 16})));
        assert_eq!(usage.of_turn(), Some(json!({"total_tokens": 16})));
    }
}
