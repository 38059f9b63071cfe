//! A result, put together from what the model gets and what people are told.

use super::output::{Half, Rank};
use crate::restore::{Call, Restoration};
use serde_json::{Map, Value, json};

/// What is known of a result before anything is restored.
#[derive(Debug)]
pub(super) struct Told {
    pub fields: Map<String, Value>,
    pub half: Half,
}

impl Told {
    /// The event's fields.
    pub(super) fn result(
        &self,
        called: Option<&Call>,
        restoration: &Restoration,
    ) -> Map<String, Value> {
        let half = &self.half;
        let mut fields = self.fields.clone();
        let content = match (&half.content, half.rank) {
            (Value::Null, _) => json!([]),
            (content, _) => content.clone(),
        };
        fields.insert("content".to_owned(), content);
        fields.insert(
            "is_error".to_owned(),
            Value::Bool(half.is_error == Some(true)),
        );
        for (name, value) in &half.beside {
            fields.entry(name.clone()).or_insert(value.clone());
        }
        restoration.restore(&mut fields, called, None);
        fields
    }
}

impl Half {
    /// Adds what the other half says. What an event says of failure counts, since the model is told
    /// it in words only.
    pub(super) fn add(&mut self, other: Self) {
        let is_other_event = other.rank != Rank::Sent;
        let (first, second) = if is_other_event {
            (other.is_error, self.is_error)
        } else {
            (self.is_error, other.is_error)
        };
        self.is_error = first.or(second);
        for (name, value) in other.beside {
            self.beside.entry(name).or_insert(value);
        }
        let (winner, loser) = if other.rank > self.rank {
            let old = std::mem::replace(&mut self.content, other.content);
            let rank = std::mem::replace(&mut self.rank, other.rank);
            (&self.content, (old, rank))
        } else {
            (&self.content, (other.content, other.rank))
        };
        if let (Value::String(printed), Rank::Printed) = loser
            && !holds(winner, &printed)
        {
            self.beside
                .insert("printed".to_owned(), Value::String(printed));
        }
    }
}

/// Whether a content has all that a program printed.
fn holds(content: &Value, printed: &str) -> bool {
    let printed = printed.trim();
    let text_holds = |text: &str| text.contains(printed);
    match content {
        Value::String(text) => text_holds(text),
        Value::Array(blocks) => blocks
            .iter()
            .filter_map(|block| block.get("text")?.as_str())
            .any(text_holds),
        _ => printed.is_empty(),
    }
}

/// The thread of the sub-agent that an output says was started.
pub(super) fn spawned(output: &Value) -> Option<String> {
    let text = output
        .as_str()
        .filter(|text| text.starts_with("{\"agent_id\""))?;
    let output: Value = serde_json::from_str(text).ok()?;
    Some(output.get("agent_id")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(content: &Value, rank: Rank, is_error: Option<bool>) -> Half {
        Half {
            content: content.clone(),
            rank,
            is_error,
            beside: Map::new(),
        }
    }

    /// Both halves give the same result, whichever comes first.
    fn check(
        sent: &Half,
        event: &Half,
        content: &Value,
        is_error: Option<bool>,
        printed: Option<&str>,
    ) {
        for (first, second) in [(sent, event), (event, sent)] {
            let mut both = first.clone();
            both.add(second.clone());
            assert_eq!(&both.content, content);
            assert_eq!(both.is_error, is_error);
            assert_eq!(both.beside.get("printed").and_then(Value::as_str), printed);
        }
    }

    #[test]
    fn the_blocks_of_servers_count_most_and_what_was_printed_least() {
        let sent = half(&json!("Output:\nx"), Rank::Sent, None);
        let blocks = half(
            &json!([{"type": "text", "text": "x"}]),
            Rank::Blocks,
            Some(true),
        );
        check(&sent, &blocks, &blocks.content, Some(true), None);
        let printed = half(&json!("x"), Rank::Printed, None);
        check(&sent, &printed, &sent.content, None, None);
        let more = half(&json!("x and more"), Rank::Printed, None);
        check(&sent, &more, &sent.content, None, Some("x and more"));
    }

    #[test]
    fn what_an_event_says_of_failure_counts() {
        let sent = half(&json!("Error: x"), Rank::Sent, Some(true));
        let event = half(&json!("x"), Rank::Printed, Some(false));
        check(&sent, &event, &sent.content, Some(false), None);
        let silent = half(&Value::Null, Rank::Nothing, None);
        check(&sent, &silent, &sent.content, Some(true), None);
    }
}
