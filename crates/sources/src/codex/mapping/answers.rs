//! What the assistant says.

use super::{
    CodexMapping,
    notes::carry,
    resources::resource,
    twins::{Role, Side, Words},
};
use crate::{
    codex::record::{Entry, list, text},
    mapping::{Events, Outcome},
};
use serde_json::{Map, Value};

/// What the model writes around words that people get in another place, or not at all.
const PLAN: (&str, &str) = ("<proposed_plan>", "</proposed_plan>");
const CITATION: (&str, &str) = ("<oai-mem-citation>", "</oai-mem-citation>");

impl CodexMapping {
    /// The assistant's message, as the model gave it.
    pub(super) fn assistant_item(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        let n_before = events.next;
        let id = entry.text("id");
        let words = |text: &str| Words::new(Side::Item, Role::Assistant, id, text);
        let mut is_told = self.twins.meet_id(&words(""));
        let parts = if is_told {
            Vec::new()
        } else {
            spoken(entry.payload)
        };
        for part in parts {
            if self.twins.meet(&words(&part), self.n).is_some() {
                is_told = true;
            } else {
                self.answer(
                    entry,
                    events,
                    words(&part),
                    part,
                    entry.text("phase"),
                    Vec::new(),
                );
            }
        }
        let files = files(entry.payload);
        if !files.is_empty() {
            let empty = words("");
            self.answer(
                entry,
                events,
                empty,
                String::new(),
                entry.text("phase"),
                files,
            );
        }
        for call in list(entry.payload, "content") {
            if let Some(call) = call
                .as_object()
                .filter(|call| text(call, "type") == Some("tool_use"))
            {
                self.call_within(entry, events, call);
            }
        }
        match (events.next > n_before, is_told) {
            (true, _) => Outcome::Mapped,
            (false, true) => Outcome::Folded,
            (false, false) => carry(entry, events),
        }
    }

    /// The assistant's message, as it is told to people: `said` is the event or its item.
    pub(super) fn agent_message(
        &mut self,
        entry: &Entry<'_>,
        said: &Map<String, Value>,
        id: Option<&str>,
        events: &mut Events<'_>,
    ) -> Outcome {
        let text_of = |part: &Value| Some(text(part.as_object()?, "text")?.to_owned());
        let parts: Vec<String> = list(said, "content").iter().filter_map(text_of).collect();
        let message = text(said, "message")
            .or(text(said, "text"))
            .map(str::to_owned);
        let message = message.unwrap_or_else(|| parts.join("\n\n"));
        if message.trim().is_empty() {
            return carry(entry, events);
        }
        let words = Words::new(Side::Event, Role::Assistant, id, &message);
        if self.twins.meet(&words, self.n).is_some() {
            return Outcome::Folded;
        }
        let phase = text(said, "phase");
        self.answer(entry, events, words, message, phase, Vec::new());
        Outcome::Mapped
    }

    fn answer(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        words: Words,
        message: String,
        phase: Option<&str>,
        files: Vec<Value>,
    ) {
        self.turns.go_on(phase != Some("commentary"));
        let mut fields = entry.fields("chat_response");
        fields.insert("message".to_owned(), Value::String(message));
        if !files.is_empty() {
            fields.insert("resources".to_owned(), Value::Array(files));
        }
        self.sign(&mut fields, phase);
        let event = events.add(entry.event(words.id.clone(), fields));
        self.twins.wait(words, self.n, event, None);
    }

    /// Says which model it was.
    pub(super) fn sign(&self, fields: &mut Map<String, Value>, phase: Option<&str>) {
        let metadata = self.facts.of_answer(phase);
        if !metadata.is_empty() {
            fields.insert("metadata".to_owned(), Value::Object(metadata));
        }
    }
}

/// The words of the assistant's message, in the parts in which people get them.
fn spoken(payload: &Map<String, Value>) -> Vec<String> {
    let whole = text(payload, "content").map(str::to_owned);
    let part = |part: &Value| {
        let part = part.as_object()?;
        Some(text(part, "text").or(text(part, "refusal"))?.to_owned())
    };
    let parts = list(payload, "content").iter().filter_map(part);
    let parts = whole.into_iter().chain(parts).flat_map(|text| {
        let (text, _) = take_out(&text, CITATION);
        let (text, plan) = take_out(&text, PLAN);
        [text, plan.unwrap_or_default()]
    });
    parts.filter(|text| !text.trim().is_empty()).collect()
}

/// A text without what stands between two marks, and what stands there.
fn take_out(text: &str, (begin, end): (&str, &str)) -> (String, Option<String>) {
    let found = text.split_once(begin).and_then(|(before, rest)| {
        let (inside, after) = rest.split_once(end)?;
        Some((
            format!("{}{after}", before.trim_end()),
            inside.trim().to_owned(),
        ))
    });
    match found {
        Some((outside, inside)) => (outside, Some(inside)),
        None => (text.to_owned(), None),
    }
}

/// The images of the assistant's message.
fn files(payload: &Map<String, Value>) -> Vec<Value> {
    let file = |part: &Value| {
        let address = text(part.as_object()?, "image_url")?;
        Some(resource(address, None, None))
    };
    list(payload, "content").iter().filter_map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn plans_stand_apart_and_citations_are_left_out() {
        let text = "Here it is.\n<proposed_plan>\n1. do\n</proposed_plan>\n<oai-mem-citation>x</oai-mem-citation>";
        let payload = json!({"content": [{"type": "output_text", "text": text}]});
        let spoken = spoken(payload.as_object().expect("an object"));
        assert_eq!(spoken, ["Here it is.", "1. do"]);
    }
}
