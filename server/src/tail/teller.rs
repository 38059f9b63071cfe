//! From batches of frames to what is printed, each event once.

use crate::print::{Channel, Clock, Look, Output, RowPrinter};
use conversation::{Change, EventKey, Item, Kind, View, ViewState, Window, rows};
use std::collections::{HashMap, VecDeque};
use xxhash_rust::xxh3::xxh3_64;

/// How many items are held at most; the older half goes when there are more.
const MOST_ITEMS: usize = 4000;
/// How many printed events are remembered.
const MOST_PRINTED: usize = 20_000;

/// Folds frames, and prints the items that are complete and were not printed before.
#[derive(Debug)]
pub(super) struct Teller {
    view: View,
    state: ViewState,
    printed: Printed,
    printer: RowPrinter,
}

/// The events that were printed, with their revisions and a hash of what they said: what stands
/// beside an event may change with what is known of others.
#[derive(Debug, Default)]
struct Printed {
    known: HashMap<EventKey, (String, u64)>,
    order: VecDeque<EventKey>,
}

impl Teller {
    pub(super) fn new(view: View, clock: Clock, is_terminal: bool) -> Self {
        let look = Look {
            clock,
            is_terminal,
            command: String::new(),
            file: None,
        };
        Self {
            view,
            state: ViewState::default(),
            printed: Printed::default(),
            printer: RowPrinter::new(look),
        }
    }

    /// Applies changes. Where a reset leaves a gap behind what was printed, the cursor from which it
    /// is to be filled.
    pub(super) fn take(&mut self, changes: Vec<Change>) -> Option<String> {
        let mut gap = None;
        for change in changes {
            gap = match &change {
                Change::Reset(reset) => self.gap_before(&reset.window),
                _ => gap,
            };
            self.state.apply(change);
        }
        gap
    }

    /// Puts older items in front, and gives the cursor from which to go on where there is still a gap.
    pub(super) fn prepend(&mut self, window: Window) -> Option<String> {
        let gap = self.gap_before(&window);
        self.state.prepend(window);
        gap
    }

    fn gap_before(&self, window: &Window) -> Option<String> {
        let is_known = |item: &Item| self.printed.known.contains_key(item.key());
        let has_gap = !self.printed.order.is_empty() && !window.items.iter().any(is_known);
        window.before.clone().filter(|_| has_gap)
    }

    /// What is complete and was not printed before.
    pub(super) fn print(&mut self) -> Output {
        let items = self.state.items();
        let is_running = self.state.status().is_at_work();
        let complete = items.split_at(items.len() - n_open(items, is_running)).0;
        let mut new: Vec<Item> = Vec::new();
        let mut output = Output::default();
        for item in complete {
            match self.printed.take(item) {
                Told::New => new.push(item.clone()),
                Told::Same => {}
                Told::Changed => {
                    let line = format!("Event {} changed after it was printed.\n", item.key());
                    output.push(Channel::Err, line);
                }
            }
        }
        output.append(self.printer.print(&rows(self.view, &new, is_running)));
        self.forget_old();
        output
    }

    fn forget_old(&mut self) {
        let n = self.state.items().len();
        if n <= MOST_ITEMS {
            return;
        }
        let last = self.state.items().iter().skip(n - MOST_ITEMS / 2);
        let window = Window {
            items: last.cloned().collect(),
            // Nothing is read from here: it says that there is more before.
            before: Some(String::new()),
        };
        self.state = ViewState::new(window, self.state.status().clone());
    }
}

/// How many of the last items are a text that may go on: its pieces are printed as one.
fn n_open(items: &[Item], is_running: bool) -> usize {
    let region = items.last().and_then(|item| item.side.region);
    if region.is_none() || !is_running {
        return 0;
    }
    let rest = items.iter().rev();
    rest.take_while(|item| item.side.region == region).count()
}

enum Told {
    New,
    Same,
    Changed,
}

impl Printed {
    /// Takes note of an item that is printed now.
    fn take(&mut self, item: &Item) -> Told {
        let rev = &item.side.rev;
        let known = self.known.get(item.key());
        if known.is_some_and(|(known, _)| known == rev) {
            return Told::Same;
        }
        let said = serde_json::to_vec(&item.event).unwrap_or_default();
        let now = (rev.clone(), xxh3_64(&said));
        let is_same = known.is_some_and(|(_, said)| *said == now.1);
        match self.known.insert(item.key().clone(), now) {
            Some(_) if is_same || item.kind() == Kind::TurnStart => return Told::Same,
            Some(_) => return Told::Changed,
            None => {}
        }
        self.order.push_back(item.key().clone());
        if self.order.len() > MOST_PRINTED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        Told::New
    }
}

#[cfg(test)]
mod tests;
