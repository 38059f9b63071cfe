//! Taking what has arrived.

use super::{Arrival, Asked, Inner, MOST_ITEMS};
use conversation::{Change, EventKey, Item, Kind, Row, Window, rows, rows_of_stretch};
use wire::{FramesBody, Newer};

/// What taking arrivals has done.
#[derive(Default)]
pub(super) struct Taken {
    /// All was taken anew.
    pub is_anew: bool,
    /// What is held has changed.
    pub has_changed: bool,
    /// It is the view's beginning from now on.
    pub goes_home: bool,
}

impl Inner {
    pub(super) fn rows_of(&self, items: &[Item]) -> Vec<Row> {
        rows(self.view, items, self.holding.status().is_running())
    }

    pub(super) fn take(&mut self, arrivals: Vec<Arrival>) -> Taken {
        let mut taken = Taken::default();
        for arrival in arrivals {
            match arrival {
                Arrival::Frames(body) => self.take_frames(body, &mut taken),
                Arrival::Older(window) => {
                    self.prepend(window);
                    taken.has_changed = true;
                }
                Arrival::Newer(newer) => self.append(newer, &mut taken),
            }
        }
        taken
    }

    fn take_frames(&mut self, body: FramesBody, taken: &mut Taken) {
        for change in body.frames {
            taken.is_anew |= matches!(change, Change::Reset(_));
            taken.has_changed |= match change {
                Change::Reset(reset) if self.is_renewing => {
                    self.holding.renew(reset.window);
                    true
                }
                change => self.holding.apply(change),
            }
        }
        self.is_renewing = false;
        self.position = Some(body.position);
    }

    /// Takes what is older, unless what is held begins elsewhere by now.
    pub(super) fn prepend(&mut self, window: Window) {
        let before = self.holding.before().map(str::to_owned);
        if before.is_none() || self.asked != before.map(Asked::Older) {
            return;
        }
        self.asked = None;
        let is_cut = joins(window.items.last(), self.holding.items().first());
        let n = self.holding.prepend(window);
        if is_cut {
            // One text has become of two.
            let all = self.rows_of(self.holding.items());
            drop(self.mounted.bring_to(self.view, all, true));
            return;
        }
        let (older, rest) = self.holding.items().split_at(n);
        let answered = rest.iter().filter_map(|item| item.side.answers.clone());
        let answered: Vec<EventKey> = answered.collect();
        // The next turn's start says that the one before it has shown nothing.
        let next = rest
            .first()
            .is_some_and(|item| item.kind() == Kind::TurnStart);
        let items = self.holding.items().get(..n + usize::from(next));
        let is_running = self.holding.status().is_running();
        let rows = rows_of_stretch(self.view, items.unwrap_or(older), is_running, &answered);
        self.mounted.put_before(rows);
    }

    /// Takes what is newer, likewise, or the view's beginning.
    fn append(&mut self, newer: Newer, taken: &mut Taken) {
        let asked = self.asked.take();
        if asked == Some(Asked::Beginning) && newer.window.before.is_none() {
            self.holding.go_to_beginning(newer.window);
            taken.goes_home = true;
        } else if asked.is_some() && asked == self.holding.after().map(Asked::Newer) {
            self.holding.append(newer.window.items, newer.is_end);
            if self.holding.items().len() > MOST_ITEMS.0 {
                drop(self.holding.let_oldest_go(MOST_ITEMS.1));
            }
        } else {
            self.asked = asked;
            return;
        }
        taken.has_changed = true;
    }
}

/// Whether two neighbours are of one text.
fn joins(last: Option<&Item>, first: Option<&Item>) -> bool {
    let region = |item: Option<&Item>| item.and_then(|item| item.side.region);
    region(last).is_some() && region(last) == region(first)
}
