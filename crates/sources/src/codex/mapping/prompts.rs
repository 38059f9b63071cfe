//! What stands in the person's role.

use super::{
    CodexMapping,
    injected::{Marks, frame_attributes, is_hosts, is_image_frame, split_editor},
    notes::carry,
    resources::{merged, resource},
    twins::{Met, Role, Side, Words},
};
use crate::{
    codex::record::{Entry, list, text},
    mapping::{Events, Outcome},
};
use serde_json::{Map, Value};

/// Who asks a sub-agent.
const PARENT: &str = "parent agent";

/// What a record says in the person's role.
#[derive(Debug, Default)]
struct Said {
    /// The person's words, in pieces.
    words: Vec<String>,
    /// What the host put in.
    notes: Vec<String>,
    /// What came with the words.
    resources: Vec<Value>,
}

impl CodexMapping {
    /// A message in the person's role, as the model gets it.
    pub(super) fn user_item(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        self.said(
            entry,
            events,
            Side::Item,
            entry.text("id"),
            Said::of_item(entry.payload),
        )
    }

    /// What the person wrote, as it is told to people.
    pub(super) fn user_message(&mut self, entry: &Entry<'_>, events: &mut Events<'_>) -> Outcome {
        self.said(
            entry,
            events,
            Side::Event,
            None,
            Said::of_event(entry.payload),
        )
    }

    /// The same in newer files.
    pub(super) fn user_message_item(
        &mut self,
        entry: &Entry<'_>,
        item: &Map<String, Value>,
        events: &mut Events<'_>,
    ) -> Outcome {
        let id = text(item, "id");
        self.said(entry, events, Side::Event, id, Said::of_completed(item))
    }

    fn said(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        side: Side,
        id: Option<&str>,
        said: Said,
    ) -> Outcome {
        let n_before = events.next;
        let mut is_told = false;
        for note in &said.notes {
            let mut words = Words::new(side, Role::User, id, note);
            words.is_note = true;
            if self.twins.meet(&words, self.n).is_some() {
                is_told = true;
                continue;
            }
            let mut fields = entry.fields("host_note");
            fields.insert("content".to_owned(), Value::String(note.clone()));
            let note = events.add(entry.event(id.map(str::to_owned), fields));
            self.twins.wait(words, self.n, note, None);
        }
        if said.is_persons() {
            let text = said.words.join("\n");
            let words = Words::new(side, Role::User, id, &text);
            match self.twins.meet(&words, self.n) {
                Some(met) => {
                    is_told = true;
                    add_resources(met, said.resources, events);
                }
                None => self.prompt(entry, events, words, text, said.resources),
            }
        }
        match (events.next > n_before, is_told) {
            (true, _) => Outcome::Mapped,
            (false, true) => Outcome::Folded,
            (false, false) => carry(entry, events),
        }
    }

    fn prompt(
        &mut self,
        entry: &Entry<'_>,
        events: &mut Events<'_>,
        words: Words,
        text: String,
        resources: Vec<Value>,
    ) {
        let id = words.id.clone();
        if self.turns.prompt(self.n) {
            self.compaction = None;
            self.calls.start_turn();
            let turn_id = id.as_ref().map(|id| format!("{id}-turn"));
            events.add(entry.event(turn_id, entry.fields("turn_start")));
        }
        let mut fields = entry.fields("chat_request");
        fields.insert("content".to_owned(), Value::String(text));
        if self.thread.is_subagent {
            fields.insert("author".to_owned(), Value::String(PARENT.to_owned()));
        }
        if !resources.is_empty() {
            fields.insert("resources".to_owned(), Value::Array(resources));
        }
        let prompt = events.add(entry.event(id, fields.clone()));
        self.twins.wait(words, self.n, prompt, Some(fields));
    }
}

impl Said {
    fn is_persons(&self) -> bool {
        !self.words.is_empty() || !self.resources.is_empty()
    }

    fn of_item(payload: &Map<String, Value>) -> Self {
        let mut said = Self::default();
        if let Some(text) = text(payload, "content") {
            said.take_words(text, None);
            return said;
        }
        let marks = Marks::of(payload);
        let mut frame = (None, None);
        for (n, part) in list(payload, "content").iter().enumerate() {
            let Some(fields) = part.as_object() else {
                continue;
            };
            match text(fields, "text") {
                Some(text) if is_image_frame(text) => frame = frame_attributes(text),
                Some(text) => said.take_words(text, marks.is_persons(n)),
                None => said.take_file(fields, frame),
            }
        }
        said
    }

    fn of_event(payload: &Map<String, Value>) -> Self {
        let mut said = Self::default();
        let is_persons = text(payload, "kind").is_none_or(|kind| kind == "plain");
        if let Some(text) = text(payload, "message") {
            said.take_words(text, Some(is_persons));
        }
        for name in ["images", "local_images", "audio", "local_audio"] {
            let addresses = list(payload, name).iter().filter_map(Value::as_str);
            said.resources
                .extend(addresses.map(|address| resource(address, None, None)));
        }
        said
    }

    fn of_completed(item: &Map<String, Value>) -> Self {
        let mut said = Self::default();
        for part in list(item, "content") {
            let Some(fields) = part.as_object() else {
                continue;
            };
            match text(fields, "text") {
                Some(text) => said.take_words(text, Some(true)),
                None => said.take_file(fields, (None, None)),
            }
        }
        said
    }

    fn take_words(&mut self, text: &str, is_persons: Option<bool>) {
        if !is_persons.unwrap_or_else(|| !is_hosts(text)) {
            self.notes.push(text.to_owned());
            return;
        }
        let (editors, own) = split_editor(text);
        self.notes.extend(editors.map(str::to_owned));
        if !own.trim().is_empty() {
            self.words.push(own.to_owned());
        }
    }

    /// An image or a sound, by whichever field it is told.
    fn take_file(&mut self, fields: &Map<String, Value>, frame: (Option<&str>, Option<&str>)) {
        let names = [
            "image_url",
            "url",
            "path",
            "audio_url",
            "file_url",
            "file_data",
        ];
        let address = names.iter().find_map(|name| text(fields, name));
        let nested = || text(fields.get("image_url")?.as_object()?, "url");
        if let Some(address) = address.or_else(nested) {
            let (name, path) = (frame.0.or(text(fields, "name")), frame.1);
            self.resources.push(resource(address, name, path));
        }
    }
}

/// Adds what the other record has of a prompt's images.
fn add_resources(met: Met, new: Vec<Value>, events: &mut Events<'_>) {
    let Some(mut fields) = met.fields.filter(|_| !new.is_empty()) else {
        return;
    };
    let old = match fields.get("resources") {
        Some(Value::Array(old)) => old.clone(),
        _ => Vec::new(),
    };
    let all = merged(old.clone(), new);
    if all != old {
        fields.insert("resources".to_owned(), Value::Array(all));
        events.revise(met.event, fields);
    }
}
