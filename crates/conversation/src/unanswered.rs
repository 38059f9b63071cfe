//! Which call a result answers.

use std::collections::{HashMap, VecDeque};

/// The calls of a turn that have no result yet. Ids repeat: a result answers the first unanswered
/// call of its id in the same turn.
#[derive(Clone, Debug)]
pub struct Unanswered<T>(HashMap<String, VecDeque<T>>);

impl<T> Default for Unanswered<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T> Unanswered<T> {
    /// A turn begins: what has no result by now gets none.
    pub fn start_turn(&mut self) {
        self.0.clear();
    }

    /// A call is made.
    pub fn call(&mut self, id: &str, call: T) {
        self.0.entry(id.to_owned()).or_default().push_back(call);
    }

    /// The call that a result answers, which is answered from here on.
    pub fn answer(&mut self, id: &str) -> Option<T> {
        self.0.get_mut(id)?.pop_front()
    }
}
