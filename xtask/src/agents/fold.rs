//! What a reader of a stream holds: the fold of all that came, and when it came.

use std::time::Instant;

use conversation::{Change, ViewState};
use wire::FramesBody;

/// A view as the frames of its stream make it.
#[derive(Debug, Default)]
pub(super) struct Fold {
    state: ViewState,
    /// When each batch came that changed something, and how many events there were after it.
    batches: Vec<(Instant, usize)>,
    /// The position behind the last batch.
    position: Option<String>,
    /// The conversations of sub-agents that its calls and results name.
    helpers: Vec<String>,
}

impl Fold {
    /// Applies the changes of a batch that came at an instant.
    pub(super) fn take(&mut self, at: Instant, body: FramesBody) {
        let mut has_changed = false;
        for change in body.frames {
            has_changed |= !matches!(change, Change::Status(_));
            self.state.apply(change);
        }
        self.position = Some(body.position);
        if has_changed {
            self.batches.push((at, self.state.items().len()));
            self.helpers = helpers_in(&self.state);
        }
    }

    pub(super) fn state(&self) -> &ViewState {
        &self.state
    }

    pub(super) fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    pub(super) fn helpers(&self) -> &[String] {
        &self.helpers
    }

    pub(super) fn n_batches(&self) -> usize {
        self.batches.len()
    }

    /// When the last batch came.
    pub(super) fn last(&self) -> Option<Instant> {
        Some(self.batches.last()?.0)
    }

    /// How many events were there at an instant.
    pub(super) fn n_at(&self, at: Instant) -> usize {
        let before = self.batches.iter().rev().find(|(came, _)| *came <= at);
        before.map_or(0, |(_, n)| *n)
    }
}

fn helpers_in(state: &ViewState) -> Vec<String> {
    let named = state.items().iter().filter_map(|item| {
        let metadata = item.event.get("metadata")?;
        Some(metadata.get("serve-web/subagent")?.as_str()?.to_owned())
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::time::Duration;

    fn body(frames: &serde_json::Value) -> FramesBody {
        let text = json!({ "position": "p1", "frames": frames }).to_string();
        wire::read(&text).expect("frames")
    }

    fn put(key: &str, after: Option<&str>) -> serde_json::Value {
        json!({
            "type": "put",
            "after": after,
            "item": {
                "event": { "type": "x", "metadata": { "serve-web/subagent": format!("a~{key}") } },
                "side": { "key": key, "rev": "r", "turn": 1 },
            },
        })
    }

    #[test]
    fn batches_that_change_something_are_counted_with_their_time() {
        let start = Instant::now();
        let later = start + Duration::from_secs(2);
        let mut fold = Fold::default();
        fold.take(start, body(&json!([put("one", None)])));
        let status = json!([{ "type": "status", "state": "running" }]);
        fold.take(start, body(&status));
        fold.take(later, body(&json!([put("two", Some("one"))])));

        assert_eq!(fold.n_batches(), 2);
        assert_eq!(fold.n_at(start + Duration::from_secs(1)), 1);
        assert_eq!(fold.n_at(later), 2);
        assert_eq!(fold.last(), Some(later));
        assert_eq!(fold.position(), Some("p1"));
        assert_eq!(fold.helpers(), ["a~one", "a~two"]);
    }
}
