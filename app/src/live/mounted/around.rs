//! What stands around the reader, of rows that are too many.

use super::{Held, Mounted, Stand, elements, scroll};
use crate::{live::pinned::pinned_rows, parts::RowSignal};
use leptos::prelude::WithUntracked as _;
use web_sys::HtmlCollection;

/// How many windows of rows stand on each side of the reader's.
const AROUND: f64 = 3.0;
/// How many of them have to stand there with the next frame.
const AT_ONCE: f64 = 1.0;
/// How many windows the reader goes before other rows are put there.
const STEP: f64 = 0.5;
/// What is taken for the height of a row that was never measured, in CSS pixels.
const UNSEEN: f64 = 100.0;
/// How many rows, and bytes of their texts, are put into the document with a frame: so much that a
/// frame is not late for it.
const MOST_ROWS: usize = 4;
const MOST_BYTES: u64 = 4_000;

/// What was decided.
#[derive(Default)]
pub(in crate::live) struct Decided {
    /// The rows of the document, where they are others.
    pub rows: Option<Vec<RowSignal>>,
    /// The room for those above and below, as a style's value, where not all stand in the document.
    pub rooms: Option<String>,
    /// Some are yet to be put into the document.
    pub has_more: bool,
}

/// What may be put into the document with a frame.
struct Budget {
    rows: usize,
    bytes: u64,
}

impl Budget {
    /// Says whether the row may be put there.
    fn has_room_for(&mut self, held: &Held) -> bool {
        if self.rows == 0 || self.bytes == 0 {
            return false;
        }
        let bytes = held.signal.with_untracked(|row| {
            let facts = row.pieces().into_iter().map(|piece| piece.facts.bytes);
            facts.sum()
        });
        self.rows -= 1;
        self.bytes = self.bytes.saturating_sub(bytes);
        true
    }
}

/// The stretch of all rows that stands, or has to, in CSS pixels from their beginning.
struct Reach {
    from: f64,
    to: f64,
}

impl Reach {
    fn around(top: f64, windows: f64) -> Self {
        let height = scroll::height();
        Self {
            from: top - windows * height,
            to: top + (1.0 + windows) * height,
        }
    }

    fn has(&self, begin: f64, end: f64) -> bool {
        end >= self.from && begin <= self.to
    }
}

impl Held {
    fn room(&self) -> f64 {
        match self.stand {
            Stand::Coming => 0.0,
            _ if self.room > 0.0 => self.room,
            _ => UNSEEN,
        }
    }
}

impl Mounted {
    /// Whether the reader has gone so far that other rows should stand in the document.
    pub(in crate::live) fn is_due(&self) -> bool {
        let (Some(at), Some(list)) = (self.decided_at, scroll::list()) else {
            return false;
        };
        (at + list.get_bounding_client_rect().top()).abs() > STEP * scroll::height()
    }

    /// Whether rows that stood in the document were let go, or are yet to come into it.
    fn is_unsettled(&self) -> bool {
        self.has_lost || self.held.iter().any(|held| held.stand == Stand::Coming)
    }

    /// Decides which rows stand in the document. `may_add` says that this frame has put none there.
    pub(in crate::live) fn decide(&mut self, may_add: bool) -> Decided {
        if !self.is_large {
            self.see_size();
        }
        let n_here = self.held.iter().filter(|held| held.stand == Stand::Here);
        let n_here = n_here.count();
        let has_lost = self.has_lost;
        let list = scroll::list();
        let elements = list.as_ref().and_then(|list| elements(list, n_here));
        let mut budget = Budget {
            rows: if may_add { MOST_ROWS } else { 0 },
            bytes: MOST_BYTES,
        };
        let mut decided = Decided::default();
        let has_changed = match (list, elements) {
            // What was let go is still there.
            _ if has_lost => true,
            (Some(list), Some(elements)) if self.is_large => {
                self.measure(&elements);
                let top = -list.get_bounding_client_rect().top();
                self.decided_at = Some(top);
                let (has_changed, has_more) = self.choose(top, &mut budget);
                decided.has_more = has_more;
                has_changed
            }
            (Some(_), Some(_)) => self.let_come(&mut budget),
            _ => {
                decided.has_more = self.is_unsettled();
                return decided;
            }
        };
        self.has_lost = false;
        decided.has_more |= has_lost || !self.is_large && self.is_unsettled();
        if has_changed {
            decided.rows = Some(self.rows());
            decided.rooms = self.is_large.then(|| self.rooms());
        }
        decided
    }

    /// Where a row that is not in the document begins, from the beginning of all. If it is yet to come
    /// into the document, it does.
    pub(in crate::live) fn place_of(&mut self, key: &str) -> Option<f64> {
        let mut y = 0.0;
        for held in &mut self.held {
            if held.stand != Stand::Here && held.has_key(key) {
                held.stand = Stand::Away;
                return Some(y);
            }
            y += held.room();
        }
        None
    }

    /// Lets rows come into the document that all stand in, those next to the reader's first.
    fn let_come(&mut self, budget: &mut Budget) -> bool {
        let is_coming = |held: &Held| held.stand == Stand::Coming;
        let first_here = self.held.iter().position(|held| !is_coming(held));
        let split = first_here.unwrap_or(0);
        let mut has_changed = false;
        let (before, after) = self.held.split_at_mut(split);
        for held in before.iter_mut().rev().chain(after) {
            if is_coming(held) {
                if !budget.has_room_for(held) {
                    break;
                }
                held.stand = Stand::Here;
                has_changed = true;
            }
        }
        has_changed
    }

    fn measure(&mut self, elements: &HtmlCollection) {
        let (mut n, mut end) = (0, None);
        for held in &mut self.held {
            if held.stand != Stand::Here {
                end = None;
                continue;
            }
            let Some(element) = elements.item(n) else {
                return;
            };
            n += 1;
            let rect = element.get_bounding_client_rect();
            let bottom = rect.bottom();
            held.height = rect.height();
            if let Some(end) = end {
                held.room = bottom - end;
            } else if held.room == 0.0 {
                held.room = held.height;
            }
            end = Some(bottom);
        }
    }

    /// Lets rows go and takes them back. Says whether there were any, and whether some are to come.
    fn choose(&mut self, top: f64, budget: &mut Budget) -> (bool, bool) {
        let has_changed = self.let_go(&Reach::around(top, AROUND));
        let (split, y) = self.reader(top);
        let (before, after) = self.held.split_at_mut(split);
        let mut taking = Taking {
            reach: Reach::around(top, AROUND),
            now: Reach::around(top, AT_ONCE),
            budget,
            has_changed,
            has_more: false,
        };
        let (mut begin, mut end) = (y, y);
        for held in after {
            end += held.room();
            if !taking.take(held, begin, end) {
                break;
            }
            begin = end;
        }
        let (mut begin, mut end) = (y, y);
        for held in before.iter_mut().rev() {
            begin -= held.room();
            if !taking.take(held, begin, end) {
                break;
            }
            end = begin;
        }
        (taking.has_changed, taking.has_more)
    }

    /// The first row that ends behind a place, and where it begins.
    fn reader(&self, top: f64) -> (usize, f64) {
        let mut y = 0.0;
        for (n, held) in self.held.iter().enumerate() {
            let end = y + held.room();
            if end > top && held.stand != Stand::Coming {
                return (n, y);
            }
            y = end;
        }
        (self.held.len(), y)
    }

    /// Lets go what is out of reach, unless the reader holds it.
    fn let_go(&mut self, reach: &Reach) -> bool {
        let [focused, begun, ended] = pinned_rows();
        let holds =
            |held: &Held, key: &Option<String>| key.as_deref().is_some_and(|key| held.has_key(key));
        let (mut y, mut has_changed, mut is_selected) = (0.0, false, false);
        for held in &mut self.held {
            let begin = y;
            y += held.room();
            if held.stand != Stand::Here {
                continue;
            }
            let (begins, ends) = (holds(held, &begun), holds(held, &ended));
            // What is selected is all between the ends, whichever comes first.
            let was_selected = is_selected;
            is_selected ^= begins != ends;
            let is_held = was_selected || begins || ends || holds(held, &focused);
            let is_held = is_held || self.touched.iter().any(|key| held.has_key(key));
            let goes = !is_held && held.can_go() && !reach.has(begin, y);
            if goes {
                held.go();
                has_changed = true;
            }
        }
        has_changed
    }

    /// The room above and below, as a style's value.
    fn rooms(&self) -> String {
        let split = self.reader(self.decided_at.unwrap_or_default()).0;
        let (mut above, mut below, mut is_first) = (0.0, 0.0, true);
        for (n, held) in self.held.iter().enumerate() {
            match held.stand {
                Stand::Away if n < split => above += held.room(),
                Stand::Away => below += held.room(),
                Stand::Here if is_first => {
                    // The first row in the document has no space before it.
                    is_first = false;
                    above += (held.room - held.height).max(0.0);
                }
                Stand::Here | Stand::Coming => {}
            }
        }
        // Doubles as text would cost the page more than what is lost here, which is put right by who
        // keeps the reading place.
        format!("{}px {}px", whole(above), whole(below))
    }
}

/// What is taken back, row by row from the reader's on.
struct Taking<'a> {
    reach: Reach,
    now: Reach,
    budget: &'a mut Budget,
    has_changed: bool,
    has_more: bool,
}

impl Taking<'_> {
    /// Takes a row, if it is due. Says whether there can be more.
    fn take(&mut self, held: &mut Held, begin: f64, end: f64) -> bool {
        if !self.reach.has(begin, end) {
            return false;
        }
        if held.stand == Stand::Here {
            return true;
        }
        let is_due = held.stand == Stand::Away && self.now.has(begin, end);
        if !self.budget.has_room_for(held) && !is_due {
            self.has_more = true;
            return false;
        }
        held.stand = Stand::Here;
        self.has_changed = true;
        true
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a page is not as high as that"
)]
fn whole(pixels: f64) -> i64 {
    pixels.round() as i64
}
