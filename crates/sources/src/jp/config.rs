//! The configuration that is in force at an event: the base, and every change up to there.

use conversation::{Event, Kind};
use serde_json::{Map, Value};

/// The configuration in force, read along with a conversation's events.
#[derive(Clone, Debug)]
pub struct TurnConfig {
    /// What a reset goes back to.
    base: Option<Value>,
    current: Value,
    is_at_start: bool,
}

impl TurnConfig {
    /// The configuration before the first event. `base` is what `base_config.json` holds; older
    /// conversations have none, and begin with an event that holds it.
    pub fn new(base: Option<Value>) -> Self {
        Self {
            current: base.clone().unwrap_or_default(),
            base,
            is_at_start: true,
        }
    }

    /// Reads the next event; whether it may have changed the configuration.
    pub fn read(&mut self, event: &Event) -> bool {
        let is_first = std::mem::take(&mut self.is_at_start);
        if event.kind() != Kind::ConfigDelta {
            return false;
        }
        apply(&mut self.current, self.base.as_ref(), event.fields());
        if is_first && self.base.is_none() {
            self.base = Some(self.current.clone());
        }
        true
    }

    /// The configuration behind the events that were read.
    pub fn current(&self) -> &Value {
        &self.current
    }
}

fn apply(config: &mut Value, base: Option<&Value>, fields: &Map<String, Value>) {
    if fields.get("op").is_some_and(|op| op == "reset") {
        *config = base.cloned().unwrap_or_default();
        return;
    }
    if let Some(delta) = fields.get("delta") {
        merge(config, delta);
    } else {
        // The oldest deltas have their keys beside the event's own.
        let own = ["type", "timestamp", "event_id", "metadata", "op", "unsets"];
        let keys = fields
            .iter()
            .filter(|(name, _)| !own.contains(&name.as_str()));
        let delta: Map<_, _> = keys
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        merge(config, &Value::Object(delta));
    }
    let unsets = fields
        .get("unsets")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    for path in unsets.filter_map(Value::as_str) {
        unset(config, path);
    }
}

/// Tables are merged, everything else is replaced.
fn merge(config: &mut Value, delta: &Value) {
    let Value::Object(delta) = delta else {
        *config = delta.clone();
        return;
    };
    if !config.is_object() {
        *config = Value::Object(Map::new());
    }
    let Value::Object(config) = config else {
        return;
    };
    for (name, value) in delta {
        merge(config.entry(name.clone()).or_insert(Value::Null), value);
    }
}

fn unset(config: &mut Value, path: &str) {
    match path.split_once('.') {
        Some((first, rest)) => {
            if let Some(table) = config.get_mut(first) {
                unset(table, rest);
            }
        }
        None => {
            if let Value::Object(table) = config {
                table.shift_remove(path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conversation::EventKey;
    use serde_json::json;

    fn check(base: Option<&Value>, events: &[Value], expected: &Value) {
        let event = |value: &Value| {
            let fields = value.as_object().expect("an object").clone();
            Event::new(EventKey::from_native("k"), None, fields)
        };
        let mut config = TurnConfig::new(base.cloned());
        for event in events.iter().map(event) {
            assert_eq!(config.read(&event), event.kind() == Kind::ConfigDelta);
        }
        assert_eq!(config.current(), expected);
    }

    #[test]
    fn deltas_are_merged_in_order() {
        check(
            Some(&json!({"a": {"b": 1, "c": 2}, "l": [1]})),
            &[
                json!({"type": "config_delta", "delta": {"a": {"b": 3}}}),
                json!({"type": "chat_request", "content": "x"}),
                json!({"type": "config_delta", "delta": {"l": [2], "a": {"d": 4}}, "unsets": ["a.c", "x.y"]}),
            ],
            &json!({"a": {"b": 3, "d": 4}, "l": [2]}),
        );
    }

    #[test]
    fn a_reset_goes_back_to_the_base() {
        check(
            Some(&json!({"a": 1})),
            &[
                json!({"type": "config_delta", "delta": {"a": 2}}),
                json!({"type": "config_delta", "op": "reset"}),
            ],
            &json!({"a": 1}),
        );
    }

    #[test]
    fn a_first_event_with_the_configuration_is_the_base() {
        check(
            None,
            &[
                json!({"type": "config_delta", "delta": {"a": 1}}),
                json!({"type": "config_delta", "delta": {"a": 2}}),
                json!({"type": "config_delta", "op": "reset"}),
            ],
            &json!({"a": 1}),
        );
        check(
            None,
            &[
                json!({"type": "turn_start"}),
                json!({"type": "config_delta", "delta": {"a": 2}}),
                json!({"type": "config_delta", "op": "reset"}),
            ],
            &Value::Null,
        );
    }

    #[test]
    fn the_oldest_form_has_its_keys_beside_the_type() {
        check(
            None,
            &[json!({"type": "config_delta", "timestamp": "t", "assistant": {"name": "JP"}})],
            &json!({"assistant": {"name": "JP"}}),
        );
    }
}
