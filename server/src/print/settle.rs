//! When an event can be printed, and which were: what is printed cannot be taken back.
//!
//! A text may be stored in pieces, and is complete when something else follows or when nobody writes
//! any more. Everything else is complete as soon as it is stored.

use conversation::{Answer, Event, EventKey, Kind, Reading};
use sources::Splice;
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Read from the beginning again: what was read has changed.
    Rewind,
    /// Read these events, which were printed before.
    Read(Range<usize>),
    /// Print these events: the pieces of one text, or one event that is none.
    Print(Range<usize>),
    /// Say that this event is no longer what was printed.
    Changed(EventKey),
}

/// The events as they stand, and how many of them are settled.
#[derive(Debug)]
pub(super) struct Settler {
    reading: Reading,
    events: Vec<Event>,
    n_settled: usize,
    printed: HashSet<EventKey>,
}

impl Settler {
    pub(super) fn new(reading: Reading) -> Self {
        Self {
            reading,
            events: Vec::new(),
            n_settled: 0,
            printed: HashSet::new(),
        }
    }

    pub(super) fn events(&self, range: Range<usize>) -> &[Event] {
        self.events.get(range).unwrap_or_default()
    }

    /// Takes in how the conversation changed, and gives what follows from it. While `is_running`, the
    /// last text may go on.
    pub(super) fn take(&mut self, splice: Option<Splice>, is_running: bool) -> Vec<Step> {
        let mut steps = Vec::new();
        if let Some(splice) = splice {
            self.replace(splice, &mut steps);
        }
        while self.n_settled < self.events.len() {
            let end = self.end_of_text(self.n_settled);
            let may_go_on = is_running && end == self.events.len() && self.is_text(self.n_settled);
            let settled = if may_go_on {
                self.end_of_printed(self.n_settled, end)
            } else {
                end
            };
            if settled == self.n_settled {
                break;
            }
            self.settle(self.n_settled..settled, &mut steps);
            self.n_settled = settled;
        }
        steps
    }

    fn replace(&mut self, splice: Splice, steps: &mut Vec<Step>) {
        let splice = splice.without_revised(&self.events);
        let keep = splice.keep.min(self.events.len());
        let replaced = self.events.split_off(keep);
        self.events.extend(splice.events);
        if keep >= self.n_settled {
            return;
        }
        let new = self.events.get(keep..).unwrap_or_default();
        let new: HashMap<&EventKey, &Event> =
            new.iter().map(|event| (event.key(), event)).collect();
        let is_same = |old: &Event| new.get(old.key()).is_some_and(|event| *event == old);
        let changed = replaced
            .iter()
            .filter(|old| self.printed.contains(old.key()) && !is_same(old))
            .map(|old| Step::Changed(old.key().clone()));
        steps.extend(changed);
        steps.push(Step::Rewind);
        self.n_settled = 0;
    }

    /// Settles the pieces of a text, or one other event. Where some pieces were printed before, the
    /// text is no longer what was printed.
    fn settle(&mut self, range: Range<usize>, steps: &mut Vec<Step>) {
        let mut at = range.start;
        while at < range.end {
            let was_printed = self.is_printed(at);
            let end = (at..range.end)
                .find(|n| self.is_printed(*n) != was_printed)
                .unwrap_or(range.end);
            if was_printed {
                steps.push(Step::Read(at..end));
            } else {
                steps.extend(self.printed_text_before(at).map(Step::Changed));
                steps.push(Step::Print(at..end));
            }
            at = end;
        }
        let keys = self.events.get(range).unwrap_or_default();
        self.printed
            .extend(keys.iter().map(|event| event.key().clone()));
    }

    /// The text that was printed and that the event goes on with.
    fn printed_text_before(&self, index: usize) -> Option<EventKey> {
        let before = index.checked_sub(1)?;
        let goes_on = self.is_text(index) && self.end_of_text(before) > index;
        let key = self.events.get(before)?.key();
        (goes_on && self.printed.contains(key)).then(|| key.clone())
    }

    fn is_printed(&self, index: usize) -> bool {
        let event = self.events.get(index);
        event.is_some_and(|event| self.printed.contains(event.key()))
    }

    fn end_of_printed(&self, start: usize, end: usize) -> usize {
        (start..end).find(|n| !self.is_printed(*n)).unwrap_or(end)
    }

    fn is_text(&self, index: usize) -> bool {
        self.events.get(index).and_then(text_kind).is_some()
    }

    /// The end of the text that begins at an event, or of the event alone where it is no text.
    fn end_of_text(&self, start: usize) -> usize {
        let kind = self.events.get(start).and_then(text_kind);
        let is_split = self.reading == Reading::SplitTexts && kind.is_some();
        let goes_on = |event: &&Event| is_split && text_kind(event) == kind;
        let rest = self.events.get(start + 1..).unwrap_or_default();
        start + 1 + rest.iter().take_while(goes_on).count()
    }
}

/// The kind of an answer that may be stored in pieces.
fn text_kind(event: &Event) -> Option<Answer> {
    match event.kind() {
        Kind::ChatResponse(answer @ (Answer::Message | Answer::Reasoning)) => Some(answer),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
