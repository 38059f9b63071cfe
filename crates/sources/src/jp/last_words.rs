//! The last words to the person, found from the end of the events on.

use crate::restore::Restoration;
use conversation::{Event, Kind, Said, View, first_words, said};
use std::sync::Arc;

/// Takes events from the last one back. A result's call comes after it then, and with the call the
/// blocks that the result is restored to.
#[derive(Debug, Default)]
pub(super) struct LastWords {
    restoration: Arc<Restoration>,
    /// The pieces of a message of which the first has not come yet.
    pieces: String,
    /// The results that wait for their calls, the last one first. Once there are words, all of these
    /// are later than those.
    waiting: Vec<Event>,
    words: Option<String>,
}

impl LastWords {
    pub(super) fn new(restoration: &Arc<Restoration>) -> Self {
        Self {
            restoration: Arc::clone(restoration),
            ..Self::default()
        }
    }

    /// Takes an event, and says whether the last words are found.
    pub(super) fn take(&mut self, event: Event) -> bool {
        let said = said_by(&event);
        if let Some(Said::Message(piece)) = &said {
            self.pieces.insert_str(0, piece);
            return false;
        }
        self.end_message();
        match (event.kind(), said) {
            (Kind::ToolCallRequest, _) => self.answer(&event),
            (Kind::TurnStart, _) => self.waiting.clear(),
            (_, Some(Said::Note(text))) => self.found(first_words(&text)),
            (Kind::ToolCallResponse, _) if self.words.is_none() => self.waiting.push(event),
            _ => {}
        }
        self.words.is_some() && self.waiting.is_empty()
    }

    /// The last words of the events that were taken.
    pub(super) fn finish(mut self) -> Option<String> {
        self.end_message();
        self.words
    }

    fn end_message(&mut self) {
        let message = std::mem::take(&mut self.pieces);
        self.found(first_words(&message));
    }

    fn found(&mut self, words: Option<String>) {
        self.words = self.words.take().or(words);
    }

    /// The call of the last result with its id that waits.
    fn answer(&mut self, call: &Event) {
        let Some(id) = call.text("id") else { return };
        let place = self
            .waiting
            .iter()
            .position(|result| result.text("id") == Some(id));
        let Some(place) = place else { return };
        let result = self.waiting.remove(place);
        let tool = call.text("name").unwrap_or_default();
        let call = self.restoration.call(tool, call.fields().get("arguments"));
        let mut fields = result.fields().clone();
        self.restoration.restore(&mut fields, Some(&call), None);
        let restored = Event::new(result.key().clone(), None, fields);
        let note = match said_by(&restored) {
            Some(Said::Note(text)) => first_words(&text),
            _ => None,
        };
        if note.is_some() {
            self.words = note;
            self.waiting.truncate(place);
        }
    }
}

fn said_by(event: &Event) -> Option<Said> {
    View::User.project(event).and_then(|shown| said(&shown))
}
