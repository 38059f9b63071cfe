//! Which rows stand in the document: of a very long conversation those around the reader, and room for
//! the others.

use super::{dom, pinned::pinned_rows, scroll};
use crate::parts::{RowSignal, places, shape};
use conversation::Row;
use leptos::prelude::{Set as _, WithUntracked as _};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, NodeList};

/// Up to so many rows and nodes all stand in the document.
const MOST: (usize, u32) = (1500, 20_000);
/// How many windows of rows stand on each side of the reader's.
const AROUND: f64 = 4.0;
/// How many windows the reader goes before other rows are put there.
const STEP: f64 = 1.0;
/// What is taken for the height of a row that has never been seen, in CSS pixels.
const UNSEEN: f64 = 100.0;

/// All rows of the page, in order.
#[derive(Default)]
pub(super) struct Mounted {
    held: Vec<Held>,
    /// Where the reader was when it was last decided what stands in the document.
    decided_at: Option<f64>,
    /// The rows in which something was opened or pressed.
    touched: Vec<String>,
    /// The texts that the server rendered have been asked for.
    has_asked: bool,
    /// There are too many rows or nodes for all to stand in the document.
    is_large: bool,
}

struct Held {
    signal: RowSignal,
    /// The row with its texts, where the signal's was rendered by the server and has none.
    whole: Option<Row>,
    /// From the end of the row before it to its own, and its height, in CSS pixels.
    room: f64,
    height: f64,
    is_out: bool,
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

impl Held {
    fn new(row: Row, is_out: bool) -> Self {
        Self {
            signal: RowSignal::new(row),
            whole: None,
            room: 0.0,
            height: 0.0,
            is_out,
        }
    }

    fn is(&self, row: &Row) -> bool {
        self.signal
            .with_untracked(|old| old.key == row.key && shape(old) == shape(row))
    }

    /// Takes a newer reading of the row, and says whether it lacks texts that have changed.
    fn take(&mut self, row: Row) -> bool {
        let (is_same, had_texts) = self
            .signal
            .with_untracked(|old| (old.stamp == row.stamp, old.has_texts()));
        let has_texts = row.has_texts();
        if !is_same {
            self.whole = None;
            self.signal.set(row);
            return !has_texts;
        }
        if has_texts && !had_texts {
            self.whole = Some(row);
        }
        false
    }

    /// Whether the row can be made again.
    fn can_go(&self) -> bool {
        self.whole.is_some() || self.signal.with_untracked(Row::has_texts)
    }

    fn let_go(&mut self) {
        if let Some(row) = self.whole.take() {
            self.signal = RowSignal::new(row);
        }
    }

    fn room(&self) -> f64 {
        if self.room > 0.0 { self.room } else { UNSEEN }
    }

    fn id(&self) -> String {
        self.signal.with_untracked(|row| format!("e-{}", row.key))
    }
}

impl Mounted {
    /// The rows that stand in the document.
    pub(super) fn rows(&self) -> Vec<RowSignal> {
        let mut rows = Vec::new();
        for held in self.held.iter().filter(|held| !held.is_out) {
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

    /// Brings the rows to a state. New ones stand in the document, unless those before them do not.
    pub(super) fn bring_to(&mut self, all: Vec<Row>) -> Shown {
        let keys = &mut self
            .held
            .iter()
            .map(|held| held.signal.with_untracked(|row| row.key.clone()));
        let places = places(keys);
        let mut old: Vec<Option<Held>> = Vec::new();
        for held in std::mem::take(&mut self.held) {
            old.push(Some(held));
        }
        let mut shown = Shown::default();
        let mut is_same = all.len() == old.len();
        for (n, row) in all.into_iter().enumerate() {
            let place = places.get(&row.key).copied();
            let known = place.and_then(|place| old.get_mut(place));
            let known = known.and_then(|known| known.take_if(|known| known.is(&row)));
            let held = if let Some(mut held) = known {
                is_same &= place == Some(n);
                shown.n_new = 0;
                shown.lacks_texts |= held.take(row);
                held
            } else {
                is_same = false;
                shown.n_new += 1;
                shown.lacks_texts |= !row.has_texts();
                let is_out = self.held.last().is_some_and(|before| before.is_out);
                Held::new(row, is_out)
            };
            self.held.push(held);
        }
        if !is_same {
            shown.rows = Some(self.rows());
            let nodes = dom::document().query_selector_all(".rows *");
            let n_nodes = nodes.map_or(0, |nodes| nodes.length());
            self.is_large = self.held.len() > MOST.0 || n_nodes > MOST.1;
        }
        let all_are_here = !self.held.iter().any(|held| held.is_out);
        if all_are_here && self.decided_at.take().is_some() {
            make_room("0px");
        }
        shown
    }

    /// Whether the texts that the server rendered should be asked for: there are so many rows that
    /// some have to go, and without texts they could not come back. Says so once.
    pub(super) fn wants_texts(&mut self) -> bool {
        let wants = !self.has_asked && self.is_large;
        self.has_asked |= wants;
        wants && self.held.iter().any(|held| !held.can_go())
    }

    /// The reader opened or pressed something in a row.
    pub(super) fn touch(&mut self, id: String) {
        self.touched.push(id);
    }

    /// Whether the reader has gone so far that other rows should stand in the document.
    pub(super) fn is_due(&self) -> bool {
        let (Some(at), Some(list)) = (self.decided_at, list()) else {
            return false;
        };
        (at + list.get_bounding_client_rect().top()).abs() > STEP * scroll::height()
    }

    /// Decides which rows stand in the document, and gives them and the room for those above and
    /// below, where that is not as it was.
    pub(super) fn decide(&mut self) -> Option<(Vec<RowSignal>, String)> {
        if self.decided_at.is_none() && !self.is_large {
            return None;
        }
        let list = list()?;
        let elements = elements(&list)?;
        let n_here = self.held.iter().filter(|held| !held.is_out).count();
        if usize::try_from(elements.length()) != Ok(n_here) {
            return None;
        }
        self.measure(&elements);
        let (top, height) = (-list.get_bounding_client_rect().top(), scroll::height());
        self.decided_at = Some(top);
        let (from, to) = (top - AROUND * height, top + (1.0 + AROUND) * height);
        self.choose(from, to)
            .then(|| (self.rows(), self.rooms(from)))
    }

    /// Where a row that is not in the document begins, from the beginning of all.
    pub(super) fn place_of(&self, id: &str) -> Option<f64> {
        let mut y = 0.0;
        for held in &self.held {
            if held.is_out && held.id() == id {
                return Some(y);
            }
            y += held.room();
        }
        None
    }

    fn measure(&mut self, elements: &NodeList) {
        let (mut n, mut end) = (0, None);
        for held in &mut self.held {
            if held.is_out {
                end = None;
                continue;
            }
            let element = elements.get(n).map(JsCast::unchecked_into::<Element>);
            n += 1;
            let Some(rect) = element.map(|element| element.get_bounding_client_rect()) else {
                return;
            };
            held.height = rect.height();
            if let Some(end) = end {
                held.room = rect.bottom() - end;
            } else if held.room == 0.0 {
                held.room = held.height;
            }
            end = Some(rect.bottom());
        }
    }

    /// Lets rows go and takes them back. Says whether there were any.
    fn choose(&mut self, from: f64, to: f64) -> bool {
        let [focused, begun, ended] = pinned_rows();
        let (mut y, mut has_changed, mut is_selected) = (0.0, false, false);
        for held in &mut self.held {
            let id = Some(held.id());
            let (begins, ends) = (id == begun, id == ended);
            // What is selected is all between the ends, whichever comes first.
            let was_selected = is_selected;
            is_selected ^= begins != ends;
            let stays = was_selected
                || begins
                || ends
                || id == focused
                || !held.can_go()
                || id.is_some_and(|id| self.touched.contains(&id));
            let end = y + held.room();
            let is_out = !stays && (end < from || y > to);
            y = end;
            has_changed |= is_out != held.is_out;
            if is_out && !held.is_out {
                held.let_go();
            }
            held.is_out = is_out;
        }
        has_changed
    }

    /// The room above and below, as a style's value.
    fn rooms(&self, from: f64) -> String {
        let (mut y, mut above, mut below, mut is_first) = (0.0, 0.0, 0.0, true);
        for held in &self.held {
            let end = y + held.room();
            match (held.is_out, end < from) {
                (true, true) => above += held.room(),
                (true, false) => below += held.room(),
                (false, _) if is_first => {
                    // The first row in the document has no space before it.
                    is_first = false;
                    above += (held.room() - held.height).max(0.0);
                }
                (false, _) => {}
            }
            y = end;
        }
        // Doubles as text would cost the page more than what is lost here, which is put right by who
        // keeps the reading place.
        format!("{}px {}px", whole(above), whole(below))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a page is not as high as that"
)]
fn whole(pixels: f64) -> i64 {
    pixels.round() as i64
}

/// Gives the list of rows this room above and below.
pub(super) fn make_room(rooms: &str) {
    if let Some(list) = list() {
        // The name and the value are well formed.
        drop(list.style().set_property("padding-block", rooms));
    }
}

fn list() -> Option<HtmlElement> {
    dom::document()
        .query_selector(".rows")
        .ok()??
        .dyn_into()
        .ok()
}

fn elements(list: &HtmlElement) -> Option<NodeList> {
    list.query_selector_all(":scope > .row").ok()
}
