//! What the assistant thinks.

use super::{
    CodexMapping,
    notes::carry,
    twins::{Role, Side, Words},
};
use crate::{
    codex::record::{Entry, list, text},
    mapping::{Events, Handle, Outcome},
};
use serde_json::{Map, Value};

impl CodexMapping {
    /// Thoughts, as the model gave them: in parts, each of which people may have got for itself.
    pub(super) fn reasoning_item(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        let id = entry.text("id");
        let words = |text: &str| Words::new(Side::Item, Role::Reasoning, id, text);
        let summary = texts(list(entry.payload, "summary"));
        let content = texts(list(entry.payload, "content"));
        let (parts, raw) = if summary.is_empty() {
            (content, Vec::new())
        } else {
            (summary, content)
        };
        if parts.is_empty() {
            return carry(entry, events);
        }
        if self
            .twins
            .meet(&words(&parts.join("\n\n")), self.n)
            .is_some()
        {
            return Outcome::Folded;
        }
        let is_new = |part: &String| self.twins.meet(&words(part), self.n).is_none();
        let new: Vec<String> = parts.into_iter().filter(is_new).collect();
        if new.is_empty() {
            return Outcome::Folded;
        }
        let event = self.thought(entry, events, id, new.join("\n\n"), raw);
        for part in &new {
            self.twins.wait(words(part), self.n, event, None);
        }
        Outcome::Mapped
    }

    /// Thoughts, as they are told to people: `thought` is the event or its item.
    pub(super) fn agent_reasoning(
        &mut self,
        entry: &Entry<'_>,
        thought: &Map<String, Value>,
        events: &mut Events<'_>,
    ) -> Outcome {
        let own = text(thought, "text").map(str::to_owned);
        let summary = own.or_else(|| joined(list(thought, "summary_text")));
        let mut raw = texts(list(thought, "raw_content"));
        let whole = || (!raw.is_empty()).then(|| std::mem::take(&mut raw).join("\n\n"));
        let Some(told) = summary.or_else(whole) else {
            // The item says as little, and is carried.
            return Outcome::Folded;
        };
        let id = text(thought, "id");
        let words = Words::new(Side::Event, Role::Reasoning, id, &told);
        if self.twins.meet(&words, self.n).is_some() {
            return Outcome::Folded;
        }
        let event = self.thought(entry, events, id, told, raw);
        self.twins.wait(words, self.n, event, None);
        Outcome::Mapped
    }

    fn thought(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        id: Option<&str>,
        told: String,
        raw: Vec<String>,
    ) -> Handle {
        self.turns.go_on(false);
        let mut fields = entry.fields("chat_response");
        fields.insert("reasoning".to_owned(), Value::String(told));
        if !raw.is_empty() {
            fields.insert("raw_content".to_owned(), raw.into());
        }
        self.sign(&mut fields, None);
        events.add(entry.event(id.map(str::to_owned), fields))
    }
}

/// The texts of a list of texts, or of parts with texts.
fn texts(parts: &[Value]) -> Vec<String> {
    let told = |part: &Value| match part {
        Value::String(text) => Some(text.clone()),
        Value::Object(part) => text(part, "text").map(str::to_owned),
        _ => None,
    };
    let told = parts.iter().filter_map(told);
    told.filter(|text| !text.trim().is_empty()).collect()
}

fn joined(parts: &[Value]) -> Option<String> {
    let texts = texts(parts);
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}
