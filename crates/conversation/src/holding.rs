//! What a page holds of a view while its reader goes through it: a stretch around the reader, and the
//! end where the stretch does not reach it.

use crate::{Change, EventKey, Item, Status, ViewState, Window};

/// How many items at the end are held beside a stretch that does not reach it.
const AT_END: usize = 200;
/// How many pieces of a text are kept beyond what is asked for, so that it is not cut.
const MOST_PIECES: usize = 1000;

/// A stretch of a view and, where that does not reach it, the view's end. Changes are applied to both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Holding {
    here: ViewState,
    /// Nothing where `here` reaches the end.
    end: Option<ViewState>,
}

impl Holding {
    /// A holding of the view's end.
    pub fn new(end: Window, status: Status) -> Self {
        Self {
            here: ViewState::new(end, status),
            end: None,
        }
    }

    /// The items of the stretch, in order.
    pub fn items(&self) -> &[Item] {
        self.here.items()
    }

    /// The last items of the view, where the stretch does not have them.
    pub fn end(&self) -> Option<&[Item]> {
        self.end.as_ref().map(ViewState::items)
    }

    /// The cursor for what comes before the stretch; nothing where it begins with the view.
    pub fn before(&self) -> Option<&str> {
        self.here.before()
    }

    /// The cursor for what comes behind the stretch; nothing where it ends with the view.
    pub fn after(&self) -> Option<String> {
        let last = self.end.as_ref().and(self.items().last());
        last.map(|item| item.key().cursor_behind())
    }

    /// How the conversation stands.
    pub fn status(&self) -> &Status {
        self.end.as_ref().unwrap_or(&self.here).status()
    }

    /// Applies a change, and says whether the stretch may be another. The end that a reset brings does
    /// not take a reader away from a stretch that is elsewhere.
    pub fn apply(&mut self, change: Change) -> bool {
        let Some(end) = &mut self.end else {
            return self.here.apply(change);
        };
        let is_of_end = matches!(change, Change::Reset(_) | Change::Status(_));
        let has_changed = !is_of_end && self.here.apply(change.clone());
        end.apply(change);
        if end.items().len() > 2 * AT_END {
            end.let_oldest_go(AT_END);
        }
        self.join() || has_changed
    }

    /// Takes a newer reading of the end, and keeps what stands before its first item.
    pub fn renew(&mut self, end: Window) {
        match &mut self.end {
            None => self.here.renew(end),
            Some(held) => {
                held.renew(end);
                self.join();
            }
        }
    }

    /// Puts what comes before the stretch in front of it, and says how many items these are.
    pub fn prepend(&mut self, older: Window) -> usize {
        let n = self.items().len();
        self.here.prepend(older);
        self.items().len() - n
    }

    /// Puts what comes behind the stretch at its end. `reaches_end` says that the view has no more.
    pub fn append(&mut self, newer: Vec<Item>, reaches_end: bool) {
        if self.end.is_none() {
            return;
        }
        self.here.append(newer);
        self.join();
        if reaches_end && let Some(end) = self.end.take() {
            // What came at the same time is at the end alone.
            self.here = end;
        }
    }

    /// Takes the view's beginning for the stretch. Where the two meet the stretch stays.
    pub fn go_to_beginning(&mut self, beginning: Window) {
        let first = self.items().first().map(Item::key);
        if first.is_none_or(|first| beginning.items.iter().any(|item| item.key() == first)) {
            self.here.prepend(beginning);
            return;
        }
        self.leave_end(AT_END);
        self.here = ViewState::new(beginning, Status::default());
    }

    /// The next reset is of another view: nothing of this one stays.
    pub fn leave_view(&mut self) {
        self.end = None;
    }

    /// Takes the view's end for the stretch. Says whether it was elsewhere.
    pub fn go_to_end(&mut self) -> bool {
        let end = self.end.take();
        let was_elsewhere = end.is_some();
        self.here = end.unwrap_or_else(|| std::mem::take(&mut self.here));
        was_elsewhere
    }

    /// Lets the oldest items of the stretch go, so that about `n` stay: a text is not cut. Gives their
    /// keys; they can be asked for again with [`Self::before`].
    pub fn let_oldest_go(&mut self, n: usize) -> Vec<EventKey> {
        self.here.let_oldest_go(n)
    }

    /// Lets the newest items of the stretch go, likewise: with [`Self::after`].
    pub fn let_newest_go(&mut self, n: usize) -> Vec<EventKey> {
        let n = whole_texts(self.items(), n);
        if n == 0 || n == self.items().len() {
            return Vec::new();
        }
        self.leave_end(AT_END.min(self.items().len() - n));
        self.here.cut_at(n)
    }

    /// The end, of about `n` items, goes on by itself from now on.
    fn leave_end(&mut self, n: usize) {
        if self.end.is_none() {
            let mut end = self.here.clone();
            end.let_oldest_go(n);
            self.end = Some(end);
        }
    }

    /// Makes one of both where the stretch has come to the end, or where nothing of it is left.
    fn join(&mut self) -> bool {
        let Some(end) = &self.end else { return false };
        let first = end.items().first().map(Item::key);
        let has_come = first.is_some_and(|first| self.here.has(first));
        let joins = has_come || self.items().is_empty();
        if joins && let Some(end) = self.end.take() {
            self.here.renew_with(end);
        }
        joins
    }
}

/// The greatest number of first items, `n` at most, that do not end within a text; within reason.
pub(crate) fn whole_texts(items: &[Item], n: usize) -> usize {
    let region = |n: usize| items.get(n).and_then(|item| item.side.region);
    let is_within = |n: usize| n > 0 && region(n).is_some() && region(n) == region(n - 1);
    let least = n.saturating_sub(MOST_PIECES);
    let whole = (least..=n.min(items.len())).rev().find(|n| !is_within(*n));
    whole.unwrap_or(n)
}
