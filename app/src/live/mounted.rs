//! Which rows stand in the document: of a very long conversation those around the reader, and room for
//! the others.

mod around;

pub(super) use around::Decided;

use super::{dom, scroll};
use crate::parts::{RowSignal, named, places};
use conversation::{EventKey, Row, View};
use leptos::prelude::{Set as _, WithUntracked as _};
use web_sys::{HtmlCollection, HtmlElement};

/// Up to so many rows and nodes all stand in the document.
const MOST: (usize, u32) = (1000, 9_000);

/// All rows of the page, in order.
#[derive(Default)]
pub(super) struct Mounted {
    held: Vec<Held>,
    view: View,
    /// Where the reader was when it was last decided what stands in the document.
    decided_at: Option<f64>,
    /// The rows in which something was opened or pressed, by their keys.
    touched: Vec<String>,
    /// The texts that the server rendered have been asked for.
    has_asked: bool,
    /// There are too many rows or nodes for all to stand in the document.
    is_large: bool,
    /// Rows of the document have been let go.
    has_lost: bool,
}

/// How a row stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stand {
    /// In the document.
    Here,
    /// Elsewhere. There is room for it.
    Away,
    /// It has just come, and will be put into the document with one of the next frames. Its height is
    /// not known: there is no room for it.
    Coming,
}

struct Held {
    signal: RowSignal,
    /// The row with its texts, where the signal's was rendered by the server and has none.
    whole: Option<Row>,
    /// From the end of the row before it to its own, and its height, in CSS pixels.
    room: f64,
    height: f64,
    stand: Stand,
}

/// What bringing the rows to a state has shown.
#[derive(Default)]
pub(super) struct Shown {
    /// The rows of the document, where they are others.
    pub rows: Option<Vec<RowSignal>>,
    /// The number of rows that are new at the end.
    pub n_new: usize,
    /// A row has changed whose texts the state does not have.
    pub lacks_texts: bool,
}

/// Whether nothing of a row looks otherwise.
fn shows_same(old: &Row, new: &Row) -> bool {
    old.stamp == new.stamp && old.is_open == new.is_open
}

impl Held {
    fn new(row: Row, stand: Stand) -> Self {
        Self {
            signal: RowSignal::new(row),
            whole: None,
            room: 0.0,
            height: 0.0,
            stand,
        }
    }

    /// Whether the row's elements can be those of a newer reading of it.
    fn is(&self, row: &Row, is_same_view: bool) -> bool {
        let is_as_it_was = |old: &Row| is_same_view && shows_same(old, row) && old.key == row.key;
        self.signal.with_untracked(is_as_it_was) || self.signal.name == named(row)
    }

    /// Takes a newer reading of the row, and says whether it lacks texts that have changed.
    fn take(&mut self, row: Row) -> bool {
        let (is_same, had_texts) = self
            .signal
            .with_untracked(|old| (shows_same(old, &row), old.has_texts()));
        if !is_same {
            let has_texts = row.has_texts();
            self.whole = None;
            self.signal.set(row);
            return !has_texts;
        }
        if !had_texts && row.has_texts() {
            self.whole = Some(row);
        }
        false
    }

    /// Whether the row can be made again.
    fn can_go(&self) -> bool {
        self.whole.is_some() || self.signal.with_untracked(Row::has_texts)
    }

    fn go(&mut self) {
        self.stand = Stand::Away;
        if let Some(row) = self.whole.take() {
            self.signal = RowSignal::new(row);
        }
    }

    fn has_key(&self, key: &str) -> bool {
        self.signal.with_untracked(|row| row.key == key)
    }

    fn is_of(&self, events: &[EventKey]) -> bool {
        self.signal
            .with_untracked(|row| events.contains(&row.event))
    }
}

impl Mounted {
    /// The rows that stand in the document.
    pub(super) fn rows(&self) -> Vec<RowSignal> {
        let mut rows = Vec::new();
        for held in self.held.iter().filter(|held| held.stand == Stand::Here) {
            rows.push(held.signal.clone());
        }
        rows
    }

    /// The last of all rows, whether they stand in the document or not.
    pub(super) fn end(&self, most: usize) -> Vec<RowSignal> {
        let mut rows = Vec::new();
        let n_before = self.held.len().saturating_sub(most);
        for held in self.held.iter().skip(n_before) {
            rows.push(held.signal.clone());
        }
        rows
    }

    /// Brings the rows to a state. New ones stand in the document, unless those before them do not or
    /// `come_later` says that they can wait.
    pub(super) fn bring_to(&mut self, view: View, all: Vec<Row>, come_later: bool) -> Shown {
        let keys = &mut self
            .held
            .iter()
            .map(|held| held.signal.with_untracked(|row| row.key.clone()));
        let places = places(keys);
        let mut old: Vec<Option<Held>> = Vec::new();
        for held in std::mem::take(&mut self.held) {
            old.push(Some(held));
        }
        let is_same_view = std::mem::replace(&mut self.view, view) == view;
        let mut shown = Shown::default();
        let mut is_same = all.len() == old.len();
        for (n, row) in all.into_iter().enumerate() {
            let place = places.get(&row.key).copied();
            let known = place.and_then(|place| old.get_mut(place));
            let known = known.and_then(|known| known.take_if(|known| known.is(&row, is_same_view)));
            let held = if let Some(mut held) = known {
                is_same &= place == Some(n);
                shown.n_new = 0;
                shown.lacks_texts |= held.take(row);
                held
            } else {
                is_same = false;
                shown.n_new += 1;
                shown.lacks_texts |= !row.has_texts();
                let stand = match self.held.last() {
                    _ if come_later => Stand::Coming,
                    Some(before) if before.stand != Stand::Here => Stand::Coming,
                    _ => Stand::Here,
                };
                Held::new(row, stand)
            };
            self.held.push(held);
        }
        if !is_same {
            shown.rows = Some(self.rows());
        }
        let all_are_here = self.held.iter().all(|held| held.stand == Stand::Here);
        if all_are_here && self.decided_at.take().is_some() {
            self.is_large = false;
            make_room("0px");
        }
        shown
    }

    /// Puts rows in front of the others. They come into the document with the next frames.
    pub(super) fn put_before(&mut self, rows: Vec<Row>) {
        let mut held = Vec::new();
        for row in rows {
            held.push(Held::new(row, Stand::Coming));
        }
        held.append(&mut self.held);
        self.held = held;
    }

    /// Lets the rows of these events go, which are the first or the last.
    pub(super) fn forget(&mut self, events: &[EventKey]) {
        while self.held.last().is_some_and(|held| held.is_of(events)) {
            let held = self.held.pop();
            self.has_lost |= held.is_some_and(|held| held.stand == Stand::Here);
        }
        let mut n_gone = 0;
        for held in self.held.iter().take_while(|held| held.is_of(events)) {
            n_gone += 1;
            self.has_lost |= held.stand == Stand::Here;
        }
        drop(self.held.drain(..n_gone));
    }

    /// How many rows before the reader's have come and are not in the document yet.
    pub(super) fn n_coming(&self) -> usize {
        let coming = |held: &&Held| held.stand == Stand::Coming;
        self.held.iter().take_while(coming).count()
    }

    /// Whether the texts that the server rendered should be asked for: there are so many rows that
    /// some have to go, and without texts they could not come back. Says so once.
    pub(super) fn wants_texts(&mut self) -> bool {
        let wants = !self.has_asked && self.is_large;
        self.has_asked |= wants;
        wants && self.held.iter().any(|held| !held.can_go())
    }

    /// The reader opened or pressed something in a row.
    pub(super) fn touch(&mut self, key: String) {
        self.touched.push(key);
    }

    /// Looks whether there are too many rows or nodes.
    fn see_size(&mut self) {
        let nodes = dom::document().get_elements_by_tag_name("*");
        self.is_large = self.held.len() > MOST.0 || nodes.length() > MOST.1;
    }
}

/// Gives the list of rows this room above and below.
pub(super) fn make_room(rooms: &str) {
    if let Some(list) = scroll::list() {
        // The name and the value are well formed.
        drop(list.style().set_property("padding-block", rooms));
    }
}

/// The rows' elements, where they are as many as they should be.
fn elements(list: &HtmlElement, n: usize) -> Option<HtmlCollection> {
    let elements = list.children();
    (usize::try_from(elements.length()) == Ok(n)).then_some(elements)
}
