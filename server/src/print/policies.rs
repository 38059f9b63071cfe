//! The display policy that is in force at each event: the styles of the configuration there.

use conversation::{Event, policy::Policy};
use serde_json::Value;
use sources::jp::TurnConfig;
use std::collections::HashSet;

/// Where the styles of tools stand in JP's configuration.
const PATH: [&str; 2] = ["conversation", "tools"];

/// Reads the policy along with the events.
#[derive(Debug)]
pub(super) struct Policies {
    base: Option<Value>,
    config: TurnConfig,
    policy: Policy,
    /// What was said to be wrong with the configuration. It is said once.
    told: HashSet<String>,
    problems: Vec<String>,
}

impl Policies {
    pub(super) fn new(base: Option<Value>) -> Self {
        let mut policies = Self {
            config: TurnConfig::new(base.clone()),
            base,
            policy: Policy::terminal(),
            told: HashSet::new(),
            problems: Vec::new(),
        };
        policies.renew();
        policies
    }

    /// Goes back to before the first event.
    pub(super) fn rewind(&mut self) {
        self.config = TurnConfig::new(self.base.clone());
        self.renew();
    }

    /// Reads the next event.
    pub(super) fn read(&mut self, event: &Event) {
        if self.config.read(event) {
            self.renew();
        }
    }

    /// The policy behind the events that were read.
    pub(super) fn current(&self) -> &Policy {
        &self.policy
    }

    /// What has been found to be wrong since this was asked last.
    pub(super) fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }

    fn renew(&mut self) {
        let mut tools = Some(self.config.current());
        for name in PATH {
            tools = tools.and_then(|table| table.get(name));
        }
        let Some(tools) = tools.and_then(Value::as_object) else {
            self.policy = Policy::terminal();
            return;
        };
        let mut problems = Vec::new();
        self.policy = Policy::terminal().with_tables(tools, &PATH.join("."), &mut problems);
        for problem in problems.iter().map(ToString::to_string) {
            if self.told.insert(problem.clone()) {
                self.problems.push(problem);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conversation::EventKey;
    use serde_json::json;

    fn delta(fields: &Value) -> Event {
        let mut fields = fields.as_object().expect("an object").clone();
        fields.insert("type".to_owned(), "config_delta".into());
        Event::new(EventKey::from_native("k"), None, fields)
    }

    fn style(name: &str, style: &Value) -> Value {
        json!({"conversation": {"tools": {name: {"style": style}}}})
    }

    #[test]
    fn the_policy_is_that_of_the_configuration_up_to_there() {
        let mut policies = Policies::new(Some(style("*", &json!({"hidden": true}))));
        let is_hidden = |policies: &Policies| policies.current().style(Some("x")).hidden;
        assert!(is_hidden(&policies));
        policies.read(&delta(
            &json!({"delta": style("x", &json!({"hidden": false}))}),
        ));
        assert!(!is_hidden(&policies));
        policies.read(&delta(&json!({"op": "reset"})));
        assert!(is_hidden(&policies));
    }

    #[test]
    fn a_value_that_is_not_allowed_is_told_once() {
        let bad = style("x", &json!({"header": 1, "hidden": true}));
        let mut policies = Policies::new(Some(bad.clone()));
        let problems = policies.take_problems();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].starts_with("conversation.tools.x.style.header cannot be 1"));
        assert!(policies.current().style(Some("x")).hidden);
        policies.read(&delta(&json!({"delta": bad})));
        policies.rewind();
        assert_eq!(policies.take_problems(), Vec::<String>::new());
    }
}
