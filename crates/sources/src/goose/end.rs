//! What the last messages of a session say, without reading those before them.

use super::{
    facts::Facts,
    mapping::Mapping,
    message::{Read, Stored},
};
use conversation::{Event, EventKey, Kind, Said, View, first_words, said};
use std::ops::ControlFlow;

/// How many messages are read at most.
pub(super) const MOST: usize = 30;

/// Takes messages from the last one back.
#[derive(Debug, Default)]
pub(super) struct End {
    pub facts: Facts,
    pub last_words: Option<String>,
    is_told: bool,
}

impl End {
    /// Takes the message before those that were taken, and says whether more are needed. A message
    /// is read by itself: goose keeps for whom the blocks of results are, so that they need no call.
    pub(super) fn take(&mut self, stored: &Stored, mut mapping: Mapping) -> ControlFlow<()> {
        let Read::Message(message) = stored.read() else {
            return ControlFlow::Continue(());
        };
        let (_, mapped) = mapping.take(&message);
        let key = || EventKey::from_native("end");
        let events: Vec<_> = mapped
            .into_iter()
            .map(|mapped| Event::new(key(), mapped.at_ms, mapped.fields))
            .collect();
        let last_ms = self.facts.last_ms;
        if !self.is_told {
            for event in &events {
                self.facts.take(event);
            }
            let tells = |event: &Event| !matches!(event.kind(), Kind::HostNote | Kind::Unknown);
            self.is_told = events.iter().any(tells);
        }
        self.facts.last_ms = last_ms.max(message.at_ms);
        if self.last_words.is_none() {
            self.last_words = events.iter().rev().find_map(words);
        }
        match self.is_told && self.last_words.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

fn words(event: &Event) -> Option<String> {
    let shown = View::User.project(event)?;
    match said(&shown)? {
        Said::Message(text) | Said::Note(text) => first_words(&text),
    }
}
