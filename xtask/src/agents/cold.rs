//! A cold read, and whether following led to the same.

use anyhow::{Context as _, Result};
use conversation::{Item, View};
use serde_json::Value;

use super::fold::Fold;
use super::http::get;

/// The events of a view as a process has them that never saw them grow.
#[derive(Debug)]
pub(super) struct Cold {
    events: Vec<Value>,
    sides: Vec<Value>,
}

impl Cold {
    pub(super) fn read(authority: &str, id: &str, view: View) -> Result<Self> {
        let path = format!("/api/conversations/{id}/events?view={view}&limit=all");
        let mut body: Value = serde_json::from_str(&get(authority, &path)?)?;
        let mut list = |name: &str| match body[name].take() {
            Value::Array(list) => Some(list),
            _ => None,
        };
        Ok(Self {
            events: list("data").context("no events")?,
            sides: list("side").context("no sides")?,
        })
    }

    /// The first thing in which a fold is another one; nothing where it is the same.
    pub(super) fn difference(&self, fold: &Fold) -> Result<Option<String>> {
        let items = fold.state().items();
        // A long conversation is followed from its last stretch on.
        let n_before = match fold.state().before() {
            Some(_) => self.sides.len().saturating_sub(items.len()),
            None => 0,
        };
        if items.len() + n_before != self.sides.len() {
            let (live, cold) = (items.len(), self.sides.len());
            return Ok(Some(format!("{live} events live, {cold} cold")));
        }
        for (item, n) in items.iter().zip(n_before..) {
            if let Some(difference) = self.difference_at(item, n)? {
                return Ok(Some(difference));
            }
        }
        Ok(None)
    }

    fn difference_at(&self, item: &Item, n: usize) -> Result<Option<String>> {
        let side = serde_json::to_value(&item.side)?;
        let event = Value::Object(item.event.clone());
        let (cold_side, cold_event) = (&self.sides[n], &self.events[n]);
        let both = |live: &Value, cold: &Value| Some(format!("live {live}, cold {cold}"));
        Ok(if side["key"] != cold_side["key"] {
            both(&side["key"], &cold_side["key"])
        } else if side != *cold_side {
            both(&side, cold_side)
        } else if !is_shown(&event, cold_event) {
            both(&event, cold_event)
        } else {
            None
        })
    }
}

/// Whether an item shows an event: all of it is the same, but that instead of base64 it says where
/// the bytes are.
fn is_shown(shown: &Value, event: &Value) -> bool {
    match (shown, event) {
        (Value::Array(shown), Value::Array(event)) => {
            shown.len() == event.len()
                && shown
                    .iter()
                    .zip(event)
                    .all(|(shown, event)| is_shown(shown, event))
        }
        (Value::Object(shown), Value::Object(event)) => {
            let is_taken_out = shown.contains_key("bytes") && !event.contains_key("bytes");
            let mut left_out: &[&str] = &[];
            if is_taken_out {
                left_out = &["data", "blob", "bytes", "width", "height"];
            }
            let is_meant = |name: &&String| !left_out.contains(&name.as_str());
            shown
                .keys()
                .filter(is_meant)
                .eq(event.keys().filter(is_meant))
                && shown
                    .iter()
                    .filter(|(name, _)| is_meant(name))
                    .all(|(name, value)| is_shown(value, &event[name]))
        }
        (shown, event) => shown == event,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::time::Instant;

    fn side(key: &str) -> Value {
        json!({ "key": key, "rev": "r", "turn": 1 })
    }

    fn fold(window: &Value) -> Fold {
        let frames = json!([{ "type": "reset", "window": window }]);
        let body = json!({ "position": "p", "frames": frames }).to_string();
        let mut fold = Fold::default();
        fold.take(Instant::now(), wire::read(&body).expect("frames"));
        fold
    }

    fn check(window: &Value, difference: Option<&str>) {
        let cold = Cold {
            events: vec![json!({ "type": "a" }), json!({ "type": "b" })],
            sides: vec![side("one"), side("two")],
        };
        let found = cold.difference(&fold(window)).expect("it is JSON");
        assert_eq!(found.as_deref(), difference, "{window}");
    }

    #[test]
    fn keys_events_and_their_order_must_be_the_same() {
        let item = |key: &str, kind: &str| json!({ "event": { "type": kind }, "side": side(key) });
        check(
            &json!({ "items": [item("one", "a"), item("two", "b")] }),
            None,
        );
        check(
            &json!({ "items": [item("two", "b"), item("one", "a")] }),
            Some(r#"live "two", cold "one""#),
        );
        check(
            &json!({ "items": [item("one", "a"), item("two", "c")] }),
            Some(r#"live {"type":"c"}, cold {"type":"b"}"#),
        );
        check(
            &json!({ "items": [item("two", "b")] }),
            Some("1 events live, 2 cold"),
        );
        check(&json!({ "items": [item("two", "b")], "before": "p" }), None);
    }

    #[test]
    fn bytes_may_be_taken_out_and_nothing_else() {
        let event =
            json!({ "content": [{ "type": "image", "data": "AA==", "mimeType": "image/png" }] });
        let shown = |mime: &str| json!({ "content": [{ "type": "image", "mimeType": mime, "blob": "k/0", "bytes": 1 }] });
        assert!(is_shown(&shown("image/png"), &event));
        assert!(!is_shown(&shown("image/gif"), &event));
        assert!(!is_shown(&json!({ "content": [] }), &event));
    }
}
